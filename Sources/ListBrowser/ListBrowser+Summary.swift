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
      case .sections(let draw): summaryOfSections(width: width, draw)
      // Until the observed record has been read, the row's own stands for it.
      case .selection(let draw): (observed?.record ?? selectedRecord?.record).map { draw($0, width) }
      case nil: nil
      }
    guard let text else { return }
    frame.draw(text.truncated(toWidth: width), at: Position(column: 1, row: 1))
  }

  /// What all sections make, drawn once for each list; while one is not complete, what there was before stays.
  private func summaryOfSections(
    width: Int, _ draw: ([Snapshot<String?, R>.Section], BrowserSort<R>, Int) -> StyledText
  ) -> StyledText {
    let snapshot = list.snapshot
    let subject = DrawnSummary.Subject(
      revision: snapshot.revision, count: snapshot.count, sort: shownSort.id, width: width)
    if let drawn = drawnSummary, drawn.subject == subject || !snapshot.isComplete { return drawn.text }
    let text = draw(snapshot.sections, shownSort, width)
    if snapshot.isComplete { drawnSummary = DrawnSummary(subject: subject, text: text) }
    return text
  }
}

/// The line above a list, and what it was drawn of.
struct DrawnSummary {
  struct Subject: Hashable {
    let revision: Int
    let count: Int
    let sort: String
    let width: Int
  }

  let subject: Subject
  let text: StyledText
}
