import FetchedResults
import Foundation
import Testing

private struct Stranger: Record {
  var id = ""
  static let schema = RecordSchema<Stranger>(table: "stranger", attributes: [.identifier(\.id)], indexes: [])
}

/// One record type with any schema; the schema in question is that of the running test.
private struct Thing: Record {
  var id = ""
  var name = ""
  var note = ""
  var count = 0
  var date = Date(timeIntervalSince1970: 0)
  var words: [String] = []
  var other: Stranger?
  var others: [Stranger] = []
  var things: [Thing] = []
  var label: String? { nil }
  var second: String? { nil }
  var search: String { name }

  @TaskLocal static var current = RecordSchema<Thing>(table: "thing", attributes: [.identifier(\.id)], indexes: [])
  static var schema: RecordSchema<Thing> { current }
}

private struct Twin: Record {
  var id = ""
  static let schema = RecordSchema<Twin>(table: "Thing", attributes: [.identifier(\.id)], indexes: [])
}

/// A schema that can't be is refused before a store is opened, with the type and the attribute.
@Suite struct SchemaErrorTests {
  private struct Row: Sendable {
    let error: SchemaError
    var table = "thing"
    var attributes: [Attribute<Thing>] = [.identifier(\.id)]
    var indexes: [[SortDescriptor<Thing>]] = []
    var migrations: [Migration] = []
    var others: [any Record.Type] = []
  }

  private static let name = Attribute<Thing>.column(\.name, "name", order: .collated)
  private static let note = Attribute<Thing>.column(\.note, "note")
  private static let count = Attribute<Thing>.column(\.count, "count", order: .value)
  private static let date = Attribute<Thing>.column(\.date, "date", order: .value)

  private static func section(_ reason: String, _ attributes: Attribute<Thing>...) -> Row {
    Row(
      error: .invalidSection(attribute: "\(\Thing.label)", type: "Thing", reason: reason),
      attributes: [.identifier(\.id)] + attributes)
  }

  private static func column(_ column: String, _ attributes: Attribute<Thing>...) -> Row {
    Row(error: .duplicateColumn(column: column, type: "Thing"), attributes: [.identifier(\.id)] + attributes)
  }

  private static let rows: [Row] = [
    Row(error: .identifierCount(type: "Thing", count: 0), attributes: [name]),
    Row(error: .identifierCount(type: "Thing", count: 0), attributes: [.column(\.id, "id")]),
    Row(error: .identifierCount(type: "Thing", count: 2), attributes: [.identifier(\.id), .identifier(\.name, "b")]),
    Row(
      error: .unorderedIndex(attribute: "\\Thing.note", type: "Thing"), attributes: [.identifier(\.id), note],
      indexes: [[SortDescriptor(\.note)]]),
    Row(error: .unorderedIndex(attribute: "\\Thing.name", type: "Thing"), indexes: [[SortDescriptor(\.name)]]),
    Row(
      error: .unorderedIndex(attribute: "\\Thing.note", type: "Thing"), attributes: [.identifier(\.id), name, note],
      indexes: [[SortDescriptor(\.name), SortDescriptor(\.note)]]),
    Row(
      error: .duplicateIndex(type: "Thing"), attributes: [.identifier(\.id), name],
      indexes: [[SortDescriptor(\.name)], [SortDescriptor(\.name)]]),
    Row(error: .duplicateIndex(type: "Thing"), indexes: [[]]),
    section("what it follows from is not in the schema", .section(\.label, of: \.name, .initial)),
    section("\\Thing.note has no order", note, .section(\.label, of: \.note, .value)),
    section(
      "\(\Thing.second) has no order", name, .section(\.second, of: \.name, .initial),
      .section(\.label, of: \.second, .value)),
    section("\\Thing.count is not collated", count, .section(\.label, of: \.count, .initial)),
    section("\\Thing.name is no date", name, .section(\.label, of: \.name, .day)),
    section("\\Thing.count is no date", count, .section(\.label, of: \.count, .day)),
    section("\\Thing.name is no number", name, .section(\.label, of: \.name, .tenth)),
    section("\\Thing.date is no number", date, .section(\.label, of: \.date, .floor(multipleOf: 2))),
    section("there are no multiples of 0", count, .section(\.label, of: \.count, .floor(multipleOf: 0))),
    column("name", name, .column(\.note, "name")),
    column("NAME", name, .column(\.note, "NAME")),
    column("pk", .column(\.note, "pk")),
    column("id", .column(\.note, "id")),
    column("", .column(\.note, "")),
    column("pk", name, .folded(\.search, "pk") { [$0.name] }),
    column(
      "search", .folded(\.search, "search") { [$0.name] }, .folded(\.note, "search") { [$0.note] }),
    column("count_sort", count, .computed(\.label, "count")),
    column("position", .list(\.words, table: "thing_word", itemTable: "position")),
    column("thing", .toMany(\.others, table: "thing_other", column: "thing")),
    Row(
      error: .duplicateAttribute(attribute: "\\Thing.name", type: "Thing"),
      attributes: [.identifier(\.id), name, .column(\.name, "other_name")]),
    Row(
      error: .unknownRelation(
        attribute: "\\Thing.other", type: "Thing", reason: "the schema has no record type of the table stranger"),
      attributes: [.identifier(\.id), .toOne(\.other, "other")]),
    Row(
      error: .unknownRelation(
        attribute: "\\Thing.others", type: "Thing", reason: "the schema has no record type of the table stranger"),
      attributes: [.identifier(\.id), .toMany(\.others, table: "pair", column: "other")]),
    Row(
      error: .unknownRelation(
        attribute: "\\Thing.things", type: "Thing", reason: "what it is the inverse of is no relationship"),
      attributes: [.identifier(\.id), .inverse(\.things, of: \Thing.things)]),
    Row(error: .duplicateTable(table: "Thing", type: "Twin"), others: [Twin.self]),
    Row(error: .duplicateTable(table: "stranger", type: "Stranger"), others: [Stranger.self, Stranger.self]),
    Row(
      error: .duplicateTable(table: "thing", type: "Thing"),
      attributes: [.identifier(\.id), .list(\.words, table: "thing", itemTable: "word")]),
    Row(
      error: .duplicateTable(table: "thing_stamp", type: "Thing"),
      attributes: [.identifier(\.id), .list(\.words, table: "thing_word", itemTable: "thing_stamp")]),
    Row(error: .reservedTable(table: "store_step", type: "Thing"), table: "store_step"),
    Row(error: .reservedTable(table: "SQLite_x", type: "Thing"), table: "SQLite_x"),
    Row(error: .reservedTable(table: "", type: "Thing"), table: ""),
    Row(
      error: .duplicateMigration(version: 2),
      migrations: [Migration(to: 2, ""), Migration(to: 3, ""), Migration(to: 2, "")]),
    Row(error: .unknownMigration(version: 4, schemaVersion: 3), migrations: [Migration(to: 4, "")]),
    Row(error: .unknownMigration(version: 0, schemaVersion: 3), migrations: [Migration(to: 0, "")]),
  ]

  @Test(arguments: rows.indices) func itIsRefusedByName(index: Int) async throws {
    let row = Self.rows[index]
    let flawed = RecordSchema<Thing>(table: row.table, attributes: row.attributes, indexes: row.indexes)
    let schema = Thing.$current.withValue(flawed) {
      Schema(applicationID: 0x5448_4947, version: 3, records: [Thing.self] + row.others, migrations: row.migrations)
    }
    let error = Thing.$current.withValue(flawed) { #expect(throws: SchemaError.self) { try schema.validate() } }
    #expect(error == row.error)
    let sentence = error.map { "\($0)" } ?? ""
    #expect(sentence.hasSuffix(".") && sentence.count > 20)
    let scratch = ScratchStore()
    await Thing.$current.withValue(flawed) {
      await #expect(throws: row.error) { try await Store(at: .file(scratch.url), schema: schema).open() }
      await #expect(throws: row.error) { try await Store(at: .temporary, schema: schema).write("Add") { _ in } }
      await #expect(throws: row.error) { try await Store(at: .temporary, schema: schema).rehearse { _ in } }
    }
    #expect(!FileManager.default.fileExists(atPath: scratch.url.path))
  }

  @Test func whatCanBeIsAccepted() throws {
    for schema in [Schema.people, .library, .climbers(migrations: [Migration(to: 2, ""), Migration(to: 3, "")])] {
      try schema.validate()
    }
    let fine = RecordSchema<Thing>(
      table: "thing",
      attributes: [
        .identifier(\.id), Self.name, Self.date, Self.count, .section(\.label, of: \.name, .initial),
        .section(\.second, of: \.name, .initial), .toMany(\.things, table: "thing_thing", column: "child"),
      ],
      indexes: [[SortDescriptor(\.name)], [SortDescriptor(\.name, order: .reverse)], [SortDescriptor(\.date)]])
    try Thing.$current.withValue(fine) {
      try Schema(applicationID: 0x5448_4947, version: 1, records: [Thing.self, Stranger.self]).validate()
    }
  }
}
