import Testing

@testable import TerminalUI

struct FrameTests {
  @Test
  func drawsTextAtAPosition() {
    var frame = Frame(size: Size(columns: 16, rows: 2))
    let used = frame.draw("Joan", at: Position(column: 4, row: 1))
    #expect(used == 4)
    #expect(frame.lines == ["", "    Joan"])
  }
}
