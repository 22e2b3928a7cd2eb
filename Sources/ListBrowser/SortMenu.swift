import FetchedResults
import TerminalUI

/// The menu of a list's sorts: a column for each choice that makes a sort, the later ones depending on the earlier.
struct SortMenu<R: Record> {
  private let sorts: [BrowserSort<R>]
  private let current: BrowserSort<R>
  private(set) var menu: Menu

  /// A menu whose cursor is on the current sort.
  ///
  /// - Parameters:
  ///   - sorts: The sorts, each of as many choices.
  ///   - titles: The titles of the columns, if there are several.
  ///   - current: The sort that is in force.
  init(_ sorts: [BrowserSort<R>], titles: [String], current: BrowserSort<R>) {
    self.sorts = sorts
    self.current = current
    var path: [String] = []
    let pickers = current.choices.enumerated().map { column, choice in
      let items = Self.items(of: sorts, behind: path)
      path.append(choice)
      return Menu.Picker(
        title: titles.indices.contains(column) ? titles[column] : "", items: items,
        current: items.firstIndex(of: choice))
    }
    menu = Menu(title: "Sort", pickers: pickers)
  }

  /// The sort under the cursor.
  var chosen: BrowserSort<R> { sorts.first { $0.choices == path } ?? current }

  /// Does what a key asks for.
  mutating func handle(_ event: Event) -> Menu.Outcome {
    let outcome = menu.handle(event)
    if outcome == .moved { showDependentItems() }
    return outcome
  }

  /// What is chosen in each column.
  private var path: [String] {
    menu.pickers.compactMap { $0.items.indices.contains($0.selection) ? $0.items[$0.selection] : nil }
  }

  private mutating func showDependentItems() {
    for column in menu.pickers.indices.dropFirst() {
      let before = Array(path.prefix(column))
      let items = Self.items(of: sorts, behind: before)
      let isCurrent = current.choices.starts(with: before)
      menu.pickers[column].current = isCurrent ? items.firstIndex(of: current.choices[column]) : nil
      if items != menu.pickers[column].items { menu.pickers[column].items = items }
    }
  }

  /// What a column offers, each once, in the order of the sorts.
  private static func items(of sorts: [BrowserSort<R>], behind path: [String]) -> [String] {
    sorts.reduce(into: []) { items, sort in
      guard sort.choices.count > path.count, sort.choices.starts(with: path) else { return }
      let choice = sort.choices[path.count]
      if !items.contains(choice) { items.append(choice) }
    }
  }
}
