import ChildProcesses
import Foundation
import Testing

/// What can be wrong with a store's file: each is told apart, in one sentence, with status 2, and leaves the file alone.
struct StoreErrorTests {
  let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  private func path(_ name: String) -> String { sandbox.folder.appending(path: name).path }

  private func expectRefusal(
    of store: String, _ sentence: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    for arguments in [["list"], ["add", "Ann"]] {
      let output = try sandbox.run(Sandbox.binary, ["--store", store] + arguments)
      #expect(output.status == 2 && output.out.isEmpty, sourceLocation: sourceLocation)
      #expect(output.err == "besties: \(sentence)\n", sourceLocation: sourceLocation)
    }
  }

  @Test func aMissingFolderIsNamed() throws {
    try expectRefusal(
      of: "no/such/friends.sqlite",
      "The folder \(path("no/such")) does not exist; make it first, or choose another store.")
    #expect(!sandbox.exists("no"))
    try sandbox.write("", to: "file")
    try expectRefusal(
      of: "file/friends.sqlite", "The folder \(path("file")) does not exist; make it first, or choose another store.")
  }

  @Test func aFolderThatCanNotBeWrittenIsNamed() throws {
    try FileManager.default.createDirectory(atPath: path("other"), withIntermediateDirectories: true)
    try sandbox.allow(0o555, "other")
    let output = try sandbox.bestiesWithoutRights("--store", "other/friends.sqlite", "add", "Ann")
    #expect(output.status == 2)
    #expect(
      output.err == """
        besties: The folder \(path("other")) can't be written to; change its permissions, or choose another store.

        """)
  }

  @Test func aFileThatCanNotBeReadIsNamed() throws {
    try sandbox.makeStore(in: "other")
    try sandbox.allow(0o000, "other/friends.sqlite")
    let output = try sandbox.bestiesWithoutRights("list")
    #expect(output.status == 2)
    #expect(
      output.err == """
        besties: The file \(path("other/friends.sqlite")) can't be opened; check its owner and permissions.

        """)
  }

  @Test func whatIsNoFileIsNoStore() throws {
    try FileManager.default.createDirectory(atPath: path("folder"), withIntermediateDirectories: true)
    try expectRefusal(of: "folder", "\(path("folder")) is not a file; name a file for the store.")
    try sandbox.run("mkfifo", ["pipe"])
    try expectRefusal(of: "pipe", "\(path("pipe")) is not a file; name a file for the store.")
    try expectRefusal(of: "/dev/null", "/dev/null is not a file; name a file for the store.")
  }

  @Test func aTextIsNoDatabase() throws {
    let text = String(repeating: "Dear diary, nothing in here is a database at all.\n", count: 100)
    try sandbox.write(text, to: "diary.txt")
    try expectRefusal(of: "diary.txt", "\(path("diary.txt")) is not a database; name another file for the store.")
    #expect(try sandbox.contents(of: "diary.txt") == text)
  }

  @Test func somebodyElsesDatabaseIsLeftAlone() throws {
    for (name, sql) in [
      ("plain", "CREATE TABLE friend (name)"), ("marked", "PRAGMA application_id = 7; CREATE TABLE song (title)"),
    ] {
      try sandbox.run("sqlite3", [name, sql])
      let before = try Data(contentsOf: sandbox.folder.appending(path: name))
      try expectRefusal(of: name, "\(path(name)) is another program's database; name another file for the store.")
      #expect(try Data(contentsOf: sandbox.folder.appending(path: name)) == before)
    }
  }

  @Test func aNewerVersionsStoreIsLeftAlone() throws {
    _ = try sandbox.add("Ann")
    try sandbox.sqlite("PRAGMA user_version = 99")
    let output = try sandbox.besties("list")
    #expect(output.status == 2)
    #expect(
      output.err.wholeMatch(
        of:
          /besties: The store .+friends\.sqlite has version 99, and this program knows versions up to \d+; use a newer program\.\n/
      )
        != nil)
  }

  @Test func aSymbolicLinkIsFollowed() throws {
    try FileManager.default.createDirectory(atPath: path("real"), withIntermediateDirectories: true)
    try sandbox.run("ln", ["-s", "real/ours.sqlite", "friends.sqlite"])
    _ = try sandbox.add("Ann")
    #expect(try sandbox.run("sqlite3", ["real/ours.sqlite", "SELECT name FROM friend"]).out == "Ann\n")
    #expect(try FileManager.default.contentsOfDirectory(atPath: path("real")) == ["ours.sqlite"])
    #expect(sandbox.files == ["friends.sqlite", "real"])
  }

  // MARK: Damage

  @Test func aDamagedPageIsOneSentenceAndNoTrap() throws {
    try fill(1000)
    var bytes = [UInt8](try Data(contentsOf: sandbox.folder.appending(path: "friends.sqlite")))
    for page in stride(from: 30, to: bytes.count / 4096, by: 4) {
      for offset in 0..<4096 { bytes[page * 4096 + offset] = UInt8(truncatingIfNeeded: offset &* 31 &+ page) }
    }
    try sandbox.write(bytes, to: "friends.sqlite")
    let sentence = """
      besties: The store \(path("friends.sqlite")) is damaged; restore a backup, or save what can be read with \
      `sqlite3 '\(path("friends.sqlite"))' .dump | sed 's/^ROLLBACK.*/COMMIT;/' | sqlite3 NEW`.

      """
    for arguments in [["list", "--json"], ["list", "--sections"], ["export"]] {
      let output = try sandbox.run(Sandbox.binary, arguments)
      #expect(output.status == 2 && output.err == sentence)
    }
  }

  @Test func whatWasListedBeforeTheDamageStays() throws {
    try fill(1000)
    // The record that a list of names comes to last has a page of nothing.
    let page = try sandbox.sqlite("SELECT pageno FROM dbstat WHERE name = 'friend' ORDER BY path DESC LIMIT 1")
    var bytes = [UInt8](try Data(contentsOf: sandbox.folder.appending(path: "friends.sqlite")))
    let start = ((Int(page.trimmingCharacters(in: .newlines)) ?? 1) - 1) * 4096
    for offset in start..<(start + 4096) { bytes[offset] = 0xFF }
    try sandbox.write(bytes, to: "friends.sqlite")
    let output = try sandbox.besties("list", "--jsonl", "--sort", "name")
    #expect(output.status == 2 && output.err.contains("is damaged"))
    #expect(output.lines.count > 900 && output.lines.count < 1000)
    #expect(output.out.hasSuffix("}\n"))
  }

  /// What the sentence says to do is possible with the shell that Debian has.
  @Test func whatCanBeReadIsSavedByWhatTheSentenceSays() throws {
    try fill(1000)
    let page = try sandbox.sqlite(
      "SELECT pageno FROM dbstat WHERE name = 'friend' AND pagetype = 'leaf' ORDER BY path LIMIT 1 OFFSET 20")
    var bytes = [UInt8](try Data(contentsOf: sandbox.folder.appending(path: "friends.sqlite")))
    let start = ((Int(page.trimmingCharacters(in: .newlines)) ?? 1) - 1) * 4096
    for offset in start..<(start + 4096) { bytes[offset] = 0xFF }
    try FileManager.default.createDirectory(atPath: path("it's"), withIntermediateDirectories: false)
    try sandbox.write(bytes, to: "it's/friends.sqlite")
    let sentence = try sandbox.besties("--store", "it's/friends.sqlite", "list").err
    let command = try #require(sentence.firstMatch(of: /`(.+)`/)?.1)
    #expect(try sandbox.run("sh", ["-c", String(command)]).err.isEmpty)
    let saved = try sandbox.run("sqlite3", ["NEW", "SELECT count(*) FROM friend"]).out
    #expect(Int(saved.trimmingCharacters(in: .newlines)).map { (950..<1000).contains($0) } == true)
    #expect(try sandbox.besties("--store", "NEW", "list", "--count").out == saved)
    #expect(try sandbox.besties("--store", "NEW", "list", "--count", "friend").out == saved)
  }

  private func fill(_ count: Int) throws {
    try sandbox.write(
      "name,note\n" + (1...count).map { "Friend \($0),\(String(repeating: "x", count: 200))\n" }.joined(),
      to: "many.csv")
    try sandbox.besties("import", "many.csv")
  }

  // MARK: Room

  @Test(.enabled(if: Sandbox.canMount, "mounting needs root")) func aFullDiskLeavesTheStoreAsItWas() throws {
    try sandbox.write(
      "name,note\n" + (1...1000).map { "Friend \($0),\(String(repeating: "x", count: 200))\n" }.joined(), to: "many.csv"
    )
    try sandbox.withDisk(size: "800k") {
      sandbox.environment["BESTIES_STORE"] = "disk/friends.sqlite"
      _ = try sandbox.add("Zoë")
      let sentence =
        "besties: The disk that holds \(path("disk/friends.sqlite")) is full; nothing was changed. Make room and try again.\n"
      let output = try sandbox.besties("import", "many.csv")
      #expect(output == ChildProcess.Output(status: 2, out: "", err: sentence))
      #expect(try sandbox.names() == ["Zoë"])
      try sandbox.run("dd", ["if=/dev/zero", "of=disk/fill", "bs=1k"])
      #expect(try sandbox.besties("add", "Ann") == ChildProcess.Output(status: 2, out: "", err: sentence))
      #expect(try sandbox.names() == ["Zoë"])
      #expect(try sandbox.besties("--store", "disk/new.sqlite", "add", "Ann").err.contains("is full"))
      try sandbox.run("rm", ["disk/fill"])
      _ = try sandbox.add("Ann")
      #expect(try sandbox.names() == ["Ann", "Zoë"])
      #expect(try sandbox.run("sqlite3", ["disk/friends.sqlite", "PRAGMA integrity_check"]).out == "ok\n")
      #expect(try FileManager.default.contentsOfDirectory(atPath: path("disk")).contains("friends.sqlite-wal") == false)
    }
  }

  // MARK: Locks

  /// Writers wait five seconds for the lock; readers never do.
  @Test func whileAnotherProcessHasTheLockReadersAnswerAndWritersSaySo() async throws {
    _ = try sandbox.add("Ann")
    let script = """
      import sqlite3, subprocess, sys
      shell = sqlite3.connect("friends.sqlite", isolation_level=None)
      shell.execute("INSERT INTO friend (name) VALUES ('Łukasz')")
      shell.execute("BEGIN IMMEDIATE")
      shell.execute("INSERT INTO friend (name) VALUES ('Nobody')")
      for arguments in ["list"], ["list", "--count", "lukasz"], ["collation"], ["add", "Bob"]:
        done = subprocess.run(sys.argv[1:] + arguments, capture_output=True, text=True)
        print(done.returncode, [line.split("\\t")[0] for line in done.stdout.splitlines()], done.stderr.strip())
      """
    let output = try await sandbox.start("python3", ["-c", script, Sandbox.binary]).end()
    #expect(
      output.out == """
        0 ['Ann', 'Łukasz']\u{20}
        0 ['1']\u{20}
        0 ['root']\u{20}
        2 [] besties: The store \(path("friends.sqlite")) is locked by another process; nothing was changed. Try again later.

        """)
    #expect(try sandbox.names() == ["Ann", "Łukasz"])
  }
}
