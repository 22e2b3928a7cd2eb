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
  public let applicationID: Int32
  /// The version of the tables; a store of a greater one is refused.
  public let version: Int

  let tables: [TableSchema]

  /// A schema of record types.
  public init(applicationID: Int32, version: Int, records: [any Record.Type]) {
    self.applicationID = applicationID
    self.version = version
    tables = records.map { record in
      func table<R: Record>(_ type: R.Type) -> TableSchema { TableSchema(R.schema) }
      return table(record)
    }
  }
}

/// What the store needs to know of a record type without knowing the type.
struct TableSchema: Sendable {
  /// The record's table.
  let name: String
  /// The SQL that makes its tables, indexes and triggers.
  let definition: String
  /// The tables of its lists.
  let lists: [ListTable]
  /// Whether derived rows are missing.
  func hasPending(_ connection: Connection) throws -> Bool {
    try connection.first("SELECT 1 FROM \(name)_pending") { _ in true } ?? false
  }

  /// Makes derived rows that are missing, a number of them at most; returns how many.
  let fillDerived: @Sendable (Connection, Collation, _ limit: Int) throws -> Int

  init<R: Record>(_ schema: RecordSchema<R>) {
    name = schema.table
    definition = DDL.statements(for: schema)
    lists = schema.lists.map(\.list)
    let derivedTable = DerivedTable(schema: schema)
    fillDerived = { connection, collation, limit in
      try derivedTable.fill(on: connection, collation: collation, limit: limit)
    }
  }

  /// The tables whose changes a step records.
  var recordedTables: [String] { [name, name + "_stamp"] + lists.map(\.name) }
}
