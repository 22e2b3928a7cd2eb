import Testing

@testable import ListBrowser
@testable import TerminalUI

struct BrowserKeysTests {
  /// The whole table: what the help says is what the keys do.
  @Test @MainActor func theTableOfKeysIsThis() {
    let commands = CommandTable(PeopleContent())
    let keyMap = commands.keyMap
    let table = keyMap.bindings.map { binding in
      let keys = binding.keys.map(\.description).joined(separator: " ")
      let needs = commands[binding.action].map { "\($0.needs)" } ?? ""
      return "\(keys) → \(binding.action): \(binding.help) (\(needs))"
    }
    #expect(
      table == [
        "↑ k ^P → up: up (row)",
        "↓ j ^N → down: down (row)",
        "PgUp ^B → page-up: a page up (row)",
        "PgDn ^F → page-down: a page down (row)",
        "^U → half-page-up: half a page up (row)",
        "^D → half-page-down: half a page down (row)",
        "Home g → first: to the first (row)",
        "End G → last: to the last (row)",
        "{ → previous-section: to the section before (row)",
        "} → next-section: to the next section (row)",
        "← h → fold: fold; from a row, go up (row)",
        "→ l → unfold: unfold (row)",
        "Space → toggle-fold: fold or unfold (row)",
        "C → fold-all: collapse all (row)",
        "E → unfold-all: expand all (row)",
        "/ → search: search as you type (nothing)",
        "s → sort: choose a sort (nothing)",
        "S → reverse-sort: reverse the sort (row)",
        "a → add: add a person (nothing)",
        "Enter → open: edit; on a header, fold (record)",
        "e → edit: edit (record)",
        "d → swipe: swipe; d again deletes (record)",
        "D → delete: delete at once (record)",
        "u → undo: undo the last step (store)",
        "^R → redo: redo it (store)",
        "X → remove-all: remove everybody (store)",
        "? F1 → help: this help (nothing)",
        "Esc → back: clear the search (row)",
        "^L → repaint: draw the screen again (nothing)",
        "^Z → suspend: suspend (nothing)",
        "^C → interrupt: as Esc, stop, or quit (completion)",
        "q → quit: quit (completion)",
      ])
    let keys = keyMap.bindings.flatMap(\.keys)
    #expect(Set(keys).count == keys.count)
    #expect(
      keyMap.hints(theme: .standard).text
        == "/ search   s sort   a add   e edit   d delete   u undo   ? help   q quit")
  }
}
