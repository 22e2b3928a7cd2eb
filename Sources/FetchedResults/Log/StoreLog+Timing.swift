extension StoreLog? {
  /// Runs the body and tells how long it took, or how it failed.
  ///
  /// - Parameters:
  ///   - category: What it is about.
  ///   - done: What has happened when it has ended well.
  ///   - body: The work.
  /// - Returns: What the body returns.
  /// - Throws: What the body throws.
  func timed<Result>(_ category: StoreLog.Category, _ done: String, _ body: () throws -> Result) rethrows -> Result {
    let timing = LogTiming(self, category, done)
    do {
      let result = try body()
      timing?.ended()
      return result
    } catch {
      timing?.failed(error)
      throw error
    }
  }

  /// As the other, for work that waits.
  func timed<Result>(
    _ category: StoreLog.Category, _ done: String, _ body: () async throws -> Result
  ) async rethrows -> Result {
    let timing = LogTiming(self, category, done)
    do {
      let result = try await body()
      timing?.ended()
      return result
    } catch {
      timing?.failed(error)
      throw error
    }
  }
}

/// Work that has begun, and will be told of when it ends.
private struct LogTiming {
  let log: StoreLog
  let category: StoreLog.Category
  let done: String
  let start: Duration

  init?(_ log: StoreLog?, _ category: StoreLog.Category, _ done: String) {
    guard let log, log.tells(.error, category) else { return nil }
    (self.log, self.category, self.done) = (log, category, done)
    start = log.clock.elapsed()
  }

  private var time: String { (log.clock.elapsed() - start).inMilliseconds }

  func ended() { log(.info, category, "\(done) in \(time)") }

  func failed(_ error: any Error) {
    log(error is CancellationError ? .info : .error, category, "not \(done), after \(time): \(log.hiding(error))")
  }
}
