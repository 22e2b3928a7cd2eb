import SQLite

/// Everything a store holds: its record types, and what tells its file from another program's.
///
///     extension Schema {
///       static let besties = Schema(applicationID: 0x4245_5354, version: 1, records: [Friend.self])
///     }
///
/// It mirrors `NSManagedObjectModel`: <https://developer.apple.com/documentation/coredata/nsmanagedobjectmodel>
public struct Schema: Sendable {
  /// The number in the file's header that says whose it is: <https://www.sqlite.org/pragma.html#pragma_application_id>
  let applicationID: Int32
  /// The version of the tables; a store of a greater one is refused, one of a smaller one is upgraded.
  let version: Int
  /// How stores of older versions become such of this one.
  let migrations: [Migration]

  let tables: [TableSchema]

  /// A schema of record types. Whether it can be shows when a store is opened, or by ``validate()``: see ``SchemaError``.
  ///
  /// The application's id is SQLite's: <https://www.sqlite.org/pragma.html#pragma_application_id>
  ///
  /// - Parameters:
  ///   - applicationID: The number in the file's header that tells its files from other programs', not 0.
  ///   - version: The version of the tables, counted from 1. A store of a greater one is refused, one of a smaller one is
  ///     upgraded.
  ///   - records: The record types.
  ///   - migrations: A step for each version that changes what older stores hold; a version that only adds record types or
  ///     lists, or derives something else, needs none.
  public init(applicationID: Int32, version: Int, records: [any Record.Type], migrations: [Migration] = []) {
    self.applicationID = applicationID
    self.version = version
    self.migrations = migrations
    let tables = records.map { record in
      func table<R: Record>(_ type: R.Type) -> TableSchema { TableSchema(R.schema) }
      return table(record)
    }
    let references = tables.flatMap(\.references)
    self.tables = Self.targetsFirst(tables).map { table in
      var table = table
      table.referring = references.filter { $0.targetTable == table.name }
      return table
    }
  }
}

extension Schema {
  /// The tables whose records what is fetched of one may follow from: its own, and all that can be reached by relationships.
  func region(of table: String) -> Set<String> {
    let related = Dictionary(tables.map { ($0.name, $0.relatedTables) }) { first, _ in first }
    var region: Set<String> = [table]
    var unvisited = [table]
    while let next = unvisited.popLast() {
      for table in related[next] ?? [] where region.insert(table).inserted { unvisited.append(table) }
    }
    return region
  }

  /// The tables, those that others refer to before these: what follows from a related record is made after what follows
  /// from that one's own.
  private static func targetsFirst(_ tables: [TableSchema]) -> [TableSchema] {
    var rest = tables
    var ordered: [TableSchema] = []
    while !rest.isEmpty {
      let names = Set(rest.map(\.name))
      // Where they go round in a circle, any may be the next.
      let next = rest.firstIndex { table in
        table.references.allSatisfy { $0.targetTable == table.name || !names.contains($0.targetTable) }
      }
      ordered.append(rest.remove(at: next ?? 0))
    }
    return ordered
  }
}

/// What the store needs to know of a record type without knowing the type.
struct TableSchema: Sendable {
  /// The record's table.
  let name: String
  /// The SQL that makes its tables, unless they are there, its indexes and triggers.
  let definition: String
  /// The SQL for what happens to its records on account of others, once all tables are there.
  let relationships: String
  /// Where its relationships are stored.
  let references: [Reference]
  /// The tables of the records at the other ends of its relationships.
  let relatedTables: [String]
  /// Where those are stored that lead to its records.
  var referring: [Reference] = []
  /// A statement that fails unless every column is there.
  let probe: String
  /// The tables that hold what belongs to its records alone.
  let ownedTables: [OwnedTable]
  /// Whether derived rows are missing.
  func hasPending(_ connection: Connection) throws -> Bool {
    try connection.first("SELECT 1 FROM \(name: name + "_pending")") { _ in true } ?? false
  }

  /// The tables of the distinct items of its lists.
  let itemTables: [String]
  /// Whether its records have folded text.
  let hasText: Bool
  /// Whether derived rows may follow from related records, too.
  let derivesFromRelated: Bool
  /// The name of the record type.
  let recordType: String
  /// Throws what is wrong with the schema of the record type; receives the tables of all types, in small letters.
  let validate: @Sendable (Set<String>) throws(SchemaError) -> Void

  /// The records whose derived rows are not such as would be made of them now.
  let outdatedKeys: @Sendable (Connection, Collation) throws -> [Int64]

  private let fill: @Sendable (Connection, Collation, _ limit: Int, _ referring: [Reference]) throws -> Int

  /// Makes derived rows that are missing, a number of them at most; returns how many.
  func fillDerived(_ connection: Connection, _ collation: Collation, _ limit: Int) throws -> Int {
    try fill(connection, collation, limit, referring)
  }

  init<R: Record>(_ schema: RecordSchema<R>) {
    name = schema.table
    definition = DDL.statements(for: schema)
    probe = "SELECT \(schema.selection) FROM \(name: schema.table) AS r LIMIT 0"
    ownedTables = schema.ownedTables
    itemTables = schema.lists.map(\.list.itemTable)
    recordType = "\(R.self)"
    hasText = !schema.textColumns.isEmpty
    derivesFromRelated = schema.derivesFromRelated
    validate = { tables throws(SchemaError) in try schema.validate(among: tables) }
    references = schema.references
    relatedTables = schema.relationships.map { $0.targetTable() }
    relationships = references.map { DDL.triggers(for: $0, derives: schema.derivesFromRelated) }.joined()
    let derivedTable = DerivedTable(schema: schema)
    outdatedKeys = { connection, collation in
      try derivedTable.outdatedKeys(on: connection, collation: collation)
    }
    fill = { connection, collation, limit, referring in
      try derivedTable.fill(on: connection, collation: collation, limit: limit, referring: referring)
    }
  }

  /// The tables whose changes a step records.
  var recordedTables: [String] { [name, name + "_stamp"] + ownedTables.map(\.name) }

  /// The tables of what follows from its records.
  var derivedTables: [String] { [name + "_derived"] + (hasText ? [name + "_text"] : []) }

  /// The tables whose rows are archived while a bulk insertion is undone.
  var archivedTables: [String] { [name] + ownedTables.map(\.name) + derivedTables }
}
