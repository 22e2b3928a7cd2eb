import SQLite

/// Brings a store of an older version up to its schema's, in the transaction that the connection is in.
struct StoreUpgrade {
  let schema: Schema
  /// The version that the store has.
  let version: Int

  func run(on connection: Connection) throws {
    var columns = try recordedColumns(on: connection)
    var stepsFit = true
    try dropWhatIsDerived(on: connection)
    try bringEngineTables(on: connection)
    for migration in schema.migrations.sorted(by: { $0.version < $1.version }) where migration.version > version {
      try migration.change(connection)
      let changed = try recordedColumns(on: connection)
      stepsFit = stepsFit && Self.fit(columns, changed)
      columns = changed
    }
    for table in schema.tables {
      try connection.execute(table.definition)
      // Naming every column finds the one that a step has forgotten.
      try connection.run(table.probe)
    }
    for table in schema.tables { try connection.execute(table.relationships) }
    let names = schema.tables.map { Value.text($0.name).description }.joined(separator: ", ")
    try connection.execute("DELETE FROM store_change_counter WHERE table_name NOT IN (\(names))")
    if stepsFit {
      try UndoneInsertion.addColumns(to: schema.tables, on: connection)
    } else {
      try connection.execute("DELETE FROM store_step; DELETE FROM store_commit")
      try UndoneInsertion.forget(upTo: .max, of: schema.tables, on: connection)
    }
    let collation = try Collation(locale: try connection.setting(StoreSetting.collation) ?? "")
    try schema.leaveAllToBeDerived(by: collation, on: connection)
  }

  /// Drops what is made anew, so that no step has to think of it: triggers, and the tables beside those of the records.
  ///
  /// Triggers of other tools stay.
  private func dropWhatIsDerived(on connection: Connection) throws {
    let triggers = try connection.all("SELECT name, tbl_name FROM sqlite_schema WHERE type = 'trigger'") { row in
      (name: row.text(0) ?? "", table: row.text(1) ?? "")
    }
    for trigger in triggers where DDL.isOurs(trigger.name, on: trigger.table) {
      try connection.execute("DROP TRIGGER \(name: trigger.name)")
    }
    for table in try Set(recordTables(on: connection) + schema.tables.map(\.name)) {
      for companion in ["derived", "text", "pending", "journal"] {
        try connection.execute("DROP TABLE IF EXISTS \(name: "\(table)_\(companion)")")
      }
    }
  }

  /// Brings the library's tables of version 1 to version 2: stamps had no time, and archives another name.
  private func bringEngineTables(on connection: Connection) throws {
    for table in try recordTables(on: connection) {
      let columns = try connection.columns(of: table + "_stamp")
      guard !columns.isEmpty, !columns.contains("changed_at") else { continue }
      try connection.execute("ALTER TABLE \(name: table + "_stamp") ADD COLUMN changed_at TEXT")
    }
    for table in schema.tables.flatMap(\.archivedTables) where try connection.hasTable(table + "_shelf") {
      let archive = UndoneInsertion.archive(of: table)
      try connection.execute(
        """
        ALTER TABLE \(name: table + "_shelf") RENAME TO \(name: archive); \
        ALTER TABLE \(name: archive) RENAME COLUMN shelf_step TO undone_step
        """)
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
      columns[table] = try connection.columns(of: table)
    }
    return columns
  }

  /// Whether changes that were recorded under some columns mean the same under others: a changeset knows columns by their
  /// place. New ones may have come behind them, and a column may have another name.
  private static func fit(_ before: [String: [String]], _ after: [String: [String]]) -> Bool {
    before.allSatisfy { table, before in
      let after = after[table] ?? []
      return before.count <= after.count
        && zip(before, after).allSatisfy { $0 == $1 || !after.contains($0) && !before.contains($1) }
    }
  }
}
