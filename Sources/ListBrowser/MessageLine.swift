import TerminalUI

/// The message at the foot of the screen; the latest takes the place of the one before.
///
/// A message has its time from the first frame that shows it, however long that frame takes to come.
@MainActor
struct MessageLine {
  private(set) var message: Toast?
  private var isLasting = false
  private var shownSince: ContinuousClock.Instant?
  private var timer: DelayedAction?

  /// Says something, for a while or until a key comes.
  mutating func say(_ message: Toast, isLasting: Bool = false) {
    self = MessageLine()
    self.message = message
    self.isLasting = isLasting
  }

  /// Notes that a frame shows the message; `ended` is called when it had been there long enough to be read twice.
  mutating func didShow(ended: @escaping @MainActor () -> Void) {
    guard let message, shownSince == nil else { return }
    shownSince = .now
    if !isLasting { timer = DelayedAction(after: .seconds(6 + message.message.count / 20), action: ended) }
  }

  /// Takes a message away when a key comes; an error stays until there was time to read it.
  mutating func keyPressed() {
    guard let message else { return }
    if message.kind == .error {
      guard let shownSince, .now - shownSince >= Self.readingTime(of: message) else { return }
    }
    self = MessageLine()
  }

  mutating func clear() { self = MessageLine() }

  private static func readingTime(of message: Toast) -> Duration {
    .seconds(1) + .milliseconds(25) * message.message.count
  }
}
