import TerminalUI

/// Keeps an old frame for a moment, so that rows don't flash empty before their records are there.
@MainActor
struct FramePatience {
  private static let limit = Duration.milliseconds(100)

  private var since: ContinuousClock.Instant?
  private var timer: DelayedAction?

  /// Whether to go on waiting for a frame that is not ready; `retry` is called when patience ends.
  mutating func lasts(retry: @escaping @MainActor () -> Void) -> Bool {
    let now = ContinuousClock.now
    guard let since else {
      since = now
      timer = DelayedAction(after: Self.limit, action: retry)
      return true
    }
    return now - since < Self.limit
  }

  /// Notes that a frame was ready.
  mutating func reset() {
    since = nil
    timer = nil
  }
}
