import SQLite

extension StoreLog {
  /// Tells of each statement of a connection; nil if nobody wants to know.
  func statementObserver(for connection: String) -> StatementObserver? {
    guard tells(.error, .sql) else { return nil }
    return StatementObserver(now: clock.elapsed) { run in
      self(run.isFailure ? .error : .debug, .sql, "\(connection): " + line(of: run))
    }
  }

  private func line(of run: StatementObserver.Run) -> String {
    let outcome =
      switch run.error {
      case nil: run.rowCount == 1 ? "1 row" : "\(run.rowCount) rows"
      case is CancellationError: "cancelled after \(run.rowCount) rows"
      case is TimeLimitExceeded: "given up after \(run.rowCount) rows"
      case let error as SQLiteError: "failed (\(error.extendedCode))"
      case let error?: "left with \(type(of: error)) after \(run.rowCount) rows"
      }
    let values = run.arguments.map { argument in hiding("\(argument)") }.joined(separator: ", ")
    let sql = run.sql.split(whereSeparator: \.isNewline).map { $0.trimmingPrefix { $0 == " " } }.joined(separator: " ")
    return "\(run.duration.inMilliseconds), \(outcome): \(sql)" + (values.isEmpty ? "" : " [\(values)]")
  }
}

extension StatementObserver.Run {
  /// Whether SQLite has refused it, rather than being told to end it.
  fileprivate var isFailure: Bool { error is SQLiteError }
}
