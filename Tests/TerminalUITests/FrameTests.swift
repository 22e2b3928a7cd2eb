import Testing

@testable import TerminalUI

struct FrameTests {
  private let bold = Style(attributes: .bold)
  private let red = Style(foreground: .brightWhite, background: .red)

  @Test
  func drawsTextAtAPosition() {
    var frame = Frame(size: Size(columns: 16, rows: 2))
    #expect(frame.draw("Joan", at: at(4, 1)) == 4)
    #expect(frame.lines == ["", "    Joan"])
  }

  @Test(arguments: [
    ("Joan", 0, nil, "Joan", 4),
    ("Joan", 9, nil, "         J", 1),
    ("Joan", 10, nil, "", 0),
    ("Joan", -2, nil, "an", 4),
    ("Joan", -9, nil, "", 4),
    ("Joan", 2, 3, "  Joa", 3),
    ("Joan", 2, 0, "", 0),
    ("Joan", 2, -1, "", 0),

    // A wide character is there as a whole or not at all.
    ("田中", 0, 3, "田", 2),
    ("田中", 7, nil, "       田", 2),
    ("田中", -1, nil, " 中", 4),
    ("🇫🇷x", -1, nil, " x", 3),
    ("🇫🇷x", 9, nil, "", 0),
    ("👩‍👩‍👧 Kim", 0, nil, "👩 Kim", 6),
  ])
  func clips(text: String, column: Int, width: Int?, line: String, used: Int) {
    var frame = Frame(size: Size(columns: 10, rows: 1))
    #expect(frame.draw(text, at: at(column, 0), width: width) == used)
    #expect(frame.lines == [line])
  }

  @Test
  func ignoresWhatLiesOutside() {
    var frame = Frame(size: Size(columns: 3, rows: 1))
    let empty = frame
    frame.draw("x", at: at(0, 1))
    frame.draw("x", at: at(0, -1))
    frame.draw("田", at: at(Int.min / 2, 0))
    frame.fill(row: 9, style: red)
    frame.fill(row: 0, columns: 7..<9, style: red)
    frame.slide(row: 5, by: 2, revealing: "x", style: red)
    #expect(frame == empty)
    #expect(frame[at(3, 0)] == nil)
    #expect(frame.styledLine(1).runs.isEmpty)
    #expect(Frame(size: Size(columns: -1, rows: 0)).lines.isEmpty)
  }

  @Test
  func leavesNoHalfOfAWideCharacter() {
    var frame = Frame(size: Size(columns: 8, rows: 1))
    frame.draw("田中太郎", at: at(0, 0))
    frame.draw("x", at: at(1, 0))
    #expect(frame.lines == [" x中太郎"])
    frame.draw("y", at: at(4, 0))
    #expect(frame.lines == [" x中y 郎"])
    frame.fill(row: 0, columns: 3..<7, style: Style())
    #expect(frame.lines == [" x"])
    frame.draw("🇫🇷", at: at(0, 0))
    frame.draw("-", at: at(1, 0))
    #expect(frame.lines == [" -"])
  }

  @Test
  func drawsStyledText() {
    var frame = Frame(size: Size(columns: 12, rows: 1))
    frame.fill(row: 0, style: red)
    let name = StyledText("Jo") + StyledText("an", style: bold)
    #expect(frame.draw(name, at: at(1, 0), style: red) == 4)
    #expect(frame.draw(name, at: at(8, 0), width: 3, style: red) == 3)
    let boldRed = bold.over(red)
    #expect(
      frame.styledLine(0).runs == [
        .init(" Jo", style: red), .init("an", style: boldRed), .init("   Jo", style: red),
        .init("a", style: boldRed), .init(" ", style: red),
      ])
    #expect(frame[at(3, 0)]?.style == boldRed)
    #expect(frame[at(3, 0)]?.text == "a")
  }

  @Test(arguments: [
    (0, "  Zoë 田中 12 Mar"),
    (1, " Zoë 田中 12 Mar"),
    (3, "oë 田中 12 Mar    ✕"),
    (7, " 中 12 Mar    ✕ Dele"),
    (10, " 12 Mar    ✕ Delete"),
    (99, " ✕ Delete"),
    (-1, "  Zoë 田中 12 Mar"),
  ])
  func slides(columns: Int, line: String) {
    var frame = Frame(size: Size(columns: 20, rows: 1))
    frame.draw("  Zoë 田中 12 Mar", at: at(0, 0))
    frame.slide(row: 0, by: columns, revealing: " ✕ Delete ", style: red)
    #expect(frame.lines == [line])
    let panel = (0..<20).filter { frame[at($0, 0)]?.style == red }
    #expect(panel == Array(20 - max(0, min(columns, 20))..<20))
  }

  @Test
  func slidesAwayFromALeftEdgeThatCutsACluster() {
    var frame = Frame(size: Size(columns: 10, rows: 1))
    frame.draw("田🇫🇷abc", at: at(0, 0))
    frame.cursor = at(4, 0)
    frame.slide(row: 0, by: 1, revealing: "", style: red)
    #expect(frame.lines == [" 🇫🇷abc"])
    #expect(frame.cursor == at(3, 0))
    frame.slide(row: 0, by: 2, revealing: "", style: red)
    #expect(frame.lines == [" abc"])
  }

  private func at(_ column: Int, _ row: Int) -> Position { Position(column: column, row: row) }
}
