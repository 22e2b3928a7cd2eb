import Testing

@testable import ListBrowser
@testable import TerminalUI

struct BrowserKeysTests {
  /// The whole table: what the help says is what the keys do.
  @Test @MainActor func theTableOfKeysIsThis() {
    let keyMap = KeyMap<BrowserAction>.list(noun: "friend", commands: [])
    let table = keyMap.bindings.map { binding in
      let keys = binding.keys.map(\.description).joined(separator: " ")
      return "\(keys) → \(binding.action): \(binding.help)"
    }
    #expect(
      table == [
        "↑ k ^P → up: up",
        "↓ j ^N → down: down",
        "PgUp ^B → pageUp: a page up",
        "PgDn ^F → pageDown: a page down",
        "^U → halfPageUp: half a page up",
        "^D → halfPageDown: half a page down",
        "Home g → first: to the first",
        "End G → last: to the last",
        "{ → previousSection: to the section before",
        "} → nextSection: to the next section",
        "← h → fold: fold; from a row, go up",
        "→ l → unfold: unfold",
        "Space → toggleFold: fold or unfold",
        "C → foldAll: collapse all",
        "E → unfoldAll: expand all",
        "/ → search: search as you type",
        "s → sort: choose a sort",
        "S → reverseSort: reverse the sort",
        "a → add: add a friend",
        "Enter → open: edit; on a header, fold",
        "e → edit: edit",
        "d → swipe: swipe; d again deletes",
        "D → delete: delete at once",
        "u → undo: undo the last step",
        "^R → redo: redo it",
        "? F1 → help: this help",
        "Esc → back: clear the search",
        "^L → repaint: draw the screen again",
        "^Z → suspend: suspend",
        "^C → interrupt: as Esc, stop, or quit",
        "q → quit: quit",
      ])
    let keys = keyMap.bindings.flatMap(\.keys)
    #expect(Set(keys).count == keys.count)
    #expect(
      keyMap.hints(theme: .standard).text
        == "/ search   s sort   a add   e edit   d delete   u undo   ? help   q quit")
  }
}
