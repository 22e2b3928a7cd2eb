import SQLite

/// The connection that reads the order of lists, and the engine with what it holds in memory. Both belong to one executor, so
/// that nobody ever holds a lock while a scan is under way.
actor OrderReader {
  /// The connection.
  nonisolated let database: Database
  private var engine: FetchEngine

  nonisolated var unownedExecutor: UnownedSerialExecutor { database.unownedExecutor }

  init(_ database: Database, engine: FetchEngine) {
    self.database = database
    self.engine = engine
  }

  /// Runs the body with both.
  ///
  /// - Parameter body: Synchronous work, which must not outlive the call.
  /// - Returns: What the body returns.
  /// - Throws: As `Database.perform(_:)`.
  nonisolated func perform<Result: Sendable>(
    _ body: @Sendable (Connection, inout FetchEngine) throws -> Result
  ) async throws -> Result {
    try await database.perform { connection in
      // Safe, since both actors run on one executor, which this closure occupies.
      nonisolated(unsafe) let connection = connection
      return try self.assumeIsolated { reader in try body(connection, &reader.engine) }
    }
  }
}
