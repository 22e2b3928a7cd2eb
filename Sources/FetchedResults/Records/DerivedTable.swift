import SQLite

/// The table beside a record's that holds its sort keys and folded text.
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
      let record = try connection.first(
        "SELECT \(schema.selection) FROM \(name: table) AS r WHERE r.pk = ?", [.integer(key)]
      ) { schema.decode($0) }
      if var record {
        if schema.derivesFromRelated { record = try schema.related(record, key: key, on: connection) }
        try insert(record, key: key, on: connection, collation: collation)
      } else {
        try removeCompanions(of: key, referring, on: connection)
      }
      try connection.run("DELETE FROM \(pending) WHERE pk = ?", [.integer(key)])
    }
    return keys.count
  }

  /// Makes the row of a record.
  private func insert(_ record: R, key: Int64, on connection: Connection, collation: Collation) throws {
    var values: [Value] = [.null]
    schema.derive(record, collation, &values)
    try insert(values, key: key, on: connection)
  }

  /// Makes a row of its values, the first of which is to be the key.
  func insert(_ values: [Value], key: Int64, on connection: Connection) throws {
    var values = values
    values[0] = .integer(key)
    try connection.run(schema.derivedInsertion, values)
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
  func fillDerivedTables(on connection: Connection, collation: Collation) throws {
    while try fillDerivedTable(on: connection, collation: collation, limit: .max) > 0 {}
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
