import ChildProcesses
import Foundation
import Testing

/// No command writes over a file that it works with, by whatever name it is called.
struct OutputPathTests {
  let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    _ = try sandbox.add("Zoë", "--place", "Gym")
    try sandbox.write("name,meetingDate\nAnn,soon\n", to: "bad.csv")
  }

  private func bytes(_ name: String) throws -> Data { try Data(contentsOf: sandbox.folder.appending(path: name)) }

  private func expectRefusal(
    _ command: String, _ sentence: String, of name: String = "friends.sqlite", out: String = "",
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let (before, files) = (try bytes(name), sandbox.files)
    let output = try sandbox.run("bash", ["-c", command.replacing("$APP", with: Sandbox.binary)])
    let said = sentence.isEmpty ? "" : "besties: \(sentence)\n"
    #expect(output == .init(status: 2, out: out, err: said), sourceLocation: sourceLocation)
    #expect(try bytes(name) == before && sandbox.files == files, sourceLocation: sourceLocation)
  }

  private func lost(_ path: String, _ role: String) -> String {
    "“\(path)” is \(role), and would be lost; nothing was written. Name another file."
  }

  // MARK: The store

  @Test(arguments: ["", "zoë", "--format json", "--format csv nobody"])
  func anExportIsNotPutIntoThePlaceOfTheStore(more: String) throws {
    let format = more.hasPrefix("--format") ? "" : "--format csv"
    try expectRefusal("$APP export \(format) friends.sqlite \(more)", lost("friends.sqlite", "the store itself"))
  }

  @Test func byNoneOfItsNames() throws {
    let path = sandbox.folder.path
    try sandbox.run("ln", ["-s", "friends.sqlite", "link.csv"])
    try sandbox.run("ln", ["friends.sqlite", "hard.csv"])
    try sandbox.run("mkdir", ["folder"])
    for name in [
      "./friends.sqlite", "folder/../friends.sqlite", "\(path)/friends.sqlite", "link.csv", "hard.csv",
      "/proc/self/cwd/friends.sqlite",
    ] {
      try expectRefusal("$APP export --format json \(name)", lost(name, "the store itself"))
    }
    // The default store, from its own folder.
    try sandbox.run(
      "bash", ["-c", "mkdir -p .local/share/besties; cp friends.sqlite .local/share/besties/besties.sqlite"])
    sandbox.environment["BESTIES_STORE"] = nil
    try expectRefusal(
      "cd .local/share/besties; $APP export -f csv besties.sqlite", lost("besties.sqlite", "the store itself"),
      of: ".local/share/besties/besties.sqlite")
  }

  @Test(arguments: ["-wal", "-shm", "-journal"]) func norBesideIt(suffix: String) throws {
    let store = sandbox.folder.appending(path: "friends.sqlite").path
    let role = "a file that belongs to the store \(store)"
    try expectRefusal("$APP export friends.sqlite\(suffix)", lost("friends.sqlite\(suffix)", role))
    try expectRefusal("$APP import bad.csv --rejects friends.sqlite\(suffix)", lost("friends.sqlite\(suffix)", role))
    try expectRefusal("$APP --log friends.sqlite\(suffix):trace list", lost("friends.sqlite\(suffix)", role))
  }

  @Test func norWhereItWouldBeMade() throws {
    let output = try sandbox.besties("--store", "new.sqlite", "export", "-f", "csv", "./new.sqlite")
    #expect(output.status == 2 && output.err == "besties: \(lost("./new.sqlite", "the store itself"))\n")
    #expect(!sandbox.exists("new.sqlite"))
  }

  @Test func whatIsRefusedOrLoggedIsNotPutThereEither() throws {
    try expectRefusal("$APP import bad.csv --rejects friends.sqlite", lost("friends.sqlite", "the store itself"))
    try expectRefusal("$APP --log friends.sqlite:trace list", lost("friends.sqlite", "the store itself"))
    try expectRefusal("$APP add Bo --log ./friends.sqlite", lost("./friends.sqlite", "the store itself"))
    let quakes = URL(filePath: Sandbox.binary).deletingLastPathComponent().appending(path: "quakes").path
    try sandbox.run("ln", ["-s", "quakes.sqlite", "q.log"])
    let output = try sandbox.run(quakes, ["--store", "quakes.sqlite", "--log", "q.log", "list"])
    #expect(output.status == 2 && output.err == "quakes: \(lost("q.log", "the store itself"))\n")
    #expect(!sandbox.exists("quakes.sqlite"))
  }

  @Test func norWhatTheShellDirectsThere() throws {
    let sentence =
      "Standard output is the store itself, and would be lost; nothing was written. Direct it to another file."
    for command in ["list --json", "export", "show zoë", "history", "add Bo", ""] {
      try expectRefusal("$APP \(command) >> friends.sqlite", sentence)
    }
    // There is nowhere to say it.
    try expectRefusal("$APP import bad.csv 2>> friends.sqlite", "")
  }

  // MARK: Files that are read

  @Test func whatIsRefusedDoesNotReplaceWhatIsRead() throws {
    try sandbox.run("ln", ["bad.csv", "hard.csv"])
    for name in ["bad.csv", "./bad.csv", "hard.csv"] {
      try expectRefusal("$APP import bad.csv --rejects \(name)", lost(name, "what is imported"), of: "bad.csv")
    }
    try sandbox.write("name\nBo\n", to: "good.csv")
    try expectRefusal(
      "$APP import good.csv bad.csv --rejects bad.csv", lost("bad.csv", "what is imported"), of: "bad.csv")
    try expectRefusal("$APP import - --rejects bad.csv < bad.csv", lost("bad.csv", "what is imported"), of: "bad.csv")
    try expectRefusal(
      "$APP import --dry-run bad.csv --rejects bad.csv", lost("bad.csv", "what is imported"), of: "bad.csv")
    #expect(try sandbox.names() == ["Zoë"])
  }

  @Test func aLogIsNotReplacedByAnExport() throws {
    try sandbox.write("", to: "log.csv")
    try expectRefusal("$APP --log log.csv export log.csv", lost("log.csv", "the log"), of: "bad.csv")
  }

  // MARK: Other files

  @Test(arguments: ["friends.db", "Friends.XLSX", "backup.sqlite", "old.sqlite3", "x.ods"])
  func aNameThatPromisesSomethingElseIsAskedAbout(name: String) throws {
    try sandbox.write("precious", to: name)
    let sentence =
      "“\(name)” is named as a database or a workbook, and would hold CSV; name it .csv, or write --format csv."
    try expectRefusal("$APP export \(name)", sentence, of: name)
    #expect(try sandbox.besties("export", "--format", "csv", name).status == 0)
    #expect(try sandbox.contents(of: name).hasPrefix("name,"))
  }

  @Test func aWriteProtectedFileStays() throws {
    try sandbox.write("old", to: "old.csv")
    try sandbox.allow(0o444, "old.csv")
    try expectRefusal("$APP export old.csv", "Can't write “old.csv”: Permission denied.", of: "old.csv")
    try expectRefusal(
      "$APP import bad.csv --rejects old.csv", "Can't write “old.csv”: Permission denied.", of: "old.csv")
    #expect(try sandbox.names() == ["Zoë"])
  }

  /// They tell of people.
  @Test(arguments: ["export out", "export -f json out", "import bad.csv --rejects out", "--log out list"])
  func whatIsWrittenIsItsOwnersAlone(command: String) throws {
    try sandbox.run("bash", ["-c", "umask 0; \(Sandbox.binary) \(command)"])
    let mode = try FileManager.default.attributesOfItem(atPath: sandbox.folder.appending(path: "out").path)
    #expect((mode[.posixPermissions] as? NSNumber)?.intValue == 0o600)
  }

  @Test func aPipeThatNobodyReadsIsNoLog() throws {
    try sandbox.run("mkfifo", ["pipe"])
    for arguments in [["--log", "pipe", "list"], ["add", "Bo", "--log", "pipe:trace"], ["--log", "pipe"]] {
      let output = try sandbox.run("timeout", ["20", Sandbox.binary] + arguments)
      #expect(
        output
          == .init(
            status: 2, out: "", err: "besties: Nobody reads the pipe “pipe” of --log; start its reader first.\n"))
    }
    let read = try sandbox.run(
      "bash", ["-c", "cat pipe & \(Sandbox.binary) --log pipe:info:step add Bo > /dev/null; wait"])
    #expect(read.out.contains("info besties step step 2 made"))
  }
}
