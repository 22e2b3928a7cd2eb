import FetchedResults
import Foundation
import SQLite
import Synchronization
import Testing

/// Bulk insertions that are undone and done again.
struct UndoneInsertionTests {
  private let file = ScratchStore()

  /// A store with some people, and others that were inserted in bulk.
  private func filledStore(others: Int, inserted: Int) async throws -> Store {
    let store = file.store()
    if others > 0 {
      try await store.write("Add others") { context in
        for number in 0..<others { try context.insert(Person(name: "Åsa \(number)", tags: ["old", "both"])) }
      }
    }
    try await store.write("Import") { context in
      for number in 0..<inserted { try context.insertInBulk(Person(name: "Zoë \(number)", tags: ["new", "both"])) }
    }
    return store
  }

  /// Records, and what follows from them.
  private func dump() throws -> [[Value]] {
    let connection = try file.connect()
    return try connection.recordDump()
      + ["person_derived", "person_text"].flatMap { table in
        try connection.all("SELECT * FROM \(table) ORDER BY pk") { row in (0..<row.count).map { row.value($0) } }
      }
  }

  @Test(arguments: [(0, 300), (300, 300), (2000, 10)]) func theyComeBackWithAllThatFollows(
    others: Int, inserted: Int
  ) async throws {
    let store = try await filledStore(others: others, inserted: inserted)
    let before = try dump()
    for _ in 1...2 {
      try await store.undo()
      let tags = try file.connect().all("SELECT name FROM tag ORDER BY name") { $0.text(0) }
      #expect(tags == (others == 0 ? [] : ["both", "old"]))
      #expect(try file.connect().first("SELECT count(*) FROM person") { $0.integer(0) } == Int64(others))
      for table in ["person", "person_derived", "person_text"] {
        let archived = try file.connect().first("SELECT count(*) FROM \(table)_undone") { $0.integer(0) }
        #expect(archived == Int64(inserted), "\(table)")
      }
      try file.connect().expectSound()
      try await store.redo()
      #expect(try dump() == before)
      try file.connect().expectSound()
    }
  }

  @Test(arguments: [(0, 300), (300, 300), (300, 0)]) func progressGrowsToItsEnd(others: Int, inserted: Int) async throws
  {
    let store = try await filledStore(others: others, inserted: inserted)
    for isUndo in [true, false] {
      let told = Mutex<[Double]>([])
      let note: @Sendable (Double) -> Void = { fraction in told.withLock { $0.append(fraction) } }
      _ = try await isUndo ? store.undo(progress: note) : store.redo(progress: note)
      let fractions = told.withLock(\.self)
      #expect(fractions == fractions.sorted())
      #expect(fractions.count > 5 && fractions.allSatisfy { (0...1).contains($0) })
      #expect(fractions.first ?? 1 < 0.1 && fractions.last ?? 0 >= 0.5)
    }
  }

  @Test func anotherOrderMakesTheDerivedRowsAnew() async throws {
    let store = try await filledStore(others: 10, inserted: 10)
    try await store.undo()
    try await store.setCollationLocale("sv_SE")
    try await store.redo()
    try file.connect().expectSound()
    #expect(try await store.read { try $0.count(FetchRequest<Person>()) } == 20)
  }

  @Test func anotherToolsTriggersGoOn() async throws {
    let store = try await filledStore(others: 10, inserted: 10)
    try file.connect().execute(
      """
      CREATE TABLE audit (name);
      CREATE TRIGGER person_gone AFTER DELETE ON person BEGIN INSERT INTO audit VALUES (old.name); END;
      CREATE TRIGGER person_come AFTER INSERT ON person BEGIN DELETE FROM audit WHERE name = new.name; END;
      """)
    func names() throws -> [String?] { try file.connect().all("SELECT name FROM audit ORDER BY name") { $0.text(0) } }
    try await store.undo()
    #expect(try names() == (0..<10).map { "Zoë \($0)" })
    try await store.redo()
    #expect(try names() == [])
    try file.connect().expectSound()
  }

  @Test func whatCameInTheirPlaceIsAConflict() async throws {
    let store = try await filledStore(others: 3, inserted: 3)
    try await store.undo()
    try file.connect().execute("INSERT INTO person (pk, name) VALUES (5, 'Eve')")
    let before = try dump()
    await #expect(throws: HistoryError.self) { try await store.redo() }
    #expect(try dump() == before)
  }
}
