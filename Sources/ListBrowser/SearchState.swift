import FetchedResults
import TerminalUI

/// A search as it is typed and kept, and where the user was before it.
struct SearchState<R: Record> {
  /// What was selected before the search began, and on which line.
  struct Origin {
    let selection: ListState<R>.Item?
    let line: Int
  }

  var field = TextField()
  /// The words that rows highlight.
  var words: [String] = []
  var origin: Origin?
  /// Whether the user has moved since, so that there is another place to stay at.
  var hasMoved = false
  /// Where to return once the list is whole again.
  private var returning: Origin?

  /// Whether nothing is sought.
  var isEmpty: Bool { words.isEmpty }

  mutating func begin(at list: ListState<R>) {
    guard isEmpty else { return }
    origin = Origin(selection: list.selection, line: list.selectedRow - list.top)
    hasMoved = false
  }

  /// Ends the search; the next snapshot shows the place where it began, if that is wanted.
  mutating func clear(returning: Bool) {
    self.returning = returning ? origin : nil
    field = TextField()
    words = []
    origin = nil
  }

  /// Keeps the friend who was selected before the search selected for as long as she is shown, and returns to her place
  /// afterwards.
  mutating func place(in list: inout ListState<R>) {
    if isEmpty, let returning {
      if let selection = returning.selection { list.select(selection) }
      list.scroll(toShowSelectionOnLine: returning.line)
      if list.snapshot.isComplete { self.returning = nil }
    } else if !isEmpty, !hasMoved, let selection = origin?.selection, list.contains(selection) {
      list.select(selection)
    }
  }
}

extension ListState {
  /// Whether an item has a row of its own.
  func contains(_ item: Item) -> Bool {
    switch item {
    case .header(let identifier): snapshot.sections.contains { $0.identifier == identifier }
    case .record(let id): snapshot.position(of: id) != nil
    }
  }
}
