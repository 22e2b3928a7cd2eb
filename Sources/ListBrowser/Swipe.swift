import FetchedResults
import TerminalUI

/// A row that is being swiped aside.
struct Swipe<R: Record> {
  /// What the room beside the row says.
  static var panel: String { " │ ✕ Delete " }

  /// Whose row it is.
  let id: RecordID<R>
  /// How much of the panel is in sight, from 0 to 1.
  var progress = 1.0
  /// What moves it; nil once it is there.
  var animation: Animation?

  /// How many columns the row has moved.
  var columns: Int { Int((Double(Self.panel.displayWidth) * progress).rounded()) }
}
