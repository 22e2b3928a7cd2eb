import Testing

@testable import TerminalUI

struct KeyMapTests {
  private enum Action: Hashable, Sendable {
    case up
    case down
    case sort
    case delete
    case quit
  }

  private let keyMap = KeyMap<Action>([
    KeyBinding(.up, .character("k"), action: .up, help: "Go up", group: "Move"),
    KeyBinding(.down, .character("j"), action: .down, help: "Go down", group: "Move"),
    KeyBinding(.character("s"), action: .sort, help: "Set the order", group: "View", hint: "sort"),
    KeyBinding(
      .character("d"), .delete, action: .delete, help: "Swipe to delete 田中", group: "Edit",
      hint: "delete"),
    KeyBinding(
      .character("q"), .control("c"), action: .quit, help: "Quit", group: "View", hint: "quit"),
    KeyBinding(.character("d"), action: .quit, help: "Bound twice", group: "View"),
  ])

  @Test
  func findsActions() {
    #expect(keyMap.action(for: .character("j")) == .down)
    #expect(keyMap.action(for: .delete) == .delete)
    #expect(keyMap.action(for: .character("d")) == .delete)
    #expect(keyMap.action(for: .control("c")) == .quit)
    #expect(keyMap.action(for: .character("x")) == nil)
  }

  @Test
  func makesTheHintLine() {
    #expect(keyMap.hints(theme: .standard).text == "s sort   d delete   q quit")
    #expect(keyMap.hints(theme: .standard, for: [.quit, .up]).text == "q quit")
    #expect(keyMap.hints(theme: .standard, for: []).runs.isEmpty)
  }

  @Test
  func namesKeys() {
    let keys: [Key] = [
      .character(" "), .control("d"), .pageUp, .backTab, .function(1), .escape, .control(" "),
    ]
    #expect(keys.map(\.description) == ["Space", "^D", "PgUp", "Shift-Tab", "F1", "Esc", "^Space"])
  }

  @Test
  func makesTheHelp() {
    var frame = Frame(size: Size(columns: 80, rows: 24))
    HelpScreen(title: "Keys", sections: keyMap.help).draw(in: &frame, theme: .standard)
    #expect(
      frame.lines.prefix(14) == [
        " Keys",
        "",
        " Move",
        "   ↑  k    Go up",
        "   ↓  j    Go down",
        "",
        " View",
        "   s       Set the order",
        "   q  ^C   Quit",
        "   d       Bound twice",
        "",
        " Edit",
        "   d  Del  Swipe to delete 田中",
        "",
      ])
    #expect(frame.lines[23] == " any key back")
    #expect(frame[Position(column: 3, row: 3)]?.style == Theme.standard[.keyName])
  }

  @Test
  func scrollsTheHelp() {
    let size = Size(columns: 40, rows: 10)
    var help = HelpScreen(title: "Keys", sections: keyMap.help)
    func lines() -> [String] {
      var frame = Frame(size: size)
      help.draw(in: &frame, theme: .standard)
      return Array(frame.lines[2..<9])
    }
    #expect(lines().first == " Move")
    #expect(lines().last == "   q  ^C   Quit")
    #expect(help.handle(.key(.up), size: size) == .scrolled)
    #expect(lines().first == " Move")
    #expect(help.handle(.key(.down), size: size) == .scrolled)
    #expect(lines().first == "   ↑  k    Go up")
    #expect(help.handle(.key(.pageDown), size: size) == .scrolled)
    #expect(lines().last == "   d  Del  Swipe to delete 田中")
    #expect(help.handle(.key(.home), size: size) == .scrolled)
    #expect(lines().first == " Move")
    #expect(help.handle(.resize(size), size: size) == .ignored)
    #expect(help.handle(.key(.up), size: Size(columns: 80, rows: 24)) == .closed)
    for key in [Key.escape, .character("q"), .character("?"), .character("x"), .enter] {
      #expect(help.handle(.key(key), size: size) == .closed)
    }
  }

  @Test
  func survivesAnySize() {
    var help = HelpScreen(title: "Keys", sections: keyMap.help)
    for columns in 0...12 {
      for rows in 0...8 {
        let size = Size(columns: columns, rows: rows)
        #expect(help.handle(.key(.end), size: size) == .scrolled)
        var frame = Frame(size: size)
        help.draw(in: &frame, theme: .monochrome)
        #expect(frame.lines.allSatisfy { $0.displayWidth <= columns })
      }
    }
  }

  @Test
  func drawsToasts() {
    var frame = Frame(size: Size(columns: 20, rows: 2))
    Toast("Undid: Delete Zoë Martínez").draw(in: &frame, row: 0, theme: .standard)
    Toast("No such file.", kind: .error).draw(in: &frame, row: 1, theme: .standard)
    #expect(frame.lines == [" ✓ Undid: Delete Z…", " ✗ No such file."])
    #expect(frame[Position(column: 1, row: 1)]?.style == Theme.standard[.error])
  }
}
