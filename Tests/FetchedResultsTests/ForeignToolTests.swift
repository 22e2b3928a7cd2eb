import FetchedResults
import Foundation
import SQLite
import Testing

/// What other tools write into the file.
@Suite struct ForeignToolTests {
  private let file = ScratchStore()

  @Test func aBareInsertGetsEverythingElse() async throws {
    let store = file.store()
    try await store.open()
    let tool = try file.connect()
    let before = Date.now
    try tool.execute("INSERT INTO person (name) VALUES ('Zoë'); INSERT INTO person (name) VALUES ('Łukasz')")
    let people = try await store.read { try $0.fetch(FetchRequest<Person>(sortDescriptors: .byName)) }
    #expect(people.map(\.name) == ["Łukasz", "Zoë"])
    for person in people {
      let digits = person.id.filter { $0 != "-" }
      #expect(digits.count == 32 && digits.allSatisfy(\.isHexDigit) && person.id.count == 36)
      #expect(person.id.dropFirst(14).first == "7")
      #expect(person.id.dropFirst(19).first.map("89ab".contains) == true)
      let milliseconds = Int(digits.prefix(12), radix: 16) ?? 0
      #expect(abs(Double(milliseconds) / 1000 - before.timeIntervalSince1970) < 600)
      #expect(abs(person.addedAt.timeIntervalSince(before)) < 600)
      #expect(person.note == "" && person.tags == [])
    }
    #expect(Set(people.map(\.id)).count == 2)
    let term = "lukasz"
    let predicate = #Predicate<Person> { $0.searchText.localizedStandardContains(term) }
    #expect(try await store.read { try $0.fetch(FetchRequest(predicate: predicate)).map(\.name) } == ["Łukasz"])
  }

  /// Values that are not of the column's type, each with what reading it gives.
  private static let values: [(column: String, literal: String)] = [
    ("name", "x'ff00'"), ("name", "''"), ("name", "'   '"), ("name", "12"), ("name", "CAST(x'41ff' AS TEXT)"),
    ("place", "x'01'"), ("place", "''"), ("place", "1.5"), ("place", "char(8205)"), ("day", "'soon'"), ("day", "x'02'"),
    ("height", "'tall'"), ("height", "x'03'"), ("height", "9e999"), ("note", "x'04'"),
    ("note", "'a' || char(0) || 'b'"),
    ("added_at", "'never'"), ("added_at", "'2026-11-30'"), ("added_at", "17"), ("added_at", "x'05'"),
    ("added_at", "'99999-01-01T00:00:00.000Z'"), ("added_at", "'-0044-03-15T00:00:00.000Z'"), ("added_at", "''"),
  ]

  @Test(arguments: values.indices) func aBadValueIsReadAroundAndStays(index: Int) async throws {
    let (column, literal) = Self.values[index]
    let store = file.store()
    try await store.write("Fill") { context in for name in ["Ann", "Bob"] { try context.insert(Person(name: name)) } }
    let tool = try file.connect()
    try tool.execute("UPDATE person SET \(column) = \(literal) WHERE pk = 1")
    let raw = try tool.first("SELECT \(column) FROM person WHERE pk = 1") { $0.value(0) }
    for sort in PersonSort.all {
      let snapshot = try await store.read { try $0.snapshot(sectioned(sort)) }
      #expect(Set(snapshot.map(\.key)) == [1, 2], "\(sort.testDescription)")
      #expect(snapshot.sections.map(\.range.count).reduce(0, +) == 2, "\(sort.testDescription)")
      #expect(Set(snapshot.sections.map(\.identifier)).count == snapshot.sections.count, "\(sort.testDescription)")
    }
    let id = RecordID<Person>(key: 1)
    try await store.write("Edit") { try $0.update(id) { $0.tags = ["new"] } }
    try await store.write("Edit") { context in
      try context.update(id) { person in if column == "note" { person.day = "2009" } else { person.note = "new" } }
    }
    #expect(try tool.first("SELECT \(column) FROM person WHERE pk = 1") { $0.value(0) } == raw)
    try await store.undo()
    try await store.undo()
    try tool.expectSound()
  }

  @Test(arguments: ["x'41ff'", "''", "'a' || char(0)", "'\"quoted\"'", "17"]) func anyTagIsRead(literal: String)
    async throws
  {
    let store = file.store()
    try await store.write("Fill") { try $0.insert(Person(name: "Ann", tags: ["z"])) }
    let tool = try file.connect()
    try tool.execute("INSERT INTO person_tag (person, tag) VALUES (1, \(literal))")
    let text = try tool.first("SELECT CAST(\(literal) AS TEXT)") { $0.text(0) ?? "" } ?? ""
    let tags = try await store.read { try $0.fetch(FetchRequest<Person>()).map(\.tags) }
    #expect(tags.map(Set.init) == [["z", text]])
    try tool.expectSound()
  }

  /// What a shell does to Ann (1, tagged a) and Bob (2, tagged b), and who has which tags then.
  private static let scripts: [(script: String, tags: [Int64: [String]])] = [
    ("REPLACE INTO person (pk, name) VALUES (1, 'Cid')", [1: [], 2: ["b"]]),
    ("PRAGMA recursive_triggers = 1; REPLACE INTO person (pk, name) VALUES (1, 'Cid')", [1: [], 2: ["b"]]),
    ("REPLACE INTO person (id, name) VALUES ('ann', 'Cid')", [2: ["b"], 3: []]),
    ("REPLACE INTO person (pk, id, name) VALUES (1, 'bob', 'Cid')", [1: []]),
    ("INSERT OR IGNORE INTO person (id, name) VALUES ('ann', 'Cid')", [1: ["a"], 2: ["b"]]),
    ("INSERT OR IGNORE INTO person (pk, name) VALUES (1, 'Cid')", [1: ["a"], 2: ["b"]]),
    ("INSERT INTO person (id, name) VALUES ('ann', 'x') ON CONFLICT DO UPDATE SET name = 'Cid'", [1: ["a"], 2: ["b"]]),
    ("UPDATE person SET pk = 9 WHERE pk = 1", [2: ["b"], 9: ["a"]]),
    ("UPDATE OR REPLACE person SET pk = 2 WHERE pk = 1", [2: ["a"]]),
    ("UPDATE OR REPLACE person SET id = 'bob' WHERE pk = 1", [1: ["a"]]),
    ("UPDATE tag SET name = 'c' WHERE name = 'a'", [1: ["c"], 2: ["b"]]),
    (
      "INSERT INTO person_tag (person, tag) VALUES (2, 'a'); UPDATE OR REPLACE tag SET name = 'b' WHERE name = 'a'",
      [1: ["b"], 2: ["b"]]
    ),
    ("DELETE FROM tag", [1: [], 2: []]),
    ("PRAGMA foreign_keys = 1; DELETE FROM person WHERE pk = 1", [2: ["b"]]),
    ("PRAGMA foreign_keys = 1; INSERT INTO person_tag (person, tag) VALUES (1, 'new')", [1: ["a", "new"], 2: ["b"]]),
    ("DELETE FROM person; INSERT INTO person (name) VALUES ('Cid')", [3: []]),
  ]

  @Test(arguments: scripts.indices) func tagsFollowTheirOwners(index: Int) async throws {
    let (script, expected) = Self.scripts[index]
    let store = file.store()
    try await store.write("Fill") { context in
      try context.insert(Person(id: "ann", name: "Ann", tags: ["a"]))
      try context.insert(Person(id: "bob", name: "Bob", tags: ["b"]))
    }
    let tool = try file.connect()
    try tool.execute(script)
    let tags = try await store.read { context in
      var tags: [Int64: [String]] = [:]
      try context.forEach(FetchRequest<Person>()) { id, person in tags[id.key] = person.tags }
      return tags
    }
    #expect(tags == expected, "\(script)")
    try tool.expectSound()
  }

  @Test func tagsOfEveryKindComeBack() async throws {
    let tags = ["", "a\u{0}b", "\"", "\\", "o'clock", "👩‍👩‍👧", "a,b", "e\u{301}", "line\nfeed", "\u{2028}"]
    let store = file.store()
    let id = try await store.write("Fill") { try $0.insert(Person(name: "Ann", tags: tags)) }
    #expect(try await store.read { try $0.record(id)?.tags } == tags)
  }

  @Test(
    arguments: [
      0, 1, -1, 0.001, 0.29, 1_700_000_000.123, 1_700_000_000.999_6, -62_135_769_600, -1e15, 64_092_211_200,
      253_402_300_799.999,
      1e15, .infinity, -.infinity,
    ] as [Double])
  func anInstantIsWrittenAsItWasRead(seconds: Double) async throws {
    let written = Person(name: "Ann", addedAt: Date(timeIntervalSince1970: seconds))
    let store = file.store()
    let id = try await store.write("Fill") { try $0.insert(written) }
    let read = try #require(try await store.read { try $0.record(id) })
    #expect(read.addedAt.storedValue == written.addedAt.storedValue)
    if (-62_135_769_600...253_402_300_799.999).contains(seconds) {
      #expect(read.addedAt == written.addedAt)
    }
    let raw = try file.connect().first("SELECT added_at FROM person") { $0.text(0) ?? "" } ?? ""
    #expect(raw.utf8.count >= 24 && raw.hasSuffix("Z"))
  }

  @Test func otherSpellingsOfAnInstantAreOneInstant() async throws {
    let store = file.store()
    try await store.open()
    let tool = try file.connect()
    for text in ["2026-11-30T09:15:00.000Z", "2026-11-30 09:15:00", "2026-11-30T09:15:00Z", "2026-11-30T09:15:00"] {
      try tool.run("INSERT INTO person (name, added_at) VALUES ('Ann', ?)", [.text(text)])
    }
    let instant = Date(timeIntervalSince1970: 1_796_030_100)
    #expect(
      try await store.read { try $0.fetch(FetchRequest<Person>()).map(\.addedAt) }
        == Array(repeating: instant, count: 4))
    let predicate = #Predicate<Person> { $0.addedAt == instant }
    #expect(try await store.read { try $0.count(FetchRequest(predicate: predicate)) } == 4)
  }
}
