import FetchedResults
import TerminalUI

extension ListBrowser {
  func beginSearch() {
    search.begin(at: list)
    mode = .search
  }

  func performInSearch(_ key: Key) {
    switch key {
    case .enter:
      search.keep()
      mode = .list
    case .escape, .control("c"):
      clearSearch(returning: true)
      mode = .list
    case .up, .down, .pageUp, .pageDown, .control("n"), .control("p"):
      commands[key]?.run(self)
    default:
      if search.edit(.key(key)) { searchChanged() }
    }
  }

  /// A paste is text, and never a command: in the list it is what to search for.
  func paste(_ text: String) {
    switch mode {
    case .list, .swipe:
      beginSearch()
      search.replace(with: text.firstLine)
      searchChanged()
    case .search:
      if search.edit(.paste(text.firstLine)) { searchChanged() }
    case .form: handleInMode(.paste(text))
    case .menu, .help, .failed: break
    }
  }

  /// Asks for what the text of the field stands for.
  private func searchChanged() {
    let wasEmpty = search.isEmpty
    let found = content.search(search.field.text)
    search.seek(found?.words ?? [])
    guard !wasEmpty || !search.isEmpty else { return }
    if wasEmpty || search.isEmpty { searchFolds = [:] }
    configure { $0.predicate = found?.predicate }
  }

  /// Ends the search.
  ///
  /// - Parameter returning: Whether to go back to where it began, rather than to stay with the selected record.
  func clearSearch(returning: Bool) {
    let wasEmpty = search.isEmpty
    search.clear(returning: returning)
    guard !wasEmpty else {
      search.place(in: &list)
      return
    }
    searchFolds = [:]
    configure { $0.predicate = nil }
  }
}

extension String {
  /// The first line that is not empty.
  fileprivate var firstLine: String {
    String(drop { $0.isNewline }.prefix { !$0.isNewline })
  }
}
