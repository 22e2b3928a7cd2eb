import Foundation
import Testing

/// Stores as other tools may have left them: in another encoding, with texts that we can't read, without what we made.
struct AlteredStoreTests {
  let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  // MARK: UTF-16

  @Test(arguments: ["UTF-16le", "UTF-16be"]) func aStoreInUTF16IsReadAsItIs(encoding: String) throws {
    let zoe = try sandbox.add(
      "Zoë 🧗", "--place", "Café", "--date", "2021-06-09", "--phone", "cell:+34 600", "--tag", "größe", "--note", "a\nb")
    _ = try sandbox.add("Łukasz", "--place", "Gym", "--tag", "x")
    let (list, csv) = (try sandbox.besties("list", "--json").out, try sandbox.besties("export").out)
    let convert = "sqlite3 friends.sqlite .dump | sed '1s/^/PRAGMA encoding = \"\(encoding)\";/' | sqlite3 other.sqlite"
    try sandbox.run("bash", ["-c", convert])
    #expect(try sandbox.run("sqlite3", ["other.sqlite", "PRAGMA encoding"]).out == "\(encoding)\n")
    sandbox.environment["BESTIES_STORE"] = "other.sqlite"
    #expect(try sandbox.besties("list", "--json").out == list)
    #expect(try sandbox.besties("export").out == csv)
    #expect(try sandbox.names("zoe") == ["Zoë 🧗"] && sandbox.names("grosse") == ["Zoë 🧗"])
    #expect(try sandbox.besties("list", "--sections", "--sort", "name").lines.first == "L (1)")
    #expect(try sandbox.besties("edit", zoe, "--place", "Zoo").status == 0)
    #expect(try sandbox.besties("undo").err == "Undone: Edit Zoë 🧗. “besties redo” does it again.\n")
    #expect(try sandbox.besties("export").out == csv)
    try sandbox.write(csv, to: "friends.csv")
    #expect(try sandbox.besties("import", "friends.csv").err == "0 created, 0 updated, 2 unchanged, 0 skipped.\n")
    try sandbox.run("sqlite3", ["other.sqlite", "INSERT INTO friend(name) VALUES ('Žofie')"])
    #expect(try sandbox.names("zofie") == ["Žofie"])
    #expect(try sandbox.besties("delete", zoe).status == 0)
    #expect(try sandbox.run("sqlite3", ["other.sqlite", "SELECT name FROM tag"]).out == "x\n")
  }

  // MARK: Unreadable texts

  @Test func whatCanNotBeReadIsShownAsItIsAndSaidWhereItIsLeftOut() throws {
    try sandbox.makeEmptyStore()
    try sandbox.sqlite(
      """
      INSERT INTO friend(name, meeting_date, birthday, phones, emails) VALUES
        ('Ann', '9 June 2021', 'in May', '+34 600', '["a@b", 7]'), ('Bo', '2021', NULL, '[]', '');
      """)
    let id = try sandbox.besties("list", "--json", "ann").json()[0]["id"] as? String ?? ""
    #expect(
      try sandbox.besties("show", id).out == """
        Ann
          date      9 June 2021
          birthday  in May
          phone     +34 600
          e-mail    a@b
          e-mail    7
          id        \(id)

        """)
    #expect(try sandbox.besties("list", "--sort", "date", "--sections").lines.first == "2021 (1)")
    #expect(try sandbox.besties("list", "--sort", "-date", "--sections").lines.first == "9 June 2021 (1)")
    #expect(
      try sandbox.besties("list", "--tsv", "ann").lines.last?.hasPrefix("Ann\t\t9 June 2021\tin May\t+34 600") == true)
    for (file, lost) in [("all.csv", "Ann,,,,"), ("all.json", #""meetingDate":null,"birthday":null"#)] {
      #expect(
        try sandbox.besties("export", file).err == """
          Ann: the date “9 June 2021” is no date, and was left out
          Ann: the birthday “in May” is no date, and was left out
          Exported 2 friends to \(file).

          """)
      #expect(try sandbox.contents(of: file).contains(lost) && sandbox.contents(of: file).contains("+34 600"))
    }
    // Who changes something else leaves it as it is.
    try sandbox.besties("edit", id, "--place", "Gym")
    #expect(
      try sandbox.sqlite("SELECT meeting_date, birthday, phones, emails FROM friend WHERE name = 'Ann'")
        == "9 June 2021|in May|+34 600|[\"a@b\", 7]\n")
    #expect(try sandbox.besties("edit", id, "--date", "9 June 2021").status == 2)
  }

  @Test func theBrowserShowsThemToo() async throws {
    try await BrowserTerminal.use { terminal in
      try await terminal.run("besties --store s collation root")
      try await terminal.run(
        #"sqlite3 s "INSERT INTO friend(name, meeting_place, meeting_date, phones) VALUES ('Ann', 'Gym', '9 JUNE 2021', '+34 600')""#
      )
      try await terminal.open("--store s --no-animation")
      try await terminal.wait(for: "9 JUNE 2021")
      try await terminal.press("e")
      try await terminal.wait(for: "+34 600")
      // The name is changed, and the date left alone.
      try await terminal.press("End")
      try terminal.type("a")
      try await terminal.press("C-s")
      try await terminal.waitForSelection(of: "Anna")
      try await terminal.press("q")
      _ = try await terminal.status()
      try await terminal.run(#"clear; sqlite3 s "SELECT name, meeting_date, phones FROM friend""#)
      try await terminal.wait { $0.contains("Anna|9 JUNE 2021|+34 600") }
    }
  }

  // MARK: Dropped

  @Test(arguments: [
    "DROP TRIGGER friend_inserted", "DROP TRIGGER friend_tag_kept; DROP TRIGGER friend_updated",
    "DROP TABLE friend_derived", "DROP TABLE friend_pending; DROP TABLE friend_journal", "DROP TABLE store_writer",
    "DELETE FROM store_writer", "DROP TABLE friend_stamp", "DROP TABLE store_change_counter",
    "DROP TABLE store_step; DROP TABLE store_commit", "DROP TABLE friend_tag; DROP TABLE tag",
    "SELECT 'DROP INDEX ' || name FROM sqlite_schema WHERE type = 'index' AND name LIKE 'friend_by%' LIMIT 1",
  ])
  func whatAnotherToolHasDroppedIsMadeAgain(sql: String) throws {
    _ = try sandbox.add("Ann", "--tag", "climbing")
    let objects = "SELECT type, name FROM sqlite_schema ORDER BY name"
    let before = try sandbox.sqlite(objects)
    let statement = sql.hasPrefix("SELECT") ? try sandbox.sqlite(sql) : sql
    try sandbox.sqlite(statement)
    // What is changed meanwhile, if it can be, goes unnoticed by the triggers, and not by the next who opens the store.
    try sandbox.sqlite("INSERT INTO friend(name) VALUES ('Zoë')")
    let names = try sandbox.sqlite("SELECT name FROM friend ORDER BY name").split(separator: "\n").map(String.init)
    #expect(try sandbox.names("--sort", "name") == names && sandbox.names("zoe") == names.filter { $0 == "Zoë" })
    #expect(try sandbox.sqlite(objects) == before)
    _ = try sandbox.add("Bo", "--tag", "work")
    #expect(try sandbox.names("work") == ["Bo"])
    #expect(try sandbox.sqlite("SELECT count(*) FROM friend WHERE pk NOT IN (SELECT pk FROM friend_derived)") == "0\n")
    #expect(try sandbox.sqlite("SELECT name FROM tag WHERE name NOT IN (SELECT tag FROM friend_tag)").isEmpty)
    #expect(try sandbox.besties("undo").status == 0)
    #expect(try sandbox.besties("history").status == 0)
  }

  @Test func aReaderWithoutRightsRepairsACopy() throws {
    try sandbox.makeStore(in: "other")
    try sandbox.run("sqlite3", ["other/friends.sqlite", "DROP TABLE friend_derived"])
    try sandbox.allow(0o444, "other/friends.sqlite")
    try sandbox.allow(0o555, "other")
    #expect(try sandbox.bestiesWithoutRights("list").lines.count == 2)
  }

  @Test func otherAppsToo() throws {
    let colors = URL(filePath: Sandbox.binary).deletingLastPathComponent().appending(path: "colors").path
    try sandbox.run(colors, ["--store", "c", "add", "AA22BB", "Plum"])
    try sandbox.run(
      "sqlite3", ["c", "DROP TRIGGER color_inserted; INSERT INTO color(hex, name) VALUES ('#0CA678', 'Jade')"])
    #expect(try sandbox.run(colors, ["--store", "c", "list", "jade"]).lines.count == 1)
  }
}
