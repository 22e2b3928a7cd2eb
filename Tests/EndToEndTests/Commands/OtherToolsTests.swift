import Foundation
import Testing

/// Any SQLite tool may write the store while commands run.
struct OtherToolsTests {
  let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    try sandbox.makeEmptyStore()
  }

  @Test func anInsertIsEnough() throws {
    _ = try sandbox.add("Aaron")
    _ = try sandbox.add("Zzyzx")
    try sandbox.sqlite("INSERT INTO friend(name, meeting_place) VALUES ('Łucja', 'Café'), ('Zoë', NULL)")
    #expect(try sandbox.names("--sort", "name") == ["Aaron", "Łucja", "Zoë", "Zzyzx"])
    #expect(try sandbox.names("lucja", "cafe") == ["Łucja"])
    let zoe = try sandbox.besties("list", "--json", "zoe").json()[0]
    #expect((zoe["id"] as? String)?.wholeMatch(of: /[0-9a-f-]{36}/) != nil)
    #expect(try sandbox.besties("delete", zoe["id"] as? String ?? "").status == 0)
  }

  @Test func updatesAndDeletesKeepSearchAndOrder() throws {
    for name in ["Ann", "Bo", "Cy"] { _ = try sandbox.add(name, "--tag", "t") }
    try sandbox.sqlite("UPDATE friend SET name = 'Žofie' WHERE name = 'Ann'; DELETE FROM friend WHERE name = 'Bo'")
    #expect(try sandbox.names("--sort", "name") == ["Cy", "Žofie"])
    #expect(try sandbox.names("zofie") == ["Žofie"] && sandbox.names("ann") == [])
    try sandbox.sqlite("DELETE FROM friend")
    #expect(try sandbox.sqlite("SELECT count(*) FROM tag; SELECT count(*) FROM friend_tag") == "0\n0\n")
    #expect(try sandbox.besties("list", "--count").out == "0\n")
  }

  @Test func tagsOfOtherTools() throws {
    _ = try sandbox.add("Ann")
    try sandbox.sqlite("INSERT INTO friend_tag(friend, tag) SELECT pk, 'climbing' FROM friend")
    #expect(try sandbox.names("climb") == ["Ann"])
    try sandbox.sqlite("UPDATE tag SET name = 'bouldering'")
    #expect(try sandbox.names("boulder") == ["Ann"] && sandbox.names("climb") == [])
  }

  @Test func replacingOneLeavesOne() throws {
    let id = try sandbox.add("Ann", "--tag", "old")
    try sandbox.sqlite("REPLACE INTO friend(id, name) VALUES ('\(id)', 'Anna')")
    #expect(try sandbox.names() == ["Anna"] && sandbox.names("old") == [] && sandbox.names("anna") == ["Anna"])
    #expect(try sandbox.sqlite("SELECT count(*) FROM tag") == "0\n")
  }

  @Test func strangeValuesAreShownAndNotTrippedOver() throws {
    try sandbox.sqlite(
      """
      INSERT INTO friend(name, meeting_date, phones) VALUES ('', 'soon', 'not json');
      INSERT INTO friend(name, meeting_date) VALUES (42, 20210609), (x'ff41', '2021-99-99');
      """)
    for form in ["--json", "--tsv", "--sections"] {
      for sort in ["place", "date", "name", "added"] {
        #expect(try sandbox.besties("list", form, "--sort", sort).status == 0)
      }
    }
    #expect(try sandbox.besties("list", "--count").out == "3\n")
  }

  @Test func aLockedStoreIsReadAndNotWritten() throws {
    _ = try sandbox.add("Ann")
    let shell = """
      import sqlite3, subprocess, sys
      lock = sqlite3.connect('friends.sqlite', isolation_level=None)
      lock.execute('BEGIN IMMEDIATE')
      for command in (['list', '--count'], ['add', 'Bo']):
        run = subprocess.run([sys.argv[1]] + command, capture_output=True, text=True)
        print(run.returncode, run.stdout.strip(), run.stderr.strip())
      """
    let lines = try sandbox.run("python3", ["-c", shell, Sandbox.binary]).lines
    #expect(lines.first == "0 1 ")
    #expect(lines.last?.hasPrefix("2  besties: The store ") == true && lines.last?.contains("locked") == true)
  }

  @Test func anotherProgramsDatabaseAndANewerOneAreRefused() throws {
    _ = try sandbox.run("sqlite3", ["other.sqlite", "CREATE TABLE t(x)"])
    let other = try sandbox.besties("--store", "other.sqlite", "list")
    #expect(other.status == 2 && other.err.contains("is another program's database"))
    try sandbox.sqlite("PRAGMA user_version = 99")
    let newer = try sandbox.besties("list")
    #expect(newer.status == 2 && newer.err.contains("has version 99"))
  }

  /// A dump has all the tables, and neither the number that says whose file it is nor the version.
  @Test func whatTheShellHasDumpedAndReadAgainIsTheSameStore() throws {
    let ann = try sandbox.add("Ann", "--place", "Gym", "--tag", "climbing")
    try sandbox.besties("edit", ann, "--place", "Zoo")
    try sandbox.run("sh", ["-c", "sqlite3 friends.sqlite .dump | sqlite3 restored.sqlite"])
    let original = try sandbox.besties("list", "--json").out
    sandbox.environment["BESTIES_STORE"] = "restored.sqlite"
    #expect(try sandbox.besties("list", "--json").out == original)
    #expect(try sandbox.besties("undo").status == 0)
    #expect(try sandbox.besties("list", "--tsv").lines.last?.hasPrefix("Ann\tGym\t") == true)
    let header = "PRAGMA application_id; PRAGMA user_version; PRAGMA integrity_check"
    #expect(try sandbox.run("sqlite3", ["restored.sqlite", header]).out == "1111839572\n2\nok\n")
    // Which is not the header of a store that it is not.
    let colors = URL(filePath: Sandbox.binary).deletingLastPathComponent().appending(path: "colors").path
    try sandbox.run(colors, ["--store", "colors.sqlite", "add", "AA22BB"])
    try sandbox.run("sh", ["-c", "sqlite3 colors.sqlite .dump | sqlite3 others.sqlite"])
    #expect(try sandbox.besties("--store", "others.sqlite", "list").err.contains("is another program's database"))
  }
}
