import SQLite

/// The triggers that have nothing to do while records come or go in bulk, left out meanwhile: asking each of them about every
/// row takes about as long as inserting it.
struct DroppedTriggers {
  private let definitions: [String]

  /// A trigger as the store has it.
  struct Trigger {
    let name, table, sql: String
  }

  /// Drops those of some tables that are idle.
  init(of tables: [String], on connection: Connection, where isIdle: (Trigger) -> Bool) throws {
    let triggers = try tables.flatMap { table in
      try connection.all(
        "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = ? ORDER BY rowid", [.text(table)]
      ) { Trigger(name: $0.text(0) ?? "", table: table, sql: $0.text(1) ?? "") }
    }.filter(isIdle)
    for trigger in triggers { try connection.execute("DROP TRIGGER \(name: trigger.name)") }
    definitions = triggers.map(\.sql)
  }

  /// Makes them again.
  func restore(on connection: Connection) throws {
    for definition in definitions { try connection.execute(definition) }
  }
}
