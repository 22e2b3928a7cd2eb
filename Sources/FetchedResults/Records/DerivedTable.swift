import SQLite

/// The tables beside a record's that hold its sort keys and its folded text. Text has a table of its own since searches read all
/// of it, and nothing else.
///
/// Triggers note which rows have to be made (`…_pending`), whoever changed the record; the library makes them before it
/// reads. The derived rows are nobody's data: no changeset holds them.
struct DerivedTable<R: Record>: Sendable {
  let schema: RecordSchema<R>

  /// Makes rows that are missing.
  ///
  /// - Parameters:
  ///   - connection: It is in a transaction.
  ///   - collation: The store's.
  ///   - limit: How many rows at most.
  ///   - referring: The relationships that lead to these records.
  /// - Returns: How many were noted as missing; less than the limit when none is left.
  /// - Throws: What SQLite says.
  /// - Complexity: O(*m* log *n*) in the number of rows that are missing.
  func fill(on connection: Connection, collation: Collation, limit: Int, referring: [Reference]) throws -> Int {
    let (table, pending) = (schema.table, (schema.table + "_pending").sqlIdentifier)
    let keys = try connection.all("SELECT pk FROM \(pending) LIMIT ?", [.integer(Int64(limit))]) { $0.integer(0) }
    guard !keys.isEmpty else { return 0 }
    try RowJournal.shorten(table, on: connection)
    for key in keys {
      if let values = try values(of: key, on: connection, collation: collation) {
        try insert(values, key: key, on: connection)
      } else {
        try removeCompanions(of: key, referring, on: connection)
      }
      try connection.run("DELETE FROM \(pending) WHERE pk = ?", [.integer(key)])
    }
    return keys.count
  }

  /// The values of a record's row and its text, before which stands a place for the key; nil if there is no such record.
  private func values(of key: Int64, on connection: Connection, collation: Collation) throws -> [Value]? {
    let found = try connection.first(schema.recordByKey, [.integer(key)]) { schema.decode($0) }
    guard var record = found else { return nil }
    if schema.derivesFromRelated { record = try schema.related(record, key: key, on: connection) }
    var values: [Value] = [.null]
    schema.derive(record, collation, &values)
    return values
  }

  /// The records whose rows are not such as would be made of them now.
  ///
  /// - Complexity: O(*n* log *n*): every record is read.
  func outdatedKeys(on connection: Connection, collation: Collation) throws -> [Int64] {
    let columns =
      schema.derivedColumns.map { ", d.\(name: $0.name)" } + schema.textColumns.map { ", t.\(name: $0.name)" }
    let text = schema.textColumns.isEmpty ? "" : " LEFT JOIN \(name: schema.table + "_text") AS t ON t.pk = d.pk"
    let rows = try connection.all(
      "SELECT d.pk\(columns.joined()) FROM \(name: schema.table + "_derived") AS d\(text)"
    ) { row in (0..<row.count).map { row.value($0) } }
    return try rows.compactMap { row in
      guard case .integer(let key) = row[0], let values = try values(of: key, on: connection, collation: collation)
      else { return nil }
      return row.dropFirst() == values.dropFirst() ? nil : key
    }
  }

  /// Makes a derived row and its text of their values, before which stands a place for the key.
  func insert(_ values: [Value], key: Int64, on connection: Connection) throws {
    var values = values
    values[0] = .integer(key)
    let count = 1 + schema.derivedColumns.count
    if let textInsertion = schema.textInsertion {
      try connection.run(textInsertion, [.integer(key)] + values[count...])
      values.removeSubrange(count...)
    }
    try connection.run(schema.derivedInsertion, values)
  }

  /// Brings a derived row and its text up to date where they follow from what has changed; false if there is no such row.
  ///
  /// Nothing follows from related records.
  func update(
    key: Int64, from old: R, to new: R, by collation: Collation, on connection: Connection
  ) throws -> Bool {
    for (companion, columns) in [("derived", schema.derivedColumns), ("text", schema.textColumns)] {
      var assignments: [String] = []
      var values: [Value] = []
      for column in columns where column.isChanged(old, new) {
        assignments.append(column.assignment)
        values.append(column.derive(new, collation))
      }
      guard !values.isEmpty else { continue }
      values.append(.integer(key))
      try connection.run(
        "UPDATE \(name: schema.table + "_" + companion) SET \(assignments.joined(separator: ", ")) WHERE pk = ?", values
      )
      guard connection.changes > 0 else { return false }
    }
    return true
  }

  /// Removes what a record left behind that went without a delete trigger (`REPLACE`).
  private func removeCompanions(of key: Int64, _ referring: [Reference], on connection: Connection) throws {
    let table = schema.table
    for reference in referring { try connection.run(reference.release("?"), [.integer(key)]) }
    for owned in schema.ownedTables {
      try connection.run("DELETE FROM \(name: owned.name) WHERE \(name: owned.owner) = ?", [.integer(key)])
    }
    for companion in ["derived", "stamp"] {
      try connection.run("DELETE FROM \(name: "\(table)_\(companion)") WHERE pk = ?", [.integer(key)])
    }
  }
}

extension Schema {
  /// Makes every derived row that is missing, in the transaction that the connection is in.
  ///
  /// - Parameters:
  ///   - connection: In a transaction that writes.
  ///   - collation: The store's.
  ///   - progress: Told how many of the rows that were missing at first are made, from 0 to 1.
  /// - Throws: What SQLite says.
  /// - Complexity: O(*m* log *n*) in the number of rows that are missing.
  func fillDerivedTables(
    on connection: Connection, collation: Collation, progress: (Double) -> Void = { _ in }
  ) throws {
    let missing = try tables.reduce(0) { count, table in
      try count
        + (connection.first("SELECT count(*) FROM \(name: table.name + "_pending")") { Int($0.integer(0)) } ?? 0)
    }
    var made = 0
    while true {
      let count = try fillDerivedTable(on: connection, collation: collation, limit: 4096)
      guard count > 0 else { return }
      made += count
      progress(min(1, Double(made) / Double(max(missing, 1))))
    }
  }

  /// Makes derived rows that are missing, a number of them at most; returns how many, which is 0 once none is missing.
  ///
  /// Making one table's rows may leave another's to be made, so it begins from the front each time.
  func fillDerivedTable(on connection: Connection, collation: Collation, limit: Int) throws -> Int {
    for table in tables {
      let count = try table.fillDerived(connection, collation, limit)
      if count > 0 { return count }
    }
    return 0
  }
}
