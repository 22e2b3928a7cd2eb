import SQLite

/// The tables, indexes and triggers of a store that are the library's: any tool may drop them, and without them changes would
/// go unnoticed, or lists unsorted.
struct StoreObjects {
  let schema: Schema

  /// Whether a store has all those that it had when it was made like its schema; it says itself which they were, unless it is
  /// older than that.
  ///
  /// - Complexity: O(*k*²) in their number, some fifty.
  func areThere(_ connection: Connection) throws -> Bool {
    let tables = ["store_setting", "store_change_counter", "store_writer", "store_step", "store_commit"]
    guard try countMissing(tables, connection) == 0 else { return false }
    let writers = try connection.first("SELECT count(*) FROM store_writer") { $0.integer(0) }
    guard writers == 1 else { return false }
    let noted = try connection.setting(StoreSetting.objects).flatMap { [String](jsonArray: $0) }
    return try countMissing(noted ?? names(), connection) == 0
  }

  private func countMissing(_ names: [String], _ connection: Connection) throws -> Int64? {
    try connection.first(
      "SELECT count(*) FROM json_each(?) WHERE value NOT IN (SELECT name FROM sqlite_schema)", [.text(names.jsonArray)]
    ) { $0.integer(0) }
  }

  /// The names of all that the schema makes, in no order.
  func names() throws -> [String] {
    let scratch = try Connection(path: ":memory:", access: .create)
    try scratch.execute(DDL.engineTables)
    for table in schema.tables { try scratch.execute(table.definition) }
    for table in schema.tables { try scratch.execute(table.relationships) }
    return try scratch.all("SELECT name FROM sqlite_schema WHERE name NOT LIKE 'sqlite%'") { $0.text(0) ?? "" }
  }
}
