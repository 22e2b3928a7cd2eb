import FetchedResults
import TerminalUI

/// A row that is being swiped aside: to show the panel, or, once it is deleted, until it is gone.
struct Swipe<R: Record> {
  /// What the room beside the row says.
  static var panel: String { " │ ✕ Delete " }

  /// Whose row it is.
  let id: RecordID<R>
  /// What the record was called when the swipe began.
  let name: String
  /// Whether the record is deleted, and the panel goes over the whole row.
  var isCommitted = false
  /// How far it has gone, from 0 to 1.
  var progress = 1.0
  /// What moves it; nil once it is there.
  var animation: Animation?

  /// How many columns the row has moved.
  func columns(width: Int) -> Int {
    let panel = Self.panel.displayWidth
    let range = isCommitted ? (panel, width) : (0, panel)
    return range.0 + Int((Double(range.1 - range.0) * progress).rounded())
  }
}
