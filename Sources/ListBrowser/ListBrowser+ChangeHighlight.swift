import FetchedResults
import TerminalUI

/// Highlights the rows that a commit of this or another process has inserted or moved, for a second.
@MainActor
struct ChangeHighlight<R: Record> {
  private(set) var ids: Set<RecordID<R>> = []
  private var timer: DelayedAction?

  /// More insertions than this are another list rather than a change of this one.
  private static var limit: Int { 50 }

  /// Highlights what differs between two snapshots of one request; `ended` is called when the time is over.
  mutating func show(
    _ difference: SnapshotDifference<String?, R>, until ended: @escaping @MainActor () -> Void
  ) {
    let inserted = difference.insertions.map(\.id)
    guard !inserted.isEmpty, inserted.count <= Self.limit else { return }
    ids = Set(inserted)
    timer = DelayedAction(after: .seconds(1), action: ended)
  }

  mutating func end() {
    ids = []
    timer = nil
  }
}

extension ListBrowser {
  /// Highlights what has changed since an older snapshot of the same request.
  func highlightChanges(since old: Snapshot<String?, R>) {
    guard options.animates, old.isComplete, list.snapshot.isComplete else { return }
    changeHighlight.show(list.snapshot.difference(from: old)) { [weak self] in
      self?.changeHighlight.end()
      self?.host?.setNeedsRender()
    }
  }
}
