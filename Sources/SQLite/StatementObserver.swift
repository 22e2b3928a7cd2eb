/// Told of each statement that a connection has run, with how long it took.
///
///     connection.observer = StatementObserver(now: clock) { run in print(run.duration, run.sql) }
///
/// A connection without one spends nothing on it.
package struct StatementObserver: Sendable {
  /// One statement that has ended.
  package struct Run: Sendable {
    /// The statement, or a script of several, with `?` for each value.
    package let sql: String
    /// The values.
    package let arguments: [Value]
    /// From its beginning to its end, with what was done with its rows.
    package let duration: Duration
    /// How many rows it gave.
    package let rowCount: Int
    /// Why it ended early; nil if it did what it was to do.
    package let error: (any Error)?
  }

  private let now: @Sendable () -> Duration
  private let didRun: @Sendable (Run) -> Void

  /// An observer.
  ///
  /// - Parameters:
  ///   - now: The time, counted from any moment.
  ///   - didRun: Receives each statement when it has ended, on the connection's queue.
  package init(now: @escaping @Sendable () -> Duration, didRun: @escaping @Sendable (Run) -> Void) {
    self.now = now
    self.didRun = didRun
  }

  /// Runs a statement, which counts its rows, and tells of it.
  func observe<Failure>(
    _ sql: String, _ arguments: [Value], _ statement: (inout Int) throws(Failure) -> Void
  ) throws(Failure) {
    let start = now()
    var rowCount = 0
    func tell(_ error: (any Error)?) {
      didRun(Run(sql: sql, arguments: arguments, duration: now() - start, rowCount: rowCount, error: error))
    }
    do {
      try statement(&rowCount)
    } catch {
      tell(error)
      throw error
    }
    tell(nil)
  }
}
