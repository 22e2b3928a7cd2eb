import FetchedResults
import TerminalUI

/// The line above the list, which an app may have; see ``BrowserSummary``.
extension ListBrowser {
  /// A screen of fewer rows than this is for the list alone.
  private static var smallestHeight: Int { 8 }

  private var hasSummary: Bool { content.summary != nil && size.rows >= Self.smallestHeight }

  /// The row of the screen where the list begins.
  var firstRow: Int { hasSummary ? 2 : 1 }

  /// Follows the selected record, if the line is about it.
  func observeSelection() {
    guard hasSummary, case .selection = content.summary else { return }
    guard let id = list.selectedRecord else {
      observed = nil
      return
    }
    if observed?.id != id { observed = ObservedRecord(id, in: store) }
  }

  func drawSummary(in frame: inout Frame) {
    guard hasSummary else { return }
    let width = size.columns - 2
    let text: StyledText? =
      switch content.summary {
      case .sections(let draw): draw(list.snapshot.sections, sort, width)
      case .selection(let draw): observed?.record.map { draw($0, width) }
      case nil: nil
      }
    guard let text else { return }
    frame.draw(text.truncated(toWidth: width), at: Position(column: 1, row: 1))
  }
}
