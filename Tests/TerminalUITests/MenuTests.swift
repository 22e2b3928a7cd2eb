import Testing

@testable import TerminalUI

struct MenuTests {
  private var sorts: Menu {
    Menu(title: "Sort by", items: ["Meeting Place | Ascending", "Name", "誕生日"], current: 1)
  }

  @Test
  func opensOnTheCurrentItem() {
    #expect(sorts.selections == [1])
    #expect(Menu(title: "", items: [], current: 3).selections == [0])
    #expect(Menu(title: "", items: ["a"], current: -3).selections == [0])
  }

  @Test(arguments: [
    ([Key.down], 2, Menu.Outcome.moved), ([.down, .down], 2, .moved),
    ([.character("j")], 2, .moved), ([.up], 0, .moved), ([.character("k"), .up], 0, .moved),
    ([.home], 0, .moved), ([.end], 2, .moved), ([.enter], 1, .chosen), ([.escape], 1, .cancelled),
    ([.control("c")], 1, .cancelled), ([.character("x")], 1, .ignored), ([.left], 1, .moved),
  ])
  func obeysKeys(keys: [Key], selection: Int, outcome: Menu.Outcome) {
    var menu = sorts
    var last: Menu.Outcome?
    for key in keys { last = menu.handle(.key(key)) }
    #expect(last == outcome)
    #expect(menu.selections == [selection])
  }

  @Test
  func hasSeveralPickers() {
    var menu = Menu(
      title: "Sort",
      pickers: [
        .init(title: "By", items: ["Magnitude", "Time"], current: 0),
        .init(title: "Order", items: ["Weakest first", "Strongest first"], current: 1),
      ])
    #expect(menu.handle(.key(.down)) == .moved)
    menu.pickers[1].items = ["Oldest first", "Newest first"]
    #expect(menu.handle(.key(.tab)) == .moved)
    #expect(menu.handle(.key(.up)) == .moved)
    #expect(menu.selections == [1, 0])
    #expect(menu.focus == 1)
    menu.pickers[1].items = ["Oldest first"]
    #expect(menu.handle(.key(.right)) == .moved)
    #expect(menu.handle(.key(.enter)) == .chosen)

    var frame = Frame(size: Size(columns: 40, rows: 8))
    menu.draw(in: &frame, theme: .standard)
    #expect(
      frame.lines == [
        "",
        "    ╭─ Sort ──────────────────────╮",
        "    │   By           Order        │",
        "    │ ✓ Magnitude    Oldest first │",
        "    │   Time                      │",
        "    ╰─────────────────────────────╯",
        "", "",
      ])
    #expect(frame.cursor == Position(column: 21, row: 3))
  }

  @Test
  func drawsOverWhatIsThere() {
    var frame = Frame(size: Size(columns: 36, rows: 7))
    for row in 0..<7 {
      frame.draw(String(repeating: "田", count: 18), at: Position(column: 0, row: row))
    }
    sorts.draw(in: &frame, theme: .standard)
    #expect(
      frame.lines == [
        "田田田田田田田田田田田田田田田田田田",
        "田╭─ Sort by ───────────────────╮ 田",
        "田│   Meeting Place | Ascending │ 田",
        "田│ ✓ Name                      │ 田",
        "田│   誕生日                    │ 田",
        "田╰─────────────────────────────╯ 田",
        "田田田田田田田田田田田田田田田田田田",
      ])
    let selected = Theme.standard[.selectedRow]
    #expect(frame[Position(column: 4, row: 3)]?.style == selected)
    #expect(frame[Position(column: 31, row: 3)]?.style == selected)
    #expect(frame[Position(column: 4, row: 2)]?.style == Theme.standard[.row])
    #expect(frame.cursor == Position(column: 6, row: 3))
  }

  @Test
  func scrollsAndClipsWhereThereIsNoRoom() {
    let items = (1...20).map { "Item number \($0)" }
    let menu = Menu(title: "A long title that does not fit", items: items, current: 9)
    var frame = Frame(size: Size(columns: 14, rows: 5))
    menu.draw(in: &frame, theme: .monochrome)
    #expect(
      frame.lines == [
        "╭─ A long … ─╮",
        "│   Item num…│",
        "│ ✓ Item num…│",
        "│   Item num…│",
        "╰────────────╯",
      ])
    for columns in 0...8 {
      for rows in 0...4 {
        var small = Frame(size: Size(columns: columns, rows: rows))
        menu.draw(in: &small, theme: .standard)
        #expect(small.lines.allSatisfy { $0.displayWidth <= columns })
      }
    }
  }
}
