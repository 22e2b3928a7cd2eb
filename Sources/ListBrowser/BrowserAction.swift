import TerminalUI

/// What a key does in the list.
enum BrowserAction: Hashable, Sendable {
  case up, down, pageUp, pageDown, halfPageUp, halfPageDown, first, last, previousSection, nextSection
  case fold, unfold, toggleFold, foldAll, unfoldAll
  case sort, reverseSort, search
  case add, open, edit, swipe, delete, undo, redo
  case help, repaint, suspend, back, interrupt, quit
  /// One of the app's own commands, by its position.
  case command(Int)
}

extension KeyMap<BrowserAction> {
  /// The keys of a list.
  ///
  /// - Parameters:
  ///   - noun: What one record is called.
  ///   - commands: The app's own keys.
  /// - Returns: The table that keys, hints and help come from.
  static func list(noun: String, commands: [BrowserCommand]) -> KeyMap {
    let own = commands.enumerated().map { index, command in
      KeyBinding(command.key, action: BrowserAction.command(index), help: command.help, group: "Change")
    }
    return KeyMap(moving + folding + finding + changing(noun) + own + other)
  }

  private static var moving: [KeyBinding<BrowserAction>] {
    [
      KeyBinding(.up, .character("k"), .control("p"), action: .up, help: "up", group: "Move"),
      KeyBinding(.down, .character("j"), .control("n"), action: .down, help: "down", group: "Move"),
      KeyBinding(.pageUp, .control("b"), action: .pageUp, help: "a page up", group: "Move"),
      KeyBinding(.pageDown, .control("f"), action: .pageDown, help: "a page down", group: "Move"),
      KeyBinding(.control("u"), action: .halfPageUp, help: "half a page up", group: "Move"),
      KeyBinding(.control("d"), action: .halfPageDown, help: "half a page down", group: "Move"),
      KeyBinding(.home, .character("g"), action: .first, help: "to the first", group: "Move"),
      KeyBinding(.end, .character("G"), action: .last, help: "to the last", group: "Move"),
      KeyBinding(.character("{"), action: .previousSection, help: "to the section before", group: "Move"),
      KeyBinding(.character("}"), action: .nextSection, help: "to the next section", group: "Move"),
    ]
  }

  private static var folding: [KeyBinding<BrowserAction>] {
    [
      KeyBinding(.left, .character("h"), action: .fold, help: "fold; from a row, go up", group: "Fold"),
      KeyBinding(.right, .character("l"), action: .unfold, help: "unfold", group: "Fold"),
      KeyBinding(.character(" "), action: .toggleFold, help: "fold or unfold", group: "Fold"),
      KeyBinding(.character("C"), action: .foldAll, help: "collapse all", group: "Fold"),
      KeyBinding(.character("E"), action: .unfoldAll, help: "expand all", group: "Fold"),
    ]
  }

  private static var finding: [KeyBinding<BrowserAction>] {
    [
      KeyBinding(.character("/"), action: .search, help: "search as you type", group: "Find", hint: "search"),
      KeyBinding(.character("s"), action: .sort, help: "choose a sort", group: "Find", hint: "sort"),
      KeyBinding(.character("S"), action: .reverseSort, help: "reverse the sort", group: "Find"),
    ]
  }

  private static func changing(_ noun: String) -> [KeyBinding<BrowserAction>] {
    [
      KeyBinding(.character("a"), action: .add, help: "add a \(noun)", group: "Change", hint: "add"),
      KeyBinding(.enter, action: .open, help: "edit; on a header, fold", group: "Change"),
      KeyBinding(.character("e"), action: .edit, help: "edit", group: "Change", hint: "edit"),
      KeyBinding(
        .character("d"), action: .swipe, help: "swipe; d again deletes", group: "Change",
        hint: "delete"),
      KeyBinding(.character("D"), action: .delete, help: "delete at once", group: "Change"),
      KeyBinding(.character("u"), action: .undo, help: "undo the last step", group: "Change", hint: "undo"),
      KeyBinding(.control("r"), action: .redo, help: "redo it", group: "Change"),
    ]
  }

  private static var other: [KeyBinding<BrowserAction>] {
    [
      KeyBinding(.character("?"), .function(1), action: .help, help: "this help", group: "Other", hint: "help"),
      KeyBinding(.escape, action: .back, help: "clear the search", group: "Other"),
      KeyBinding(.control("l"), action: .repaint, help: "draw the screen again", group: "Other"),
      KeyBinding(.control("z"), action: .suspend, help: "suspend", group: "Other"),
      KeyBinding(.control("c"), action: .interrupt, help: "as Esc, stop, or quit", group: "Other"),
      KeyBinding(.character("q"), action: .quit, help: "quit", group: "Other", hint: "quit"),
    ]
  }
}
