import Foundation
import Testing

/// Stores that somebody may read and not write. Each is listed whole and in order, edits are refused, and nothing is left
/// beside it.
struct ReadOnlyStoreTests {
  let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    try sandbox.makeStore(in: "other")
  }

  @Test func theFileCanNotBeWritten() throws {
    try sandbox.allow(0o777, "other")
    try sandbox.allow(0o444, "other/friends.sqlite")
    try expectReadOnly()
  }

  @Test func neitherFileNorFolderCanBeWritten() throws {
    try sandbox.allow(0o555, "other")
    try sandbox.allow(0o444, "other/friends.sqlite")
    try expectReadOnly()
  }

  @Test func theFolderCanNotBeWritten() throws {
    try sandbox.allow(0o666, "other/friends.sqlite")
    try sandbox.allow(0o555, "other")
    try expectReadOnly(since: "other")
  }

  @Test func whatAnotherToolWroteLastIsFoundAndSorted() throws {
    try sandbox.run(
      "sqlite3", ["other/friends.sqlite", "INSERT INTO friend (name, meeting_place) VALUES ('Łukasz', 'Lab')"])
    try sandbox.allow(0o444, "other/friends.sqlite")
    try sandbox.allow(0o555, "other")
    try expectReadOnly(names: ["Zoë", "Łukasz", "Ann"])
    #expect(try sandbox.bestiesWithoutRights("list", "lukasz").lines.count == 1)
  }

  /// A process was killed, or its files were copied while it ran: the newest commit is in the log alone.
  @Test func aLogThatNobodyHasOpenIsRead() throws {
    try keepLog("INSERT INTO friend (name, meeting_place) VALUES ('Łukasz', 'Lab')")
    try sandbox.allow(0o444, "other/friends.sqlite")
    try sandbox.allow(0o444, "other/friends.sqlite-wal")
    try sandbox.allow(0o555, "other")
    try expectReadOnly(names: ["Zoë", "Łukasz", "Ann"], files: ["friends.sqlite", "friends.sqlite-wal"])
  }

  @Test func aStoreThatItsOwnerHasOpenIsReadAsItIsNow() throws {
    try sandbox.allow(0o644, "other/friends.sqlite")
    let script = """
      import sqlite3, subprocess, sys
      owner = sqlite3.connect("other/friends.sqlite")
      owner.execute("INSERT INTO friend (name, meeting_place) VALUES ('Łukasz', 'Lab')")
      owner.commit()
      for arguments in ["list"], ["add", "Bob"]:
        done = subprocess.run(sys.argv[1:] + arguments, capture_output=True, text=True)
        print(done.returncode, [line.split("\\t")[0] for line in done.stdout.splitlines()])
      """
    let user = getuid() == 0 ? ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] : []
    try sandbox.allow(0o555, "other")
    // The owner is root, who may make the files beside the store.
    guard getuid() == 0 else { return }
    let output = try sandbox.run("python3", ["-c", script] + user + [Sandbox.binary])
    #expect(output.out == "0 ['Zoë', 'Łukasz', 'Ann']\n2 []\n")
  }

  @Test(.enabled(if: Sandbox.canMount, "mounting needs root")) func aDiskThatIsMountedReadOnly() throws {
    try sandbox.withDisk(size: "1m") {
      try sandbox.run("cp", ["other/friends.sqlite", "disk"])
      try sandbox.run("mount", ["-o", "remount,ro", sandbox.folder.appending(path: "disk").path])
      sandbox.environment["BESTIES_STORE"] = "disk/friends.sqlite"
      #expect(try sandbox.names() == ["Zoë", "Ann"])
      #expect(try sandbox.besties("add", "Bob").status == 2)
      #expect(
        try sandbox.besties("--store", "disk/new.sqlite", "add", "Ann").err.hasSuffix(
          "disk can't be written to; change its permissions, or choose another store.\n"))
    }
  }

  @Test func aLogOfAnotherUserIsNamed() throws {
    guard getuid() == 0 else { return }
    try keepLog("INSERT INTO friend (name) VALUES ('Łukasz')")
    try sandbox.run("chown", ["65534", "other", "other/friends.sqlite"])
    try sandbox.allow(0o600, "other/friends.sqlite-wal")
    for arguments in [["list"], ["add", "Bob"]] {
      let output = try sandbox.bestiesWithoutRights(arguments[0], arguments.count > 1 ? arguments[1] : "--")
      #expect(output.status == 2 && output.out.isEmpty)
      #expect(output.err.hasSuffix("/other/friends.sqlite-wal can't be opened; check its owner and permissions.\n"))
    }
    try sandbox.allow(0o644, "other/friends.sqlite-wal")
    #expect(try sandbox.bestiesWithoutRights("list", "--count").out == "3\n")
    #expect(try sandbox.bestiesWithoutRights("add", "Bob").err.contains("friends.sqlite-wal can't be written to"))
  }

  /// Lists, searches and exports what is there, and tries to change it.
  private func expectReadOnly(
    names: [String] = ["Zoë", "Ann"], since obstacle: String = "other/friends.sqlite",
    files: [String] = ["friends.sqlite"], sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let list = try sandbox.bestiesWithoutRights("list", "--json")
    #expect(list.status == 0 && list.err.isEmpty, sourceLocation: sourceLocation)
    #expect(try list.json().map { $0["name"] as? String } == names, sourceLocation: sourceLocation)
    #expect(try sandbox.bestiesWithoutRights("list", "GYM").lines.count == 1, sourceLocation: sourceLocation)
    #expect(try sandbox.bestiesWithoutRights("export").lines.count == names.count + 1, sourceLocation: sourceLocation)
    let path = sandbox.folder.appending(path: "other/friends.sqlite").path
    let reason =
      obstacle == "other/friends.sqlite"
      ? "" : ", since \(sandbox.folder.appending(path: obstacle).path) can't be written to"
    for arguments in [["add", "Bob"], ["undo", "1"], ["samples", "remove"], ["collation", "sv_SE"]] {
      let output = try sandbox.bestiesWithoutRights(arguments[0], arguments[1])
      #expect(output.status == 2 && output.out.isEmpty, sourceLocation: sourceLocation)
      #expect(
        output.err == """
          besties: The store \(path) is read-only\(reason); nothing was changed. \
          Change the permissions, or work on a copy.

          """, sourceLocation: sourceLocation)
    }
    try sandbox.write("name,meetingPlace\nBob,Gym\nZoë,Gym\n", to: "new.csv")
    let rehearsal = try sandbox.bestiesWithoutRights("import", "--dry-run", "new.csv")
    #expect(rehearsal.status == 0, sourceLocation: sourceLocation)
    #expect(
      rehearsal.err == "Dry run, nothing was changed: 1 created, 0 updated, 1 unchanged, 0 skipped.\n",
      sourceLocation: sourceLocation)
    let left = try FileManager.default.contentsOfDirectory(atPath: sandbox.folder.appending(path: "other").path)
    #expect(left.sorted() == files, sourceLocation: sourceLocation)
  }

  /// Writes with another tool, and keeps the log that it would remove at its end.
  private func keepLog(_ sql: String) throws {
    let script = """
      import os, shutil, sqlite3, sys
      store = "other/friends.sqlite"
      connection = sqlite3.connect(store)
      connection.execute(sys.argv[1])
      connection.commit()
      for end in "", "-wal":
        shutil.copy(store + end, "kept" + end)
      connection.close()
      for end in "", "-wal":
        os.replace("kept" + end, store + end)
      """
    try sandbox.run("python3", ["-c", script, sql])
  }
}
