extension Connection {
  /// Runs the body in a transaction that may write, and commits it; what the body throws rolls it back.
  ///
  ///     try connection.transaction { try connection.run("DELETE FROM friend") }
  ///
  /// The write lock is taken at the start (`BEGIN IMMEDIATE`): a transaction that reads first and writes later could
  /// find itself refused in the middle.
  ///
  /// - Throws: ``SQLiteError`` (busy, if another connection kept the lock for longer than the timeout), or what the body
  ///   throws.
  package func transaction<Result>(_ body: () throws -> Result) throws -> Result {
    try enclosed(begin: "BEGIN IMMEDIATE", commit: "COMMIT", rollback: "ROLLBACK", body)
  }

  /// Runs the body in a transaction that only reads: all its statements see one state of the store.
  ///
  /// - Throws: ``SQLiteError``, or what the body throws.
  package func readTransaction<Result>(_ body: () throws -> Result) throws -> Result {
    try enclosed(begin: "BEGIN", commit: "COMMIT", rollback: "ROLLBACK", body)
  }

  /// Runs the body, in a transaction, so that what it throws takes back what it has done and nothing else.
  ///
  /// - Parameters:
  ///   - isNeeded: Whether the body does more than one thing; else it is run as it is.
  ///   - body: Writes.
  /// - Returns: What the body returns.
  /// - Throws: ``SQLiteError``, or what the body throws.
  package func savepoint<Result>(if isNeeded: Bool, _ body: () throws -> Result) throws -> Result {
    guard isNeeded else { return try body() }
    return try enclosed(
      begin: "SAVEPOINT body", commit: "RELEASE body", rollback: "ROLLBACK TO body; RELEASE body", body)
  }

  private func enclosed<Result>(
    begin: String, commit: String, rollback: String, _ body: () throws -> Result
  ) throws -> Result {
    try run(begin)
    do {
      let result = try body()
      // A cancelled body is rolled back; a commit that has begun is not taken for one that has failed.
      try uninterrupted { try run(commit) }
      return result
    } catch {
      // Some failures (a full disk, say) have rolled back already; then there is nothing to roll back, and the first
      // error is the one that counts.
      try? execute(rollback)
      throw error
    }
  }
}
