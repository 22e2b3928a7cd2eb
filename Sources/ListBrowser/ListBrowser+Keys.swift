import FetchedResults
import TerminalUI

extension ListBrowser {
  func handle(_ key: Key) {
    switch mode {
    case .list: handleInList(key)
    case .search: handleInSearch(key)
    case .menu(let menu): handle(key, in: menu)
    case .form(let form): handle(.key(key), in: form)
    case .help(var help):
      mode = help.handle(.key(key), size: size) == .closed ? .list : .help(help)
    case .swipe(let swipe): handle(key, in: swipe)
    case .failed:
      if [.character("q"), .escape, .enter, .control("c")].contains(key) { host?.quit(2) }
    }
  }

  // MARK: List

  private func handleInList(_ key: Key) {
    guard let action = keyMap.action(for: key) else { return }
    switch action {
    case .up, .down, .pageUp, .pageDown, .halfPageUp, .halfPageDown, .first, .last, .previousSection, .nextSection:
      move(action)
    case .fold: foldSelection()
    case .unfold: setFolded(false)
    case .toggleFold: toggleFold()
    case .foldAll: folds = .all
    case .unfoldAll: folds = Folds()
    case .sort: mode = .menu(sortMenu)
    case .reverseSort: reverseSort()
    case .search: beginSearch()
    case .add: openForm(for: nil)
    case .open: list.selectedRecord == nil ? toggleFold() : editSelection()
    case .edit: editSelection()
    case .swipe: beginSwipe()
    case .delete: deleteSelection()
    case .undo: changeHistory(undoing: true)
    case .redo: changeHistory(undoing: false)
    case .help: mode = .help(HelpScreen(title: content.title, sections: keyMap.help))
    case .repaint: host?.repaint()
    case .suspend: host?.suspend()
    case .back: clearSearch(returning: false)
    case .interrupt: search.isEmpty ? host?.quit(130) : clearSearch(returning: false)
    case .quit: host?.quit(0)
    case .command(let index): run(content.commands[index])
    }
  }

  private func move(_ action: BrowserAction) {
    search.hasMoved = true
    let page = max(1, list.height - 1)
    switch action {
    case .up: list.move(by: -1)
    case .down: list.move(by: 1)
    case .pageUp: list.move(by: -page)
    case .pageDown: list.move(by: page)
    case .halfPageUp: list.move(by: -max(1, list.height / 2))
    case .halfPageDown: list.move(by: max(1, list.height / 2))
    case .first: list.selectFirst()
    case .last: list.select(row: list.rows.count - 1)
    case .previousSection: list.moveSection(forward: false)
    case .nextSection: list.moveSection(forward: true)
    default: break
    }
  }

  // MARK: Folding

  private func foldSelection() {
    guard let section = list.selectedSection else { return }
    if list.selectedRecord == nil {
      setFolded(true)
    } else {
      list.select(.header(section.identifier))
    }
  }

  private func toggleFold() {
    guard let section = list.selectedSection else { return }
    setFolded(!list.folds.contains(section.identifier))
  }

  private func setFolded(_ folded: Bool) {
    guard let section = list.selectedSection else { return }
    list.select(.header(section.identifier))
    folds.set(section.identifier, folded: folded)
  }

  // MARK: Sorting

  private var sortMenu: Menu {
    Menu(
      title: "Sort", items: content.sorts.map(\.name),
      current: content.sorts.firstIndex { $0.id == sort.id })
  }

  private func handle(_ key: Key, in menu: Menu) {
    var menu = menu
    let outcome = menu.handle(.key(key))
    mode = .menu(menu)
    switch outcome {
    case .chosen:
      mode = .list
      change(to: content.sorts[menu.selections[0]])
    case .cancelled: mode = .list
    case .moved, .ignored: break
    }
  }

  private func reverseSort() {
    let reverse = content.sorts.first { $0.field == sort.field && $0.isAscending != sort.isAscending }
    if let reverse { change(to: reverse) }
  }

  private func change(to sort: BrowserSort<R>) {
    guard sort.id != self.sort.id else { return }
    self.sort = sort
    searchFolds = Folds()
    state.sort = sort.id
    saveState()
    configure {
      $0.sectionIdentifier = sort.section
      $0.sortDescriptors = sort.descriptors
    }
  }

  func configure(_ change: (inout SectionedFetchRequest<String?, R>) -> Void) {
    do {
      try controller?.configure(change)
    } catch {
      toast = Toast(String(describing: error), kind: .error)
    }
  }

  // MARK: Searching

  private func beginSearch() {
    search.begin(at: list)
    mode = .search
  }

  private func handleInSearch(_ key: Key) {
    switch key {
    case .enter: mode = .list
    case .escape, .control("c"):
      clearSearch(returning: true)
      mode = .list
    case .up, .down, .pageUp, .pageDown:
      if let action = keyMap.action(for: key) { move(action) }
    case .control("l"): host?.repaint()
    case .control("z"): host?.suspend()
    default:
      if search.field.handle(.key(key)) == .changed { searchChanged() }
    }
  }

  func paste(_ text: String) {
    switch mode {
    case .list, .swipe:
      if case .swipe = mode { mode = .list }
      beginSearch()
      pasteIntoSearch(text)
    case .search: pasteIntoSearch(text)
    case .form(let form): handle(.paste(text), in: form)
    case .menu, .help, .failed: break
    }
  }

  private func pasteIntoSearch(_ text: String) {
    let line = text.drop { $0.isNewline }.prefix { !$0.isNewline }
    if search.field.handle(.paste(String(line))) == .changed { searchChanged() }
  }

  private func searchChanged() {
    let wasEmpty = search.isEmpty
    let found = content.search(search.field.text)
    search.words = found?.words ?? []
    if wasEmpty != search.isEmpty { searchFolds = Folds() }
    if search.isEmpty, !wasEmpty, let origin = search.origin {
      // Everything is deleted, and the field still open: the list is as it was before.
      search.clear(returning: !search.hasMoved)
      search.origin = origin
    }
    configure { $0.predicate = found?.predicate }
  }

  private func clearSearch(returning: Bool) {
    let wasEmpty = search.isEmpty
    search.clear(returning: returning && !search.hasMoved)
    guard !wasEmpty else { return }
    searchFolds = Folds()
    configure { $0.predicate = nil }
  }

  // MARK: Mouse

  func handle(_ mouse: MouseEvent) {
    guard case .list = mode else { return }
    switch mouse.action {
    case .scrollUp: list.scroll(by: -3)
    case .scrollDown: list.scroll(by: 3)
    case .press(.left):
      let row = list.top + mouse.position.row - 1
      guard mouse.position.row >= 1, list.visibleRows.contains(row) else { return }
      search.hasMoved = true
      list.select(row: row)
      if list.selectedRecord == nil { toggleFold() }
    case .press, .release, .move: break
    }
  }
}
