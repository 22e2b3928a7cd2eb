import SQLite

/// Brings a store of an older version up to its schema's, in the transaction that the connection is in.
struct StoreUpgrade {
  let schema: Schema
  /// The version that the store has.
  let version: Int

  func run(on connection: Connection) throws {
    let columns = try recordedColumns(on: connection)
    try dropWhatIsDerived(on: connection)
    for migration in schema.migrations.sorted(by: { $0.version < $1.version }) where migration.version > version {
      try migration.change(connection)
    }
    for table in schema.tables {
      try connection.execute(table.definition)
      // Naming every column finds the one that a step has forgotten.
      try connection.run(table.probe)
    }
    let names = schema.tables.map { "'\($0.name)'" }.joined(separator: ", ")
    try connection.execute("DELETE FROM store_change_counter WHERE table_name NOT IN (\(names))")
    if try !fits(columns, on: connection) { try connection.execute("DELETE FROM store_step; DELETE FROM store_commit") }
    let collation = try Collation(locale: try connection.setting(StoreSetting.collation) ?? "")
    try schema.leaveAllToBeDerived(by: collation, on: connection)
    try connection.execute("PRAGMA user_version = \(schema.version)")
  }

  /// Drops what is made anew, so that no step has to think of it: triggers, and the tables beside those of the records.
  ///
  /// Triggers of other tools stay.
  private func dropWhatIsDerived(on connection: Connection) throws {
    let triggers = try connection.all("SELECT name, tbl_name FROM sqlite_schema WHERE type = 'trigger'") { row in
      (name: row.text(0) ?? "", table: row.text(1) ?? "")
    }
    for trigger in triggers where DDL.triggerNames.contains(where: { trigger.name == "\(trigger.table)_\($0)" }) {
      try connection.execute("DROP TRIGGER \(trigger.name)")
    }
    for table in try recordTables(on: connection) {
      try connection.execute("DROP TABLE \(table)_derived; DROP TABLE \(table)_pending; DROP TABLE \(table)_journal")
    }
  }

  private func recordTables(on connection: Connection) throws -> [String] {
    try connection.all("SELECT table_name FROM store_change_counter") { $0.text(0) ?? "" }
  }

  // MARK: Recorded steps

  /// The columns of the tables whose changes are recorded.
  private func recordedColumns(on connection: Connection) throws -> [String: [String]] {
    var columns: [String: [String]] = [:]
    for table in schema.tables.flatMap(\.recordedTables) {
      columns[table] = try connection.all("SELECT name FROM pragma_table_info(?)", [.text(table)]) { $0.text(0) ?? "" }
    }
    return columns
  }

  /// Whether changes that were recorded under these columns still mean the same: a changeset knows columns by their place.
  ///
  /// New ones may have come behind them, and a column may have another name.
  private func fits(_ columns: [String: [String]], on connection: Connection) throws -> Bool {
    let present = try recordedColumns(on: connection)
    return columns.allSatisfy { table, before in
      let now = present[table] ?? []
      return before.count <= now.count
        && zip(before, now).allSatisfy { $0 == $1 || !now.contains($0) && !before.contains($1) }
    }
  }
}
