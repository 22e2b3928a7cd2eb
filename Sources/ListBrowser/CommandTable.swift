import TerminalUI

/// The commands of a list, with an app's own among them, and the keys that run them.
struct CommandTable<Content: BrowserContent> {
  /// The keys, by the names of the commands: what help and hints are made of.
  let keyMap: KeyMap<String>
  private let commands: [String: ListCommand<Content>]

  /// A table; where two commands have a key or a name, the first has it.
  init(_ commands: [ListCommand<Content>]) {
    keyMap = KeyMap(
      commands.map { command in
        KeyBinding(
          keys: command.keys, action: command.name, help: command.title, group: command.group, hint: command.hint)
      })
    self.commands = Dictionary(commands.map { ($0.name, $0) }) { first, _ in first }
  }

  /// The command that a key runs.
  subscript(key: Key) -> ListCommand<Content>? { keyMap.action(for: key).flatMap { commands[$0] } }

  /// A command by its name.
  subscript(name: String) -> ListCommand<Content>? { commands[name] }
}

extension CommandTable {
  private typealias Command = ListCommand<Content>

  /// The names of the commands that are spoken of elsewhere.
  static var swipe: String { "swipe" }
  static var quit: String { "quit" }

  /// The commands of a list as they are unless they are configured.
  init(_ content: Content) {
    self.init(
      Self.moving + Self.folding + Self.finding + Self.changing(content.noun) + content.commands.map(Command.init)
        + Self.other)
  }

  private static var moving: [Command] {
    [
      .moving("up", .up, .character("k"), .control("p"), title: "up") { $0.move(by: -1) },
      .moving("down", .down, .character("j"), .control("n"), title: "down") { $0.move(by: 1) },
      .moving("page-up", .pageUp, .control("b"), title: "a page up") { $0.move(by: -$0.page) },
      .moving("page-down", .pageDown, .control("f"), title: "a page down") { $0.move(by: $0.page) },
      .moving("half-page-up", .control("u"), title: "half a page up") { $0.move(by: -$0.halfPage) },
      .moving("half-page-down", .control("d"), title: "half a page down") { $0.move(by: $0.halfPage) },
      .moving("first", .home, .character("g"), title: "to the first") { $0.selectFirst() },
      .moving("last", .end, .character("G"), title: "to the last") { $0.select(row: $0.rows.count - 1) },
      .moving("previous-section", .character("{"), title: "to the section before") { $0.moveSection(forward: false) },
      .moving("next-section", .character("}"), title: "to the next section") { $0.moveSection(forward: true) },
    ]
  }

  private static var folding: [Command] {
    func command(
      _ name: String, _ keys: [Key], _ title: String, _ run: @escaping @MainActor (ListBrowser<Content>) -> Void
    ) -> Command {
      var command = Command(name, title: title, group: "Fold", needs: .row, run: run)
      command.keys = keys
      return command
    }
    return [
      command("fold", [.left, .character("h")], "fold; from a row, go up") { $0.foldSelection() },
      command("unfold", [.right, .character("l")], "unfold") { $0.unfoldSelection() },
      command("toggle-fold", [.character(" ")], "fold or unfold") { $0.toggleFold() },
      command("fold-all", [.character("C")], "collapse all") { $0.folds = .all },
      command("unfold-all", [.character("E")], "expand all") { $0.folds = Folds() },
    ]
  }

  private static var finding: [Command] {
    [
      Command(
        "search", .character("/"), title: "search as you type", hint: "search", group: "Find", needs: .nothing
      ) { $0.beginSearch() },
      Command("sort", .character("s"), title: "choose a sort", hint: "sort", group: "Find", needs: .nothing) {
        $0.chooseSort()
      },
      Command("reverse-sort", .character("S"), title: "reverse the sort", group: "Find", needs: .row) {
        $0.reverseSort()
      },
    ]
  }

  private static func changing(_ noun: String) -> [Command] {
    [
      Command("add", .character("a"), title: "add a \(noun)", hint: "add", group: "Change", needs: .nothing) {
        $0.openForm(for: nil)
      },
      Command("open", .enter, title: "edit; on a header, fold", group: "Change", needs: .record) { browser in
        if let selected = browser.selectedRecord { browser.openForm(for: selected) } else { browser.toggleFold() }
      },
      .onRecord("edit", .character("e"), title: "edit", hint: "edit") { $0.openForm(for: $1) },
      .onRecord(swipe, .character("d"), title: "swipe; d again deletes", hint: "delete") { $0.beginSwipe($1) },
      .onRecord("delete", .character("D"), title: "delete at once") { $0.delete($1) },
      Command(
        "undo", .character("u"), title: "undo the last step", hint: "undo", group: "Change", needs: .store
      ) { $0.changeHistory(undoing: true) },
      Command("redo", .control("r"), title: "redo it", group: "Change", needs: .store) {
        $0.changeHistory(undoing: false)
      },
    ]
  }

  private static var other: [Command] {
    [
      Command(
        "help", .character("?"), .function(1), title: "this help", hint: "help", group: "Other", needs: .nothing
      ) { $0.showHelp() },
      Command("back", .escape, title: "clear the search", group: "Other", needs: .row) { $0.goBack() },
      Command(
        "repaint", .control("l"), title: "draw the screen again", group: "Other", needs: .nothing,
        worksEverywhere: true
      ) { $0.host?.repaint() },
      Command(
        "suspend", .control("z"), title: "suspend", group: "Other", needs: .nothing, worksEverywhere: true
      ) { $0.host?.suspend() },
      Command("interrupt", .control("c"), title: "as Esc, stop, or quit", group: "Other", needs: .completion) {
        $0.interrupt()
      },
      Command(quit, .character("q"), title: "quit", hint: "quit", group: "Other", needs: .completion) {
        $0.host?.quit(0)
      },
    ]
  }
}
