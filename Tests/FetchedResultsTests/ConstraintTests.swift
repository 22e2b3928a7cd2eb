import FetchedResults
import Foundation
import SQLite
import Testing

/// A record with a number that can't be missing.
private struct Gauge: Record {
  var id = ""
  var level = 0.0
  var marks: [Mark] = []

  static let schema = RecordSchema<Gauge>(
    table: "gauge",
    attributes: [
      .identifier(\.id), .column(\.level, "level", order: .value),
      .toMany(\.marks, table: "gauge_mark", column: "mark"),
    ],
    indexes: [])
}

private struct Mark: Record {
  var id = ""
  static let schema = RecordSchema<Mark>(table: "gauge.b", attributes: [.identifier(\.id)], indexes: [])
}

/// What a table refuses is one typed error, wherever it shows.
@Suite struct ConstraintTests {
  private let scratch = ScratchStore()

  private func makeStore() async throws -> Store {
    let schema = Schema(applicationID: 0x4741_5547, version: 1, records: [Gauge.self, Mark.self])
    let store = Store(at: .file(scratch.url), schema: schema)
    try await store.write("Add") { _ = try $0.insert(Gauge(id: "a", level: 1)) }
    return store
  }

  private typealias Write = @Sendable (WriteContext) throws -> Void

  private static let refused: [(name: String, kind: ConstraintError.Kind, columns: [String], write: Write)] = [
    ("a duplicate id", .unique, ["id"], { _ = try $0.insert(Gauge(id: "a")) }),
    ("in bulk", .unique, ["id"], { _ = try $0.insertInBulk(Gauge(id: "a")) }),
    (
      "by an update", .unique, ["id"],
      { context in
        let id = try context.insert(Gauge(id: "b"))
        _ = try context.update(id) { $0.id = "a" }
      }
    ),
    (
      "back again", .unique, ["id"],
      { context in
        let id = try #require(try context.recordID(of: "a", in: Gauge.self))
        let old = try #require(try context.record(id))
        try context.delete(id)
        try context.insert(Gauge(id: "a"))
        _ = try context.save(Gauge(id: "a", level: 2), basedOn: old, as: id, policy: .overwrite)
      }
    ),
    ("NaN", .notNull, ["level"], { _ = try $0.insert(Gauge(id: "n", level: .nan)) }),
    ("NaN in bulk", .notNull, ["level"], { _ = try $0.insertInBulk(Gauge(id: "n", level: .nan)) }),
    (
      "NaN by an update", .notNull, ["level"],
      { context in
        let id = try #require(try context.recordID(of: "a", in: Gauge.self))
        _ = try context.update(id) { $0.level = .nan }
      }
    ),
  ]

  @Test(arguments: refused.indices) func itIsTheSameInsideAndOutside(index: Int) async throws {
    let (name, kind, columns, write) = Self.refused[index]
    let store = try await makeStore()
    let outside = await #expect(throws: ConstraintError.self, "\(name)") { try await store.write("Spoil", write) }
    #expect(outside?.kind == kind && outside?.table == "gauge" && outside?.columns == columns)
    #expect(try await store.read { try $0.fetch(FetchRequest<Gauge>()) } == [Gauge(id: "a", level: 1)])
    try await store.write("Go on") { context in
      let inside = #expect(throws: ConstraintError.self) { try write(context) }
      #expect(inside == outside)
      try context.insert(Gauge(id: "later"))
    }
    #expect(try await store.read { try $0.fetch(FetchRequest<Gauge>()) }.contains { $0.id == "later" })
    try await store.undo()
    #expect(try await store.read { try $0.fetch(FetchRequest<Gauge>()) } == [Gauge(id: "a", level: 1)])
  }

  @Test func whatOtherToolsDemandIsToldToo() async throws {
    let store = try await makeStore()
    try scratch.connect().execute(
      """
      CREATE UNIQUE INDEX one_level ON gauge (level, id);
      CREATE UNIQUE INDEX whole_level ON gauge (CAST(level AS INTEGER));
      CREATE TRIGGER no_high BEFORE INSERT ON gauge WHEN new.level > 99 BEGIN SELECT RAISE(ABORT, 'Too high.'); END;
      """)
    let same = await #expect(throws: ConstraintError.self) {
      try await store.write("Add") { _ = try $0.insert(Gauge(id: "b", level: 1.5)) }
    }
    #expect(same?.kind == .unique && same?.table == "gauge" && same?.columns == [])
    #expect(same.map { "\($0)" } == "Another record of gauge has the same value; the record was not saved.")
    let high = await #expect(throws: ConstraintError.self) {
      try await store.write("Add") { _ = try $0.insert(Gauge(id: "b", level: 100)) }
    }
    #expect(high?.kind == .trigger && high.map { "\($0)" } == "Too high.")
  }

  @Test func aCheckIsTold() async throws {
    let migration = Migration(to: 2, "ALTER TABLE gauge ADD COLUMN more INTEGER CHECK (more < 5)")
    try await makeStore().close()
    let schema = Schema(
      applicationID: 0x4741_5547, version: 2, records: [Gauge.self, Mark.self], migrations: [migration])
    let store = Store(at: .file(scratch.url), schema: schema)
    try await store.open()
    try scratch.connect().execute(
      "CREATE TRIGGER spoil AFTER INSERT ON gauge BEGIN UPDATE gauge SET more = 7 WHERE pk = new.pk; END")
    let error = await #expect(throws: ConstraintError.self) {
      try await store.write("Add") { _ = try $0.insert(Gauge(id: "b")) }
    }
    #expect(error?.kind == .check && error?.table == "gauge")
    #expect(
      error.map { "\($0)" }
        == "The record of gauge breaks a rule of its table (\(error?.reason ?? "")); it was not saved.")
  }

  @Test func whatIsCaughtHalfwayLeavesNothing() async throws {
    let store = try await makeStore()
    let stranger = Mark(id: "stranger")
    try await store.write("Go on") { context in
      #expect(throws: RelationshipError.self) { try context.insert(Gauge(id: "half", marks: [stranger])) }
      #expect(throws: RelationshipError.self) { try context.insertInBulk(Gauge(id: "half", marks: [stranger])) }
      let id = try #require(try context.recordID(of: "a", in: Gauge.self))
      #expect(throws: RelationshipError.self) {
        try context.update(id) { gauge in
          gauge.level = 9
          gauge.marks = [stranger]
        }
      }
      try context.insert(Gauge(id: "whole"))
    }
    #expect(
      try await store.read { try $0.fetch(FetchRequest<Gauge>()) } == [Gauge(id: "a", level: 1), Gauge(id: "whole")])
  }

  @Test func anyOtherErrorInsideIsTheStores() async throws {
    let store = try await makeStore()
    try scratch.connect().execute("DROP TABLE gauge_mark")
    await #expect(throws: StoreError.self) {
      try await store.read { context in
        let error = #expect(throws: StoreError.self) { try context.fetch(FetchRequest<Gauge>()) }
        throw try #require(error)
      }
    }
  }
}
