import SQLite

/// The table beside a record's that holds its sort keys and folded text.
///
/// Triggers note which rows have to be made (`…_pending`), whoever changed the record; the library makes them before it
/// reads. The derived rows are nobody's data: no changeset holds them.
struct DerivedTable<R: Record>: Sendable {
  let schema: RecordSchema<R>

  /// Makes rows that are missing.
  ///
  /// - Returns: How many were noted as missing; less than the limit when none is left.
  /// - Complexity: O(*m* log *n*) in the number of rows that are missing.
  func fill(on connection: Connection, collation: Collation, limit: Int) throws -> Int {
    let table = schema.table
    let keys = try connection.all("SELECT pk FROM \(table)_pending LIMIT ?", [.integer(Int64(limit))]) { $0.integer(0) }
    guard !keys.isEmpty else { return 0 }
    try RowJournal.shorten(table, on: connection)
    for key in keys {
      let record = try connection.first(
        "SELECT \(schema.selection) FROM \(table) AS r WHERE r.pk = ?", [.integer(key)]
      ) { schema.decode($0) }
      if let record {
        try insert(record, key: key, on: connection, collation: collation)
      } else {
        try removeCompanions(of: key, on: connection)
      }
      try connection.run("DELETE FROM \(table)_pending WHERE pk = ?", [.integer(key)])
    }
    return keys.count
  }

  /// Makes the row of a record.
  func insert(_ record: R, key: Int64, on connection: Connection, collation: Collation) throws {
    var values: [Value] = [.integer(key)]
    values.reserveCapacity(1 + schema.derivations.count)
    for derive in schema.derivations { values.append(derive(record, collation)) }
    try connection.run(schema.derivedInsertion, values)
  }

  /// Removes what a record left behind that went without a delete trigger (`REPLACE`).
  private func removeCompanions(of key: Int64, on connection: Connection) throws {
    let table = schema.table
    for owned in schema.ownedTables {
      try connection.run("DELETE FROM \(owned.name) WHERE \(owned.owner) = ?", [.integer(key)])
    }
    try connection.run("DELETE FROM \(table)_derived WHERE pk = ?", [.integer(key)])
    try connection.run("DELETE FROM \(table)_stamp WHERE pk = ?", [.integer(key)])
  }
}

extension Schema {
  /// Makes every derived row that is missing, in the transaction that the connection is in.
  func fillDerivedTables(on connection: Connection, collation: Collation) throws {
    for table in tables { while try table.fillDerived(connection, collation, .max) > 0 {} }
  }
}
