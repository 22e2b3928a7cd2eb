import BestiesKit
import FetchedResults

/// Runs the body, and says how long that took.
func time<Result>(_ body: () throws -> Result) rethrows -> (result: Result, duration: Duration) {
  let start = ContinuousClock.now
  let result = try body()
  return (result, ContinuousClock.now - start)
}

extension FetchedResultsController {
  /// Makes a change, and says how long it took until the controller showed something of it, and all of it.
  func time(
    _ change: (FetchedResultsController) async throws -> Void
  ) async throws -> (first: Duration, all: Duration) {
    let revision = snapshot.revision
    let start = ContinuousClock.now
    try await change(self)
    while snapshot.revision == revision { try await nextSnapshot() }
    let first = ContinuousClock.now - start
    while !snapshot.isComplete { try await nextSnapshot() }
    let all = ContinuousClock.now - start
    // Whatever is prepared afterwards is no part of it, nor of what is measured next.
    await settle()
    return (first, all)
  }

  /// Looks again in a moment: observation doesn't tell of a snapshot that is equal to the one before.
  private func nextSnapshot() async throws {
    if let error { throw error }
    try await Task.sleep(for: .microseconds(1000))
  }
}
