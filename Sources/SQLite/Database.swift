import CSQLite

/// A connection on a serial executor of its own.
///
///     let database = try Database(Connection(path: "friends.sqlite", access: .readWrite))
///     let count = try await database.perform { try $0.first("SELECT count(*) FROM friend") { $0.integer(0) } }
///
/// SQLite's calls block, so they run on a dispatch queue and never on Swift's pool, which is only as wide as the
/// machine has cores. Cancelling the calling task stops its running statement; later calls are not touched by it.
package actor Database {
  /// Nil once it is closed.
  private var connection: Connection?
  private let queue: QueueExecutor

  /// The queue that all calls run on.
  package nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

  /// Takes a connection over.
  ///
  /// - Parameters:
  ///   - connection: The connection; nobody else may use it from here on.
  ///   - label: The queue's name, as debuggers show it.
  package init(_ connection: sending Connection, label: String = "SQLite") {
    self.connection = connection
    queue = QueueExecutor(label: label)
  }

  /// Runs the body on the connection.
  ///
  /// - Parameter body: Synchronous work on the connection, which must not outlive the call.
  /// - Returns: What the body returns.
  /// - Throws: `CancellationError` if the calling task is cancelled before or while the body runs; else what the body
  ///   throws.
  package nonisolated func perform<Result: Sendable>(
    _ body: @Sendable (Connection) throws -> Result
  ) async throws -> Result {
    let flag = CancellationFlag()
    return try await withTaskCancellationHandler {
      try await run(flag, body)
    } onCancel: {
      flag.cancel()
    }
  }

  /// Has the body run on the connection as soon as the queue comes to it, even if every thread of Swift's pool is blocked.
  ///
  /// - Parameter body: Synchronous work, which receives nil once the connection is closed.
  package nonisolated func start(_ body: @escaping @Sendable (Connection?) -> Void) {
    queue.async { self.assumeIsolated { database in body(database.connection) } }
  }

  /// Closes the connection, after what runs now; every later call throws ``SQLiteError``.
  package func close() { connection = nil }

  private func run<Result: Sendable>(
    _ flag: CancellationFlag, _ body: @Sendable (Connection) throws -> Result
  ) throws -> Result {
    if flag.isCancelled { throw CancellationError() }
    guard let connection else { throw SQLiteError(extendedCode: SQLITE_MISUSE, message: "the database is closed") }
    return try connection.cancellable(by: flag) { try body(connection) }
  }
}
