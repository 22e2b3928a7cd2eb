import Foundation
import Testing

/// What stands before the command, and what is wrong with commands.
struct GlobalTests {
  let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  @Test func withoutACommandAPipeGetsTheList() throws {
    _ = try sandbox.add("Zoë", "--place", "Gym")
    #expect(try sandbox.besties().out == (try sandbox.besties("list").out))
    #expect(try sandbox.besties().out.hasPrefix("Zoë\tGym\t\t"))
  }

  @Test func helpIsDataAndNamesEveryCommand() throws {
    let help = try sandbox.besties("--help")
    #expect(help.status == 0 && help.err.isEmpty)
    for command in [
      "list", "show", "add", "edit", "delete", "undo", "redo", "history", "import", "export", "samples", "collation",
    ] {
      #expect(help.out.contains("\n  \(command) "))
      let more = try sandbox.besties(command, "--help")
      #expect(more.status == 0 && more.out.hasPrefix("usage: besties \(command)"))
      #expect(try sandbox.besties("help", command).out == more.out)
      #expect(more.out.split(separator: "\n").allSatisfy { $0.count <= 100 })
    }
    #expect(!sandbox.exists("friends.sqlite"))
  }

  @Test(arguments: [
    ("import - <&-", "besties: Can't read “standard input”: Bad file descriptor.\n"),
    ("list >&-", "besties: Can't write to “standard output”: Bad file descriptor.\n"),
  ])
  func aClosedStreamIsNoFile(arguments: String, message: String) throws {
    _ = try sandbox.add("Zoë")
    let output = try sandbox.run("sh", ["-c", "exec \(Sandbox.binary) \(arguments)"])
    #expect(output.status == 2)
    #expect(output.err == message)
  }

  @Test func versionIsOneLine() throws {
    #expect(try sandbox.besties("--version").out.wholeMatch(of: /besties \d+\.\d+\.\d+\n/) != nil)
  }

  @Test(arguments: [
    (["lst"], "besties: There is no command “lst”: did you mean “list”?\n"),
    (["list", "--jsn"], "besties: There is no option “--jsn”: did you mean “--json”?\n"),
    (["list", "--sort", "nme"], "besties: --sort can't be “nme”: did you mean “name”?\n"),
    (["list", "--color", "red"], "besties: --color can't be “red”: it is auto, always or never.\n"),
    (
      ["--demo", "list", "--store", "x"], "besties: “--demo” has a store of its own: leave out “--store” or “--demo”.\n"
    ),
    (["list", "-nq5"], "besties: --limit needs a number of friends from 1, not “q5”.\n"),
    (["list", "-cq"], "besties: There is no option “-q”.\n"),
    (["ls"], "besties: There is no command “ls”: did you mean “list”?\n"),
    (["find", "ann"], "besties: There is no command “find”: did you mean “list”?\n"),
    (["search"], "besties: There is no command “search”: did you mean “list”?\n"),
    (["rm", "8057"], "besties: There is no command “rm”: did you mean “delete”?\n"),
    (["new", "Ann"], "besties: There is no command “new”: did you mean “add”?\n"),
    (["modify"], "besties: There is no command “modify”: did you mean “edit”?\n"),
    (["add"], "besties: NAME is missing.\n"),
    (["undo", "x"], "besties: “x” is not the number of a step; “besties history” prints the numbers.\n"),
    (["samples", "add"], "besties: samples can't be “add”: it is remove.\n"),
  ])
  func mistakesAreStatus2AndOneSentence(arguments: [String], sentence: String) throws {
    let output = try sandbox.run(Sandbox.binary, arguments)
    #expect(output.status == 2 && output.out.isEmpty)
    #expect(output.err == sentence)
    #expect(!sandbox.exists("friends.sqlite"))
  }

  @Test func optionsStandBeforeAndBehindTheCommand() throws {
    _ = try sandbox.besties("add", "Ann", "--store", "a.sqlite")
    _ = try sandbox.besties("--store=a.sqlite", "add", "Bo", "--no-animation")
    #expect(try sandbox.besties("list", "--count", "--store", "a.sqlite").out == "2\n")
    // The last one counts.
    #expect(try sandbox.besties("--store", "none/x", "list", "--store", "a.sqlite", "--count").out == "2\n")
    #expect(try sandbox.besties("list", "--demo", "--count").out == "24\n")
    #expect(try sandbox.besties("list", "--version").out.hasPrefix("besties "))
    // Shortened, a command's own option comes first: not --color.
    #expect(try sandbox.besties("list", "--co", "--store", "a.sqlite").out == "2\n")
    #expect(try sandbox.besties("list", "--", "--store").status == 1)
    let colors = URL(filePath: Sandbox.binary).deletingLastPathComponent().appending(path: "colors").path
    #expect(try sandbox.run(colors, ["add", "AA22BB", "--store", "c.sqlite"]).status == 0)
    #expect(try sandbox.run(colors, ["set", "--help"]).out.hasPrefix("usage: colors set"))
    #expect(try sandbox.run(colors, ["change"]).err == "colors: There is no command “change”: did you mean “set”?\n")
  }

  @Test func aTerminalIsToldThatNobodyMatches() throws {
    _ = try sandbox.add("Ann")
    let output = try sandbox.bestiesOnTerminal("list", "no", "body", columns: 80)
    #expect(output == .init(status: 1, out: "", err: "No friend matches “no body”.\n"))
    #expect(try sandbox.besties("list", "nobody") == .init(status: 1, out: "", err: ""))
    #expect(try sandbox.bestiesOnTerminal("list", "--count", "nobody", columns: 80).out == "0\n")
  }

  @Test(arguments: [
    ("meetingPlace", "place"), ("meeting_place", "place"), ("Met", "date"), ("-meeting-date", "-date"),
    ("-addedAt", "-added"),
  ])
  func aSortMayBeSpelledAsItsColumn(typed: String, key: String) throws {
    try sandbox.besties("list", "--demo")
    #expect(
      try sandbox.names("--demo", "--sort", typed) == (try sandbox.names("--demo", "--sort", key)))
    #expect(try sandbox.besties("list", "--sort", "met-place").status == 2)
  }

  @Test func oneSpellingOfColor() throws {
    for arguments in [["--help"], ["list", "--help"]] {
      for app in ["besties", "colors", "quakes"] {
        let path = URL(filePath: Sandbox.binary).deletingLastPathComponent().appending(path: app).path
        #expect(!(try sandbox.run(path, arguments).out.localizedCaseInsensitiveContains("colour")))
      }
    }
  }

  @Test func demoIsTheSamplesAndLeavesNothing() throws {
    #expect(try sandbox.besties("--demo", "list", "--count").out == "24\n")
    #expect(try sandbox.besties("--demo", "list", "lukasz").lines.count == 1)
    #expect(sandbox.files.isEmpty)
    #expect(try sandbox.besties("--demo", "--store", "x", "list").status == 2)
  }

  @Test func theDefaultStoreAndItsFolderAreForTheUserAlone() throws {
    sandbox.environment["BESTIES_STORE"] = nil
    sandbox.environment["XDG_DATA_HOME"] = "relative"
    _ = try sandbox.add("Ann")
    let path = ".local/share/besties/besties.sqlite"
    #expect(sandbox.exists(path))
    #expect(try mode(path) == 0o600 && mode(".local/share/besties") == 0o700)
    sandbox.environment["XDG_DATA_HOME"] = sandbox.folder.appending(path: "data").path
    #expect(try sandbox.besties("list", "--count").out == "0\n")
    #expect(!sandbox.exists("data"))
    _ = try sandbox.add("Ann")
    #expect(sandbox.exists("data/besties/besties.sqlite"))
  }

  @Test func onlyTheDefaultFolderIsMade() throws {
    let output = try sandbox.besties("--store", "none/friends.sqlite", "list")
    #expect(output.status == 2)
    #expect(output.err.hasPrefix("besties: The folder ") && output.err.contains("does not exist"))
    #expect(!sandbox.exists("none"))
  }

  @Test func aFileThatIsNoDatabaseIsLeftAlone() throws {
    try sandbox.write("Dear diary, nothing in here is a database at all.\n", to: "diary.txt")
    let output = try sandbox.besties("--store", "diary.txt", "add", "Ann")
    #expect(output.status == 2)
    #expect(output.err.contains("is not a database"))
    #expect(try sandbox.contents(of: "diary.txt").hasPrefix("Dear diary"))
  }

  @Test func nothingIsLeftBesideTheStore() throws {
    _ = try sandbox.add("Ann")
    _ = try sandbox.besties("list")
    #expect(sandbox.files == ["friends.sqlite"])
  }

  @Test func aClosedPipeEndsItSilently() throws {
    try sandbox.write("name\n" + (1...5000).map { "Ann \($0)\n" }.joined(), to: "many.csv")
    try sandbox.besties("import", "many.csv")
    let command = #""$0" list --json | head -n 2; exit ${PIPESTATUS[0]}"#
    let output = try sandbox.run("bash", ["-c", command, Sandbox.binary])
    #expect(output.status == 0 && output.err.isEmpty && output.lines.count == 2)
  }

  private func mode(_ name: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: sandbox.folder.appending(path: name).path)
    return (attributes[.posixPermissions] as? NSNumber)?.intValue ?? 0
  }
}
