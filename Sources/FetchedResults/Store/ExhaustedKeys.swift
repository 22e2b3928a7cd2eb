import SQLite

extension Connection {
  /// Runs the body in a transaction that may write, and tells a table without a key for another row from a full disk:
  /// SQLite has one code for both.
  ///
  /// - Parameters:
  ///   - path: The store, as messages name it.
  ///   - body: The work.
  /// - Returns: What the body returns.
  /// - Throws: ``StoreError/keysExhausted(path:table:)``, or as `transaction(_:)`.
  func writeTransaction<Result>(of path: String, _ body: () throws -> Result) throws -> Result {
    do {
      return try transaction(body)
    } catch let error as SQLiteError {
      throw exhaustion(error, of: path) ?? error
    }
  }

  /// What a full table is; nil for any other error.
  func exhaustion(_ error: SQLiteError, of path: String) -> StoreError? {
    guard error.isFull, let table = try? exhaustedTable() else { return nil }
    return .keysExhausted(path: path, table: table)
  }

  /// A table whose greatest key, now or ever, is the greatest that there is.
  ///
  /// Source: <https://www.sqlite.org/autoinc.html>
  private func exhaustedTable() throws -> String? {
    let tables = try all("SELECT name, seq FROM sqlite_sequence") { (name: $0.text(0) ?? "", last: $0.integer(1)) }
    return try tables.first { table in
      try table.last == .max || first("SELECT max(rowid) FROM \(name: table.name)") { $0.integer(0) } == .max
    }?.name
  }
}
