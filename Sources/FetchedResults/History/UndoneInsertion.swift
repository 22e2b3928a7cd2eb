import SQLite

/// Where the rows of an undone bulk insertion wait to be restored: a copy of each of its tables (`…_undone`), with the step's
/// number in front.
///
/// Derived rows are archived too, so that a redo need not make them anew. Whatever changes how they are made drops those copies.
struct UndoneInsertion {
  let bulk: BulkInsertion
  let step: Step
  let owner: TableSchema

  /// How many pieces the rows are moved in.
  private static let chunkCount = 64

  private var range: [Value] { [.integer(bulk.first), .integer(bulk.last)] }
  private var number: Value { .integer(Int64(step.number)) }

  /// The name of the table that archives another's rows.
  static func archive(of table: String) -> String { table + "_undone" }

  /// The indexes that are not worth keeping up meanwhile; nil if the rows are few among others.
  func dropIndexes(isUndo: Bool, on connection: Connection) throws -> DroppedIndexes? {
    let present = try connection.first("SELECT count(*) FROM \(name: owner.name)") { Int($0.integer(0)) } ?? 0
    let others = isUndo ? present - bulk.count : present
    return others <= 4 * bulk.count ? try DroppedIndexes(of: owner.name, on: connection) : nil
  }

  /// Moves the rows from their tables to the archive, and tells how many of them, from 0 to 1.
  ///
  /// - Throws: ``HistoryError/changedSince(step:isUndo:)`` if one of them was changed or deleted since.
  func archive(on connection: Connection, progress: (Double) -> Void) throws {
    func count(_ table: String, _ condition: String = "pk BETWEEN ? AND ?") throws -> Int {
      try connection.first("SELECT count(*) FROM \(name: table) WHERE \(condition)", range) { Int($0.integer(0)) } ?? 0
    }
    guard try count(owner.name) == bulk.count, try count(owner.name + "_stamp") == 0 else {
      throw HistoryError.changedSince(step: step, isUndo: true)
    }
    let isAlone = try count(owner.name, "pk NOT BETWEEN ? AND ?") == 0
    let tables = recordTables + derivedTables
    try withoutTriggers(on: connection) {
      for table in tables {
        try connection.run(
          """
          CREATE TABLE IF NOT EXISTS \(name: Self.archive(of: table.name)) \
          AS SELECT 0 AS undone_step, * FROM \(name: table.name) WHERE 0
          """)
      }
      for (index, chunk) in Self.chunks(of: bulk.first...bulk.last).enumerated() {
        for table in tables {
          let rows = "FROM \(name: table.name) WHERE \(name: table.key) BETWEEN ? AND ?"
          try connection.run(
            "INSERT INTO \(name: Self.archive(of: table.name)) SELECT ?, * \(rows)", [number] + chunk)
          if !isAlone { try connection.run("DELETE \(rows)", chunk) }
        }
        progress(Double(index + 1) / Double(Self.chunkCount))
      }
      // A table that loses all its rows loses them at once.
      if isAlone { for table in tables { try connection.run("DELETE FROM \(name: table.name)") } }
      for (list, item) in lists {
        try connection.run(
          "DELETE FROM \(item) WHERE NOT EXISTS (SELECT 1 FROM \(list) AS l WHERE l.\(item) = \(item).name)")
      }
    }
  }

  /// Moves the rows from the archive back to their tables, and tells how many of them; derived rows of which there is no copy are left to be made.
  ///
  /// - Throws: ``HistoryError/changedSince(step:isUndo:)`` if something is in their place.
  func restore(on connection: Connection, progress: (Double) -> Void) throws {
    let hasDerived =
      try !owner.derivesFromRelated
      && derivedTables.allSatisfy { table in
        let archive = Self.archive(of: table.name)
        return try connection.hasTable(archive)
          && connection.first("SELECT count(*) FROM \(name: archive) WHERE undone_step = ?", [number]) { $0.integer(0) }
            == Int64(bulk.count)
      }
    do {
      try withoutTriggers(on: connection) {
        let tables = recordTables + (hasDerived ? derivedTables : [])
        for (index, table) in tables.enumerated() {
          try restore(table.name, on: connection) { progress((Double(index) + $0) / Double(tables.count)) }
        }
        if !hasDerived {
          try connection.run(
            """
            INSERT INTO \(name: owner.name + "_pending") (pk) \
            SELECT pk FROM \(name: owner.name) WHERE pk BETWEEN ? AND ?
            """, range)
        }
        for (list, item) in lists {
          try connection.run(
            """
            INSERT INTO \(item) (name) SELECT DISTINCT l.\(item) FROM \(list) AS l WHERE l.\(name: owner.name) BETWEEN ? AND ? \
            AND NOT EXISTS (SELECT 1 FROM \(item) WHERE name = l.\(item))
            """, range)
        }
      }
    } catch let error as SQLiteError where error.isConstraintViolation {
      throw HistoryError.changedSince(step: step, isUndo: false)
    }
    for archive in try Self.archives(of: [owner], on: connection) {
      try connection.run("DELETE FROM \(name: archive) WHERE undone_step = ?", [number])
    }
  }

  private func restore(_ table: String, on connection: Connection, progress: (Double) -> Void) throws {
    let archive = Self.archive(of: table)
    let bounds = try connection.first(
      "SELECT min(rowid), max(rowid) FROM \(name: archive) WHERE undone_step = ?", [number]
    ) {
      $0.isNull(0) ? nil : $0.integer(0)...$0.integer(1)
    }
    guard let bounds = bounds ?? nil else { return }
    // By their places: a migration may have given a column another name, and others have come behind them.
    let pairs = zip(try connection.columns(of: table), try connection.columns(of: archive).dropFirst())
    let (into, from) = (pairs.map(\.0.sqlIdentifier), pairs.map(\.1.sqlIdentifier))
    for (index, chunk) in Self.chunks(of: bounds).enumerated() {
      try connection.run(
        """
        INSERT INTO \(name: table) (\(into.joined(separator: ", "))) SELECT \(from.joined(separator: ", ")) \
        FROM \(name: archive) WHERE rowid BETWEEN ? AND ? AND undone_step = ?
        """, chunk + [number])
      progress(Double(index + 1) / Double(Self.chunkCount))
    }
  }

  /// Runs the body while the library's triggers on the tables rest, whose work it does itself; other tools' triggers don't.
  private func withoutTriggers(on connection: Connection, _ body: () throws -> Void) throws {
    let triggers = try DroppedTriggers(
      of: (recordTables + derivedTables).map(\.name), on: connection
    ) { DDL.isOurs($0.name, on: $0.table) || DDL.isIdleInBulk($0.sql) }
    try body()
    try triggers.restore(on: connection)
    try RowJournal.noteEverything(of: owner.name, on: connection)
    try connection.execute(DDL.countChange(of: owner.name))
  }

  /// A range of keys in pieces of about the same width, each as the arguments of a `BETWEEN`.
  private static func chunks(of range: ClosedRange<Int64>) -> [[Value]] {
    let width = UInt64(bitPattern: range.upperBound &- range.lowerBound) / UInt64(chunkCount)
    let starts = (0..<chunkCount).map { range.lowerBound &+ Int64(truncatingIfNeeded: width * UInt64($0)) }
    return zip(starts, starts.dropFirst().map { $0 &- 1 } + [range.upperBound]).map { [.integer($0), .integer($1)] }
  }

  // MARK: Tables

  /// The tables of what people have entered, owners first, with the column that holds the owner's key.
  private var recordTables: [(name: String, key: String)] {
    [(owner.name, "pk")] + owner.ownedTables.map { ($0.name, $0.owner) }
  }

  /// The tables of what follows from it.
  private var derivedTables: [(name: String, key: String)] { owner.derivedTables.map { ($0, "pk") } }

  /// The lists' tables, and the columns of their items, which are also the names of the tables of distinct items.
  private var lists: [(table: String, item: String)] {
    owner.ownedTables.filter { owner.itemTables.contains($0.item) }.map {
      ($0.name.sqlIdentifier, $0.item.sqlIdentifier)
    }
  }

  // MARK: All archives

  /// Forgets the rows of steps, up to a number.
  static func forget(upTo last: Int64, of tables: [TableSchema], on connection: Connection) throws {
    for archive in try archives(of: tables, on: connection) {
      try connection.run("DELETE FROM \(name: archive) WHERE undone_step <= ?", [.integer(last)])
    }
  }

  /// Gives archives the columns that a migration has given their tables, with the same defaults.
  static func addColumns(to tables: [TableSchema], on connection: Connection) throws {
    for table in tables.flatMap({ [$0.name] + $0.ownedTables.map(\.name) }) {
      let archive = archive(of: table)
      guard try connection.hasTable(archive) else { continue }
      let known = try connection.columns(of: archive).count - 1
      let declarations = try connection.all(
        "SELECT name, type, \"notnull\", dflt_value FROM pragma_table_info(?) WHERE cid >= ?",
        [.text(table), .integer(Int64(known))]
      ) { row in
        "\((row.text(0) ?? "").sqlIdentifier) \(row.text(1) ?? "")" + (row.integer(2) == 1 ? " NOT NULL" : "")
          + (row.text(3).map { " DEFAULT \($0)" } ?? "")
      }
      for declaration in declarations {
        try connection.execute("ALTER TABLE \(name: archive) ADD COLUMN \(declaration)")
      }
    }
  }

  /// Forgets the copies of a table's derived rows: by new rules there would be others.
  static func forgetDerived(of table: TableSchema, on connection: Connection) throws {
    for derived in table.derivedTables {
      try connection.execute("DROP TABLE IF EXISTS \(name: archive(of: derived))")
    }
  }

  /// Every archive that the store has so far.
  private static func archives(of tables: [TableSchema], on connection: Connection) throws -> [String] {
    try tables.flatMap(\.archivedTables).map(archive).filter { try connection.hasTable($0) }
  }
}
