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
    guard let log = self, log.tells(.error, category) else { return try body() }
    let start = log.clock.elapsed()
    var time: String { (log.clock.elapsed() - start).inMilliseconds }
    do {
      let result = try body()
      log(.info, category, "\(done) in \(time)")
      return result
    } catch {
      log(error is CancellationError ? .info : .error, category, "not \(done), after \(time): \(log.hiding(error))")
      throw error
    }
  }
}
