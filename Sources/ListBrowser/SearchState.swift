import FetchedResults
import TerminalUI

/// A search as it is typed and kept, and where the user was before it.
struct SearchState<R: Record> {
  /// What was selected, and on which line.
  private struct Place {
    let selection: ListState<R>.Item?
    let line: Int
  }

  /// The text.
  private(set) var field = TextField()
  /// The words that are sought, which rows highlight.
  private(set) var words: [String] = []
  /// Whether, if nothing that is selected matches what was typed last, the first match is to be selected.
  private(set) var takesFirst = false
  /// Where the search began.
  private var origin: Place?
  /// Whether the user has moved since, so that there is another record to stay with.
  private var hasMoved = false
  private var isKept = false
  /// Where to go as soon as the list is whole again.
  private var returning: Place?

  /// Whether nothing is sought.
  var isEmpty: Bool { words.isEmpty }

  /// Notes where the user is when the field is opened.
  mutating func begin(at list: ListState<R>) {
    origin = Place(selection: list.selection, line: list.selectedRow - list.top)
    hasMoved = false
    isKept = false
    returning = nil
  }

  /// Notes that the user has moved by himself.
  mutating func move() { hasMoved = true }

  /// Edits the text; whether it is another one now.
  mutating func edit(_ event: Event) -> Bool { field.handle(event) == .changed }

  /// Takes the place of what was sought before.
  mutating func replace(with text: String) { field = TextField(text) }

  /// Seeks the words that the text stands for. When the last one is deleted, the list is as it was before.
  mutating func seek(_ words: [String]) {
    returning = words.isEmpty && !isEmpty && !hasMoved ? origin : nil
    self.words = words
    takesFirst = true
  }

  /// Closes the field and keeps the search. What its results select, once they are there, stays selected.
  mutating func keep() {
    if isEmpty { field = TextField() }
    isKept = true
    hasMoved = hasMoved || !takesFirst
  }

  /// Ends the search; what is shown next is the place where it began, if that is wanted.
  mutating func clear(returning: Bool) {
    self.returning = returning ? origin : nil
    field = TextField()
    words = []
    takesFirst = false
    origin = nil
  }

  /// Keeps whoever was selected before the search selected for as long as they are shown, and returns to their place
  /// afterwards. To be called after each new snapshot.
  mutating func place(in list: inout ListState<R>) {
    if let returning {
      if let selection = returning.selection { list.select(selection) }
      if !list.isSelectionPending { list.scroll(toShowSelectionOnLine: returning.line) }
      if list.snapshot.isComplete { self.returning = nil }
    } else if !isEmpty, !hasMoved {
      switch origin?.selection {
      case .record(let id) where list.contains(.record(id)): list.select(.record(id))
      // A search is for a record: a header that happens to stay is none.
      case .header where takesFirst: list.selectFirst()
      default: break
      }
    }
    guard list.snapshot.isComplete else { return }
    takesFirst = false
    hasMoved = hasMoved || isKept
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
