import FetchedResults
import Foundation
import Synchronization
import Testing

/// A clock that stands still until it is told to go on.
private final class ManualClock: Clock {
  struct Instant: InstantProtocol {
    var offset = Duration.zero

    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private let state = Mutex((now: Instant(), sleepCount: 0))

  var now: Instant { state.withLock(\.now) }
  var minimumResolution: Duration { .zero }
  /// How often somebody has begun to sleep.
  var sleepCount: Int { state.withLock(\.sleepCount) }

  func advance(by duration: Duration) { state.withLock { $0.now = $0.now.advanced(by: duration) } }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    state.withLock { $0.sleepCount += 1 }
    while now < deadline {
      try Task.checkCancellation()
      await Task.yield()
    }
  }
}

@MainActor @Suite struct DebounceTests {
  @Test func onlyTheLastOfQuickChangesAsksTheStore() async throws {
    let statements = Mutex(0)
    let log = StoreLog(subsystem: "people", level: .debug, categories: [.sql]) { line in
      if line.contains(" sql order: "), line.contains("SELECT d.pk") { statements.withLock { $0 += 1 } }
    }
    let store = Store(at: .temporary, schema: .people, log: log)
    try await store.write("Fill") { context in
      for name in ["Ann", "Anna", "Bob"] { try context.insert(Person(name: name)) }
    }
    let clock = ManualClock()
    let controller = try FetchedResultsController(
      sectioned(PersonSort((.name, false))), in: store, debounce: .milliseconds(200), clock: clock)
    await controller.settle()
    // The list itself came without waiting.
    #expect(controller.snapshot.count == 3)
    #expect(clock.sleepCount == 0)
    statements.withLock { $0 = 0 }
    for (index, term) in ["a", "an", "anna"].enumerated() {
      try controller.configure { $0.predicate = #Predicate { $0.name.localizedStandardContains(term) } }
      while clock.sleepCount <= index { await Task.yield() }
    }
    clock.advance(by: .milliseconds(199))
    #expect(statements.withLock(\.self) == 0)
    #expect(!controller.isCurrent)
    clock.advance(by: .milliseconds(1))
    await controller.settle()
    #expect(controller.isCurrent)
    #expect(controller.snapshot.map(\.key) == [2])
    #expect(statements.withLock(\.self) == 1)
  }
}
