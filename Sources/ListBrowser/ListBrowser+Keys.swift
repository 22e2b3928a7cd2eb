import FetchedResults
import TerminalUI

extension ListBrowser {
  /// Does what an event asks for.
  func perform(_ event: Event) {
    switch event {
    case .key(let key):
      messages.keyPressed()
      perform(key)
    case .paste(let text): paste(text)
    case .mouse(let mouse): perform(mouse)
    case .focusIn, .focusOut, .resize: break
    }
  }

  /// Does what a key asks for, wherever the keys go now.
  func perform(_ key: Key) {
    switch (mode, key) {
    case (.swipe, _): performInSwipe(key)
    case (_, .control("l")): host?.repaint()
    case (_, .control("z")): host?.suspend()
    case (.list, _): keyMap.action(for: key).map(perform)
    case (.search, _): performInSearch(key)
    case (.menu(let menu), _): perform(key, in: menu)
    case (.form(let form), _): perform(.key(key), in: form)
    case (.help(var help), _): mode = help.handle(.key(key), size: size) == .closed ? .list : .help(help)
    case (.failed, _):
      if [.character("q"), .escape, .enter, .control("c")].contains(key) { host?.quit(2) }
    }
  }

  private func perform(_ action: BrowserAction) {
    switch action {
    case .up, .down, .pageUp, .pageDown, .halfPageUp, .halfPageDown, .first, .last, .previousSection, .nextSection:
      move(action)
    case .fold: foldSelection()
    case .unfold: unfoldSelection()
    case .toggleFold: toggleFold()
    case .foldAll: folds = .all
    case .unfoldAll: folds = Folds()
    case .sort: mode = .menu(SortMenu(content.sorts, titles: content.sortTitles, current: sort))
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
    case .back: clearSearch(returning: list.rows.count == 0)
    case .interrupt: search.isEmpty ? host?.quit(130) : clearSearch(returning: list.rows.count == 0)
    case .quit: host?.quit(0)
    case .command(let index): run(content.commands[index])
    }
  }

  func move(_ action: BrowserAction) {
    search.move()
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
      folds.set(section.identifier, folded: true)
    } else {
      search.move()
      list.select(.header(section.identifier))
    }
  }

  private func unfoldSelection() {
    guard let section = list.selectedSection, list.selectedRecord == nil else { return }
    folds.set(section.identifier, folded: false)
  }

  private func toggleFold() {
    guard let section = list.selectedSection else { return }
    search.move()
    list.select(.header(section.identifier))
    folds.set(section.identifier, folded: !folds.contains(section.identifier))
  }

  // MARK: Sorting

  private func perform(_ key: Key, in menu: SortMenu<R>) {
    var menu = menu
    let outcome = menu.handle(.key(key))
    mode = .menu(menu)
    switch outcome {
    case .chosen:
      mode = .list
      change(to: menu.chosen)
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
      say(String(describing: error), kind: .error)
    }
  }

  // MARK: Mouse

  private func perform(_ mouse: MouseEvent) {
    if case .swipe = mode { mode = .list }
    guard case .list = mode else { return }
    switch mouse.action {
    case .scrollUp: list.scroll(by: -3)
    case .scrollDown: list.scroll(by: 3)
    case .press(.left):
      let line = mouse.position.row - firstRow
      guard list.lines.contains(line) else { return }
      search.move()
      list.select(row: list.row(onLine: line))
      if list.selectedRecord == nil { toggleFold() }
    case .press, .release, .move: break
    }
  }
}
