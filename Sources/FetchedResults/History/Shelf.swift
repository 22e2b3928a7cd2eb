import SQLite

/// Where the rows of an undone bulk insertion wait to be put back: a copy of each of its tables, with the step's number.
struct Shelf {
  let bulk: BulkInsertion
  let step: Step
  private let ownerTable: String
  private let ownedTables: [OwnedTable]

  init(bulk: BulkInsertion, step: Step, schema: Schema) {
    self.bulk = bulk
    self.step = step
    ownerTable = bulk.table
    ownedTables = schema.tables.first { $0.name == bulk.table }?.ownedTables ?? []
  }

  private var range: [Value] { [.integer(bulk.first), .integer(bulk.last)] }
  private var number: Value { .integer(Int64(step.number)) }

  /// The indexes that are not worth keeping up meanwhile; nil if the rows are few among others.
  func dropIndexes(isUndo: Bool, on connection: Connection) throws -> DroppedIndexes? {
    let present = try connection.first("SELECT count(*) FROM \(name: ownerTable)") { Int($0.integer(0)) } ?? 0
    let others = isUndo ? present - bulk.count : present
    return others < bulk.count ? try DroppedIndexes(of: ownerTable, on: connection) : nil
  }

  /// Moves the rows from their tables to the shelf.
  ///
  /// - Throws: ``HistoryError/changedSince(step:isUndo:)`` if one of them was changed or deleted since.
  func takeOut(on connection: Connection) throws {
    func count(_ sql: String) throws -> Int { try connection.first(sql, range) { Int($0.integer(0)) } ?? 0 }
    let present = try count("SELECT count(*) FROM \(name: ownerTable) WHERE pk BETWEEN ? AND ?")
    let touched = try count("SELECT count(*) FROM \(name: ownerTable + "_stamp") WHERE pk BETWEEN ? AND ?")
    guard present == bulk.count, touched == 0 else { throw HistoryError.changedSince(step: step, isUndo: true) }
    for (table, key) in tables {
      let shelf = (table + "_shelf").sqlIdentifier
      try connection.run("CREATE TABLE IF NOT EXISTS \(shelf) AS SELECT 0 AS shelf_step, * FROM \(name: table) WHERE 0")
      try connection.run(
        "INSERT INTO \(shelf) SELECT ?, * FROM \(name: table) WHERE \(name: key) BETWEEN ? AND ?", [number] + range)
    }
    try connection.setWriterMode(.bulk)
    try connection.run("DELETE FROM \(name: ownerTable) WHERE pk BETWEEN ? AND ?", range)
    try connection.setWriterMode(.history)
    try RowJournal.noteEverything(of: ownerTable, on: connection)
  }

  /// Moves the rows from the shelf back to their tables.
  ///
  /// - Throws: ``HistoryError/changedSince(step:isUndo:)`` if something is in their place.
  func putBack(on connection: Connection) throws {
    do {
      for (table, _) in tables {
        let columns = try connection.all("SELECT name FROM pragma_table_info(?)", [.text(table)]) { row in
          (row.text(0) ?? "").sqlIdentifier
        }
        let shelf = (table + "_shelf").sqlIdentifier
        try connection.run(
          """
          INSERT INTO \(name: table) (\(columns.joined(separator: ", "))) \
          SELECT \(columns.map { "s." + $0 }.joined(separator: ", ")) FROM \(shelf) AS s WHERE shelf_step = ?
          """, [number])
        try connection.run("DELETE FROM \(shelf) WHERE shelf_step = ?", [number])
      }
    } catch let error as SQLiteError where error.isConstraintViolation {
      throw HistoryError.changedSince(step: step, isUndo: false)
    }
  }

  /// Every shelf that the store has so far.
  static func tables(on connection: Connection, schema: Schema) throws -> [String] {
    let possible = Set(schema.tables.flatMap { [$0.name] + $0.ownedTables.map(\.name) }.map { $0 + "_shelf" })
    return try connection.all("SELECT name FROM sqlite_schema WHERE type = 'table'") { $0.text(0) ?? "" }
      .filter(possible.contains)
  }

  /// The tables, owners first, with the column that holds the owner's key.
  private var tables: [(name: String, key: String)] {
    [(ownerTable, "pk")] + ownedTables.map { ($0.name, $0.owner) }
  }
}
