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
    let command = commands[key]
    switch mode {
    case .swipe: performInSwipe(key)
    case _ where command?.worksEverywhere == true: command?.run(self)
    case .list: command?.run(self)
    case .search: performInSearch(key)
    case .menu, .form, .help, .failed: handleInMode(.key(key))
    }
  }

  /// Has the mode handle an event, and does what it wants.
  func handleInMode(_ event: Event) {
    switch mode.handle(event, size: size) {
    case .nothing: break
    case .close: mode = .list
    case .sort(let sort):
      mode = .list
      change(to: sort)
    case .save: save()
    case .stopSaving: steps.cancel()
    case .quit(let status): host?.quit(status)
    }
  }

  func showHelp() { mode = .help(HelpScreen(title: content.title, sections: commands.keyMap.help)) }

  /// Leaves the search.
  func goBack() { clearSearch(returning: list.rows.count == 0) }

  func interrupt() { search.isEmpty ? host?.quit(130) : goBack() }

  // MARK: Folding

  func foldSelection() {
    guard let section = list.selectedSection else { return }
    if list.selectedRecord == nil {
      folds.set(section.identifier, folded: true)
    } else {
      search.move()
      list.select(.header(section.identifier))
    }
  }

  func unfoldSelection() {
    guard let section = list.selectedSection, list.selectedRecord == nil else { return }
    folds.set(section.identifier, folded: false)
  }

  func toggleFold() {
    guard let section = list.selectedSection else { return }
    search.move()
    list.select(.header(section.identifier))
    folds.set(section.identifier, folded: !folds.contains(section.identifier))
  }

  // MARK: Sorting

  func chooseSort() { mode = .menu(SortMenu(content.sorts, titles: content.sortTitles, current: sort)) }

  func reverseSort() {
    let reverse = content.sorts.first { $0.key == sort.key && $0.isAscending != sort.isAscending }
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
