import TerminalUI

/// A step that is being done, and what the foot of the screen says of it once it takes long.
struct LongStep {
  /// What is being done, such as `Undoing`.
  var title: String
  /// How to stop it.
  var hint: String
  /// How much of it is done, from 0 to 1; nil if that isn't known.
  var fraction: Double?
  /// Whether it has taken so long that the screen says so, and that keys go on which it doesn't concern.
  var isLong = false

  /// For so long nothing is said of a step, and all keys wait for it: what was typed in one go comes in its order.
  static let patience = Duration.milliseconds(250)

  /// What another program's lock is in the way of.
  static func locked(hint: String) -> LongStep {
    LongStep(title: "Waiting for another program's change", hint: hint, isLong: true)
  }

  /// What is said; nil while the step is not long.
  var message: Toast? {
    guard isLong else { return nil }
    let percents = fraction.map { ": \(Int($0 * 100))%" } ?? ""
    return Toast("\(title)\(percents). \(hint)", kind: .progress)
  }
}
