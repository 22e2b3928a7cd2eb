import Glibc
import Synchronization

/// Work was given up because it took longer than it was allowed to.
package struct TimeLimitExceeded: Error {}

/// A flag that one thread raises and another reads, and a time after which it counts as raised.
final class CancellationFlag: Sendable {
  private let raised = Atomic<Bool>(false)
  private let deadline = Atomic<UInt64>(.max)

  var isCancelled: Bool { raised.load(ordering: .relaxed) }

  var isLate: Bool {
    let deadline = deadline.load(ordering: .relaxed)
    return deadline != .max && Self.now > deadline
  }

  func cancel() { raised.store(true, ordering: .relaxed) }

  func setDeadline(after duration: Duration?) {
    let end = duration.map { Self.now + UInt64(max(0, $0 / .nanoseconds(1))) }
    deadline.store(end ?? .max, ordering: .relaxed)
  }

  /// Nanoseconds of a clock that never goes back.
  private static var now: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}
