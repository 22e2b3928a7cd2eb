import FetchedResults
import TerminalUI

/// Rows that a commit has brought or moved, by this or another process: they stand out for a moment, so that one sees what
/// has changed under one's eyes.
@MainActor
struct Arrivals<R: Record> {
  private(set) var ids: Set<RecordID<R>> = []
  /// The request, by the controller's count, whose results were compared last.
  var request = 0
  private var timer: DelayedAction?

  /// More rows than this are another list, rather than news.
  private static var limit: Int { 50 }

  /// Notes what has come or moved between two snapshots of one request.
  mutating func note(
    _ difference: SnapshotDifference<String?, R>, until ended: @escaping @MainActor () -> Void
  ) {
    let arrived = difference.insertions.map(\.id)
    guard !arrived.isEmpty, arrived.count <= Self.limit else { return }
    ids = Set(arrived)
    timer = DelayedAction(after: .seconds(1), action: ended)
  }

  mutating func end() {
    ids = []
    timer = nil
  }
}

extension ListBrowser {
  /// Compares what is shown with what was, if the store has changed and not the request.
  func noteArrivals(since old: Snapshot<String?, R>) {
    guard options.animates, let controller else { return }
    defer { arrivals.request = controller.shownRequests }
    guard arrivals.request == controller.shownRequests, old.isComplete, list.snapshot.isComplete else { return }
    arrivals.note(list.snapshot.difference(from: old)) { [weak self] in
      self?.arrivals.end()
      self?.host?.setNeedsRender()
    }
  }
}
