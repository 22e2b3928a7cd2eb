import Foundation
import Testing

/// A store that version 1 of the program has made: `Tests/Data/besties-1.sql`.
struct EarlierVersionTests {
  let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    let data = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Data/besties-1.sql")
    try sandbox.write(try String(contentsOf: data, encoding: .utf8), to: "besties-1.sql")
    try sandbox.run("bash", ["-c", "umask 022; sqlite3 friends.sqlite < besties-1.sql"])
  }

  private func version(_ file: String) throws -> String {
    try sandbox.run("sqlite3", [file, "PRAGMA user_version; PRAGMA integrity_check"]).out
  }

  @Test func everythingIsThereAndTheFormerStoreIsKept() throws {
    let before = try sandbox.run("sqlite3", ["friends.sqlite", ".dump"]).out
    #expect(
      try sandbox.besties("list", "--tsv").lines.map { $0.split(separator: "\t").first ?? "" } == [
        "name", "Zoë Castillo", "Åsa Berg", "Ove",
      ])
    #expect(try sandbox.besties("collation").out == "sv_SE\n")
    #expect(
      try sandbox.besties("history").lines.map { String($0.suffix(from: $0.index($0.startIndex, offsetBy: 24))) } == [
        "done    Edit Zoë Castillo", "undone  Import i.csv", "done    Add Åsa Berg", "done    Add Zoë Castillo",
      ])
    #expect(try version("friends.sqlite") == "2\nok\n")
    #expect(try version("friends.sqlite.version-1") == "1\nok\n")
    #expect(try sandbox.run("sqlite3", ["friends.sqlite.version-1", ".dump"]).out == before)
    let attributes = try FileManager.default.attributesOfItem(
      atPath: sandbox.folder.appending(path: "friends.sqlite.version-1").path)
    #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
    #expect(
      sandbox.files.filter { $0.hasPrefix("friends") }.sorted() == ["friends.sqlite", "friends.sqlite.version-1"])
  }

  @Test func stepsFromBeforeAreTakenBackAndDoneAgain() throws {
    #expect(try sandbox.besties("redo").err == "Done again: Import i.csv. “besties undo” takes it back.\n")
    #expect(try sandbox.names("kiruna") == ["Eva"] && sandbox.names("nord") == ["Eva"])
    #expect(try sandbox.besties("undo").err == "Undone: Import i.csv. “besties redo” does it again.\n")
    #expect(try sandbox.besties("undo").err == "Undone: Edit Zoë Castillo. “besties redo” does it again.\n")
    #expect(try sandbox.sqlite("SELECT note FROM friend WHERE pk = 1") == "Belays well\n")
    #expect(try sandbox.besties("list", "--count").out == "3\n")
  }

  @Test func aSecondFormerStoreDoesNotReplaceTheFirst() throws {
    for _ in 1...2 {
      try sandbox.run("bash", ["-c", "rm -f friends.sqlite; sqlite3 friends.sqlite < besties-1.sql"])
      try sandbox.besties("list")
    }
    #expect(try version("friends.sqlite.version-1") == "1\nok\n")
    #expect(try version("friends.sqlite.version-1-2") == "1\nok\n")
  }

  @Test func whatIsReadOnlyIsReadAndStaysAsItIs() throws {
    let before = try sandbox.run("sha256sum", ["friends.sqlite"]).out
    #expect(try sandbox.besties("--read-only", "list", "--count").out == "3\n")
    #expect(try sandbox.run("sha256sum", ["friends.sqlite"]).out == before)
    #expect(sandbox.files.filter { $0.hasPrefix("friends") } == ["friends.sqlite"])
  }

  @Test(.enabled(if: Sandbox.canMount, "mounting needs root")) func withoutRoomForABackupNothingIsChanged() throws {
    try sandbox.withDisk(size: "300k") {
      try sandbox.run("cp", ["friends.sqlite", "disk/friends.sqlite"])
      try sandbox.run("dd", ["if=/dev/zero", "of=disk/fill", "bs=1k", "count=100"])
      let store = sandbox.folder.appending(path: "disk/friends.sqlite").path
      sandbox.environment["BESTIES_STORE"] = store
      let output = try sandbox.besties("add", "Ann")
      #expect(
        output.err == "besties: The disk that holds \(store) is full; nothing was changed. Make room and try again.\n")
      #expect(output.status == 2)
      #expect(try version("disk/friends.sqlite") == "1\nok\n")
      #expect(try sandbox.run("ls", ["disk"]).out == "fill\nfriends.sqlite\n")
      // It is read all the same, by way of a private copy.
      #expect(try sandbox.besties("list", "--count").out == "3\n")
    }
  }

  /// Killed at any moment, the store is of one version or of the other.
  @Test func whoeverIsKilledMeanwhileLosesNothing() throws {
    try sandbox.sqlite(
      """
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)
      INSERT INTO friend (name, meeting_place, note) SELECT 'Friend ' || i, 'Gym ' || i, 'x' FROM n
      """)
    try sandbox.run("cp", ["friends.sqlite", "former.sqlite"])
    var versions: Set<String> = []
    for milliseconds in stride(from: 5, through: 200, by: 15) {
      try sandbox.run("bash", ["-c", "rm -f friends.sqlite*; cp former.sqlite friends.sqlite"])
      let delay = "0.\(String(repeating: "0", count: 3 - String(milliseconds).count))\(milliseconds)"
      try sandbox.run("timeout", ["-s", "KILL", delay, Sandbox.binary, "--store", "friends.sqlite", "list", "--count"])
      versions.insert(try version("friends.sqlite"))
      let copies = sandbox.files.filter { $0.hasPrefix("friends.sqlite.version-1") && !$0.contains(".part") }
      for copy in copies { #expect(try version(copy) == "1\nok\n") }
      #expect(try sandbox.besties("list", "--count").out == "5003\n")
      #expect(try sandbox.besties("list", "--count", "gym 4321").out == "1\n")
      #expect(try version("friends.sqlite") == "2\nok\n")
      #expect(try version("friends.sqlite.version-1") == "1\nok\n")
    }
    #expect(versions.isSubset(of: ["1\nok\n", "2\nok\n"]))
  }
}
