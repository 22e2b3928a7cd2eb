import SQLite

/// The triggers that have nothing to do while records are inserted in bulk, left out meanwhile: asking each of them about
/// every row takes about as long as inserting it.
struct DroppedTriggers {
  private let definitions: [String]

  /// Drops those of some tables, and others by their names.
  init(of tables: [String], also others: [String] = [], on connection: Connection) throws {
    let triggers = try tables.flatMap { table in
      try connection.all(
        "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = ? ORDER BY rowid", [.text(table)]
      ) { (name: $0.text(0) ?? "", sql: $0.text(1) ?? "") }
    }.filter { DDL.isIdleInBulk($0.sql) || others.contains($0.name) }
    for trigger in triggers { try connection.execute("DROP TRIGGER \(name: trigger.name)") }
    definitions = triggers.map(\.sql)
  }

  /// Makes them again.
  func restore(on connection: Connection) throws {
    for definition in definitions { try connection.execute(definition) }
  }
}
