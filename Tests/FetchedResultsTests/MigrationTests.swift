import FetchedResults
import Foundation
import SQLite
import Testing

/// A store of version 1 meets a schema of version 3.
struct MigrationTests {
  private let scratch = ScratchStore()

  init() throws {
    let data = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Data/climbers-1.sql")
    try scratch.connect().execute(try String(contentsOf: data, encoding: .utf8))
  }

  private static let grade = Migration(to: 2, "ALTER TABLE climber ADD COLUMN grade INTEGER NOT NULL DEFAULT 0")
  private static let home = Migration(to: 3) { connection in
    try connection.execute("ALTER TABLE climber RENAME COLUMN town TO home")
    try connection.run("UPDATE climber SET grade = ? WHERE name = ?", [.integer(7), .text("Ulf")])
  }

  private func store(_ migrations: [Migration]) -> Store {
    Store(at: .file(scratch.url), schema: .climbers(migrations: migrations))
  }

  /// Everything in the file.
  private func contents() throws -> [[Value]] {
    let connection = try scratch.connect()
    let tables = try connection.all("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name") {
      $0.text(0) ?? ""
    }
    return try (["sqlite_schema", "pragma_user_version"] + tables).flatMap { table in
      try connection.all("SELECT * FROM \(table)") { row in (0..<row.count).map { row.value($0) } }
    }
  }

  @Test func addedAndRenamedColumnsAndANewRecordTypeArrive() async throws {
    let store = store([Self.home, Self.grade])
    let climbers = try await store.read {
      try $0.fetch(FetchRequest<Climber>(sortDescriptors: [SortDescriptor(\.name)]))
    }
    #expect(
      climbers == [
        Climber(id: "3", name: "Ulf", grade: 7), Climber(id: "2", name: "Zoë", clubs: ["Alpina"]),
        Climber(id: "1", name: "Åsa", home: "Umeå", clubs: ["Alpina", "Öst"]),
      ])
    try await store.write("Add a rock") { context in
      _ = try context.insert(Rock(id: "r", name: "Uluru", firstClimber: climbers[1]))
    }
    let rocks = FetchRequest<Rock>(predicate: #Predicate { $0.firstClimber?.name == "Zoë" })
    #expect(try await store.read { try $0.fetch(rocks) }.map(\.firstClimber) == [climbers[1]])
    await store.close()
    let connection = try scratch.connect()
    #expect(try connection.first("PRAGMA user_version") { $0.integer(0) } == 3)
    #expect(try connection.first("SELECT count(*) FROM climber_derived") { $0.integer(0) } == 3)
    #expect(try connection.first("PRAGMA integrity_check") { $0.text(0) } == "ok")
  }

  @Test func anUpgradedStoreIsLikeOneThatIsMadeNow() async throws {
    try await store([Self.grade, Self.home]).open()
    let new = ScratchStore()
    try await Store(at: .file(new.url), schema: .climbers(migrations: [])).open()
    let names = "SELECT type, name, tbl_name FROM sqlite_schema ORDER BY type, name"
    let read: (borrowing Row) -> [Value] = { row in (0..<row.count).map { row.value($0) } }
    #expect(try scratch.connect().all(names, [], read) == new.connect().all(names, [], read))
  }

  /// A book before books had authors.
  private struct EarlierBook: Record {
    var id = ""
    var title = ""
    var pages: Int?

    static let schema = RecordSchema<EarlierBook>(
      table: "book",
      attributes: [
        .identifier(\.id), .column(\.title, "title", order: .collated), .column(\.pages, "pages", order: .value),
      ],
      indexes: [])
  }

  @Test func relationshipsArrive() async throws {
    let file = ScratchStore()
    let earlier = Store(
      at: .file(file.url), schema: Schema(applicationID: 0x4C49_4252, version: 1, records: [EarlierBook.self]))
    try await earlier.write("Add") { context in
      _ = try context.insert(EarlierBook(id: "b", title: "Solaris", pages: 204))
    }
    await earlier.close()
    let store = Store(
      at: .file(file.url),
      schema: Schema(
        applicationID: 0x4C49_4252, version: 2,
        records: [Book.self, Author.self, Tag.self, Review.self, Loan.self],
        migrations: [Migration(to: 2, "ALTER TABLE book ADD COLUMN author INTEGER REFERENCES author (pk)")]))
    try await store.write("Add the author") { context in
      try context.insert(Author(id: "lem", name: "Lem"))
      try context.insert(Tag(id: "t", name: "space"))
      let book = try #require(try context.recordID(of: "b", in: Book.self))
      try context.update(book) { book in
        book.author = Author(id: "lem")
        book.tags = [Tag(id: "t")]
      }
    }
    let found = FetchRequest<Book>(
      predicate: #Predicate { $0.author?.name == "Lem" && $0.tags.contains { $0.name == "space" } })
    #expect(try await store.read { try $0.fetch(found) }.titles == ["Solaris"])
    // The step from before fits the wider table, but not a book that has been changed since.
    #expect(try await store.undo() != nil)
    #expect(try await store.undo()?.step.label == "Add")
    #expect(try await store.read { try $0.count(FetchRequest<Book>()) } == 0)
  }

  @Test func whatAnotherToolMadeStays() async throws {
    try scratch.connect().execute(
      """
      CREATE TABLE audit (name);
      CREATE TRIGGER climber_audit AFTER INSERT ON climber BEGIN INSERT INTO audit VALUES (new.name); END;
      """)
    let store = store([Self.grade, Self.home])
    try await store.write("Add Ove") { context in _ = try context.insert(Climber(id: "4", name: "Ove")) }
    #expect(try scratch.connect().first("SELECT name FROM audit") { $0.text(0) } == "Ove")
  }

  @Test func stepsFromBeforeCanBeTakenBackAndDoneAgain() async throws {
    let store = store([Self.grade, Self.home])
    #expect(try await store.undo()?.step.label == "Add Zoë")
    #expect(try await store.undo()?.step.label == "Add Åsa")
    #expect(try await store.read { try $0.fetch(FetchRequest<Climber>()) }.map(\.name) == ["Ulf"])
    try await store.redo()
    #expect(
      try await store.read { try $0.fetch(FetchRequest<Climber>()) }.first { $0.id == "1" }
        == Climber(id: "1", name: "Åsa", home: "Umeå", clubs: ["Alpina", "Öst"]))
  }

  /// An insertion that is undone while its table gets another column, and one of its columns another name.
  @Test func whatWaitsToBeRestoredIsBroughtAlong() async throws {
    try scratch.connect().execute(
      """
      CREATE TABLE climber_shelf AS SELECT 0 AS shelf_step, * FROM climber WHERE 0;
      CREATE TABLE climber_club_shelf AS SELECT 0 AS shelf_step, * FROM climber_club WHERE 0;
      INSERT INTO climber_shelf VALUES (3, 8, '8', 'Eva', 'Kiruna'), (3, 9, '9', 'Lo', NULL);
      INSERT INTO climber_club_shelf VALUES (3, 8, 'Nord', 0);
      INSERT INTO store_step (number, label, made_at, bulk_table, bulk_first, bulk_last, bulk_count, is_undone, last_commit)
        VALUES (3, 'Import', '2026-11-30T03:05:55.859Z', 'climber', 8, 9, 2, 1, 3);
      """)
    let store = store([Self.grade, Self.home])
    try await store.redo(3)
    let eva = try await store.read { try $0.fetch(FetchRequest<Climber>()) }.first { $0.id == "8" }
    #expect(eva == Climber(id: "8", name: "Eva", home: "Kiruna", clubs: ["Nord"]))
    #expect(try scratch.connect().first("SELECT grade FROM climber WHERE pk = 9") { $0.integer(0) } == 0)
    try await store.undo(3)
    #expect(try await store.read { try $0.count(FetchRequest<Climber>()) } == 3)
    try await store.redo(3)
    #expect(try await store.read { try $0.count(FetchRequest<Climber>()) } == 5)
  }

  @Test func stepsThatNoLongerFitAreForgotten() async throws {
    let moved = Migration(
      to: 3,
      """
      ALTER TABLE climber DROP COLUMN town;
      ALTER TABLE climber ADD COLUMN home TEXT;
      """)
    let store = store([Self.grade, moved])
    #expect(try await store.undo() == nil)
    #expect(try await store.read { try $0.count(FetchRequest<Climber>()) } == 3)
  }

  @Test func aStepThatFailsLeavesTheStoreAsItWas() async throws {
    struct Refusal: Error, CustomStringConvertible {
      let description = "two climbers share a rope"
    }
    let before = try contents()
    for (migration, reason) in [
      (Migration(to: 3) { _ in throw Refusal() }, "two climbers share a rope"),
      (Migration(to: 3, "ALTER TABLE climber RENAME COLUMN city TO home"), "no such column: \"city\""),
      // The step is missing: nothing has made the column.
      (Migration(to: 3, ""), "no such column: r.home"),
    ] {
      let store = store([Self.grade, migration])
      await #expect(throws: StoreError.cannotMigrate(path: scratch.url.path, version: 1, reason: reason)) {
        try await store.open()
      }
      #expect(try contents() == before)
    }
  }

  @Test func aLockedStoreIsUpgradedLater() async throws {
    let other = try scratch.connect()
    let store = store([Self.grade, Self.home])
    // The other tool has the lock for as long as this store waits, and no longer.
    try other.execute("BEGIN IMMEDIATE")
    await #expect(throws: StoreError.locked(path: scratch.url.path)) { try await store.open() }
    try other.execute("ROLLBACK")
    #expect(try await store.read { try $0.count(FetchRequest<Climber>()) } == 3)
  }

  @Test func whoHasTheOlderVersionOpenWritesNoMore() async throws {
    let older = Schema(
      applicationID: 0x434C_494D, version: 2, records: [Climber.self],
      migrations: [
        Migration(
          to: 2,
          """
          ALTER TABLE climber ADD COLUMN grade INTEGER NOT NULL DEFAULT 0;
          ALTER TABLE climber RENAME COLUMN town TO home;
          """)
      ])
    let store = Store(at: .file(scratch.url), schema: older)
    try await store.open()
    try await Store(at: .file(scratch.url), schema: .climbers(migrations: [])).open()
    await #expect(throws: StoreError.newerVersion(path: scratch.url.path, version: 3, supported: 2)) {
      try await store.write("Add Ove") { context in _ = try context.insert(Climber(id: "4", name: "Ove")) }
    }
  }
}
