import TerminalUI

/// Holds an old frame for a moment, in which what the next one lacks may come.
@MainActor
struct FrameHold {
  private let limit: Duration
  private var since: ContinuousClock.Instant?
  private var timer: DelayedAction?

  init(_ limit: Duration) { self.limit = limit }

  /// Whether to keep the old frame rather than draw one that is not ready; `retry` is called at the limit.
  mutating func holds(retry: @escaping @MainActor () -> Void) -> Bool {
    let now = ContinuousClock.now
    guard let since else {
      since = now
      timer = DelayedAction(after: limit, action: retry)
      return true
    }
    return now - since < limit
  }

  /// Notes that a frame was ready.
  mutating func reset() {
    since = nil
    timer = nil
  }
}
