import Foundation
import Testing

/// Files that aren't ours, aren't there, or aren't to be changed: they are recognised before anything is done to them.
struct ForeignFileTests {
  let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  private func state() throws -> String {
    try sandbox.run("bash", ["-c", "for f in *; do [ -f $f ] && stat -c '%n %s %Y %a' $f && cksum < $f; done"]).out
  }

  private static let reading = [["list"], ["show", "ann"], ["history"], ["export", "-"], ["collation"]]
  private static let writing = [["add", "Ann"], ["undo"], ["samples", "remove"], ["collation", "sv_SE"]]

  // MARK: Missing

  @Test func readingMakesNothing() throws {
    for (arguments, status) in [
      (["list"], 0), (["list", "ann"], 1), (["show", "ann"], 1), (["history"], 0), (["export", "-"], 0),
      (["collation"], 0), (["delete", "--dry-run", "x"], 1), (["list", "--count", "--read-only"], 0),
    ] as [([String], Int32)] {
      #expect(try sandbox.run(Sandbox.binary, arguments).status == status, "\(arguments)")
    }
    try sandbox.write("name\nAnn\n", to: "a.csv")
    let rehearsal = try sandbox.besties("import", "--dry-run", "a.csv")
    #expect(rehearsal.err == "Dry run, nothing was changed: 1 created, 0 updated, 0 unchanged, 0 skipped.\n")
    #expect(sandbox.files == ["a.csv"])
    for app in ["quakes", "colors"] {
      let path = URL(filePath: Sandbox.binary).deletingLastPathComponent().appending(path: app).path
      #expect(try sandbox.run(path, ["list", "--json"]).out == "[\n]\n")
    }
    #expect(sandbox.files == ["a.csv"] && !sandbox.exists(".local"))
  }

  @Test func anEmptyFileIsAnEmptyStoreThatWritingFills() throws {
    try sandbox.write("", to: "friends.sqlite")
    #expect(try sandbox.besties("list", "--count").out == "0\n")
    #expect(try sandbox.contents(of: "friends.sqlite").isEmpty && sandbox.files == ["friends.sqlite"])
    _ = try sandbox.add("Ann")
    #expect(try sandbox.names() == ["Ann"])
    // A database without a table is one as well.
    try sandbox.run("sqlite3", ["blank.sqlite", "VACUUM"])
    let before = try Data(contentsOf: sandbox.folder.appending(path: "blank.sqlite"))
    #expect(try sandbox.besties("list", "--store", "blank.sqlite", "--count").out == "0\n")
    #expect(try Data(contentsOf: sandbox.folder.appending(path: "blank.sqlite")) == before)
  }

  // MARK: Foreign

  @Test(arguments: [
    ("one", "x", "is not a database"), ("short", "SQLite format 3", "is not a database"),
    ("text", String(repeating: "Dear diary. ", count: 400), "is not a database"),
  ])
  func whatIsNoDatabaseStaysAsItIs(name: String, text: String, reason: String) throws {
    try sandbox.write(text, to: name)
    let before = try state()
    for arguments in Self.reading + Self.writing {
      let output = try sandbox.run(Sandbox.binary, ["--store", name] + arguments)
      #expect(output.status == 2 && output.err.contains(reason), "\(arguments)")
    }
    #expect(try state() == before)
  }

  @Test(arguments: ["delete", "wal"]) func anotherProgramsDatabaseStaysAsItIs(mode: String) throws {
    for (name, sql) in [
      ("plain", "CREATE TABLE friend (name)"), ("marked", "PRAGMA application_id = 7; CREATE TABLE song (title)"),
      ("named", "PRAGMA application_id = 7"),
    ] {
      try sandbox.run("sqlite3", [name, "PRAGMA journal_mode = \(mode); PRAGMA user_version = 3; " + sql])
    }
    let before = try state()
    for name in ["plain", "marked", "named"] {
      for arguments in Self.reading + Self.writing {
        let output = try sandbox.run(Sandbox.binary, ["--store", name] + arguments)
        #expect(output.status == 2 && output.err.contains("is another program's database"), "\(name) \(arguments)")
      }
    }
    #expect(try state() == before)
  }

  /// Its log, which a process that was killed has left, is not brought into it.
  @Test func norIsWhatItsOwnerLeftBesideIt() throws {
    let script = """
      import os, shutil, sqlite3
      connection = sqlite3.connect("other.sqlite")
      connection.execute("PRAGMA journal_mode = WAL")
      connection.execute("CREATE TABLE song (title)")
      connection.commit()
      connection.execute("PRAGMA wal_checkpoint")
      connection.execute("INSERT INTO song VALUES ('Suzanne')")
      connection.commit()
      for end in "", "-wal":
        shutil.copy("other.sqlite" + end, "killed.sqlite" + end)
      connection.close()
      os.remove("other.sqlite")
      connection = sqlite3.connect("fresh.sqlite")
      connection.execute("PRAGMA journal_mode = WAL")
      connection.execute("CREATE TABLE song (title)")
      connection.commit()
      for end in "", "-wal":
        shutil.copy("fresh.sqlite" + end, "new.sqlite" + end)
      connection.close()
      os.remove("fresh.sqlite")
      """
    try sandbox.run("python3", ["-c", script])
    #expect(sandbox.files == ["killed.sqlite", "killed.sqlite-wal", "new.sqlite", "new.sqlite-wal"])
    let before = try state()
    for name in ["killed.sqlite", "new.sqlite"] {
      for arguments in Self.reading + Self.writing {
        let output = try sandbox.run(Sandbox.binary, ["--store", name] + arguments)
        #expect(output.status == 2 && output.err.contains("is another program's database"), "\(name) \(arguments)")
      }
    }
    #expect(try state() == before)
  }

  // MARK: Read-only

  @Test func readOnlyChangesNothingWhateverTheFileAllows() throws {
    let id = try sandbox.add("Ann")
    try sandbox.sqlite("INSERT INTO friend(name) VALUES ('Zoë'); PRAGMA journal_mode = DELETE")
    let before = try state()
    #expect(try sandbox.names("--read-only") == ["Ann", "Zoë"])
    #expect(try sandbox.besties("list", "--read-only", "--count", "zoe").out == "1\n")
    let path = sandbox.folder.appending(path: "friends.sqlite").path
    for arguments in Self.writing + [["delete", id], ["edit", id, "--place", "Gym"], ["redo"]] {
      let output = try sandbox.run(Sandbox.binary, ["--read-only"] + arguments)
      #expect(
        output
          == .init(
            status: 2, out: "", err: "besties: The store \(path) was opened for reading only; nothing was changed.\n"))
    }
    #expect(try state() == before)
  }

  @Test func aReadOnlyBrowserKeepsNothing() async throws {
    try await BrowserTerminal.use { terminal in
      try await terminal.run("besties add Ann --place Gym; besties add Zoë --place Zoo; cksum .local/share/besties/*")
      let sum = try await terminal.wait { $0.contains { $0.hasSuffix("besties.sqlite") } }
      try await terminal.open("--read-only")
      try await terminal.wait(for: "This store is read-only: it can be browsed, not changed.")
      try await terminal.press("C", "G", "E", "j", "D")
      try await terminal.wait(for: "was opened for reading only; nothing was changed.")
      try await terminal.press("q")
      _ = try await terminal.status()
      try await terminal.run("clear; ls -A .local; cksum .local/share/besties/*")
      let lines = try await terminal.wait { $0.contains { $0.hasSuffix("besties.sqlite") } }
      #expect(lines.contains("share") && !lines.contains("state"))
      #expect(lines.first { $0.hasSuffix("besties.sqlite") } == sum.last { $0.hasSuffix("besties.sqlite") })
    }
  }
}
