import Testing

@testable import TerminalUI

/// ncurses has one screen at a time: no two of these tests may run at once, and none of them waits.
@MainActor
@Suite(.serialized)
struct RendererTests {
  @Test
  func writesOnlyWhatChanged() throws {
    let renderer = try #require(makeRenderer())
    var frame = Frame(size: size)
    frame.draw("Joan Walker", at: at(2, 0))
    frame.draw("田中", at: at(2, 1))
    let first = text(renderer.present(frame))
    #expect(first.hasPrefix("\u{1B}[?1049h"))
    #expect(first.contains("Joan Walker"))
    #expect(first.contains("田中"))

    #expect(renderer.present(frame).isEmpty)

    frame.draw("X", at: at(2, 1))
    let second = text(renderer.present(frame))
    #expect(second.contains("X"))
    #expect(!second.contains("Joan"))
    #expect(second.utf8.count < 30)
  }

  @Test
  func drawsAllAgainWhenAsked() throws {
    let renderer = try #require(makeRenderer())
    var frame = Frame(size: size)
    frame.draw("Joan", at: at(0, 0))
    _ = renderer.present(frame)
    renderer.invalidate()
    let again = text(renderer.present(frame))
    #expect(again.contains("\u{1B}[2J"))
    #expect(again.contains("Joan"))
    #expect(text(renderer.end()).contains("\u{1B}[?1049l"))
    renderer.invalidate()
    #expect(text(renderer.present(frame)).contains("\u{1B}[?1049h"))
  }

  @Test
  func writesColorsOnlyWhereThereAreSome() throws {
    var frame = Frame(size: size)
    frame.draw("a", at: at(0, 0), style: Style(foreground: .red, attributes: .bold))
    frame.draw("b", at: at(1, 0), style: Style(background: .palette(200)))
    let colored = text(try #require(makeRenderer()).present(frame))
    #expect(colored.contains("\u{1B}[0;1m\u{1B}[31ma"))
    #expect(colored.contains("48;5;200"))
    let plain = text(try #require(makeRenderer(usesColor: false)).present(frame))
    #expect(plain.contains("\u{1B}[0;1ma"))
    #expect(!plain.contains("31m") && !plain.contains("48;5"))
    let basic = try #require(makeRenderer(type: "linux"))
    #expect(basic.depth == .basic(8))
    #expect(!text(basic.present(frame)).contains("48;5"))
  }

  @Test
  func neverWritesControlCharactersOfTheText() throws {
    let renderer = try #require(makeRenderer())
    var frame = Frame(size: size)
    frame.draw("a\u{1B}]52;c;eA==\u{07}\u{9B}\u{0}\u{7F}\u{200D}\n", at: at(0, 0))
    let written = text(renderer.present(frame))
    #expect(written.contains("a�]52;c;eA==����"))
    #expect(!written.contains("\u{1B}]"))
    let unwanted: Set<Unicode.Scalar> = ["\u{07}", "\u{9B}", "\u{0}", "\u{7F}", "\u{200D}"]
    #expect(!written.unicodeScalars.contains { unwanted.contains($0) })
  }

  @Test
  func showsTheCursorWhereTheFrameHasIt() throws {
    let renderer = try #require(makeRenderer())
    var frame = Frame(size: size)
    frame.cursor = at(3, 2)
    #expect(text(renderer.present(frame)).contains("\u{1B}[3;4H"))
    frame.cursor = nil
    #expect(text(renderer.present(frame)).contains("\u{1B}[?25l"))
    frame.cursor = at(99, 99)
    #expect(renderer.present(frame).isEmpty)
  }

  @Test(arguments: [
    Size(columns: 1, rows: 1), Size(columns: 500, rows: 200), Size(columns: 3, rows: 100),
  ])
  func survivesAnySize(other: Size) throws {
    let renderer = try #require(makeRenderer())
    var frame = Frame(size: size)
    for row in 0..<size.rows { frame.draw("田中田中田中田中田中田中", at: at(-1, row)) }
    _ = renderer.present(frame)
    renderer.resize(to: other)
    // A screen may still hand in a frame of the size before.
    _ = renderer.present(frame)
    var larger = Frame(size: other)
    larger.draw("田中", at: at(0, 0))
    larger.draw("x", at: at(other.columns - 1, other.rows - 1))
    #expect(text(renderer.present(larger)).contains("x"))
    renderer.resize(to: size)
    #expect(text(renderer.present(frame)).contains("中"))
  }

  @Test
  func refusesAnUnknownTerminal() {
    #expect(makeRenderer(type: "no-such-terminal") == nil)
  }

  private let size = Size(columns: 24, rows: 4)

  private func makeRenderer(type: String = "xterm-256color", usesColor: Bool = true) -> Renderer? {
    Renderer(type: type, size: size, usesColor: usesColor)
  }

  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  private func at(_ column: Int, _ row: Int) -> Position { Position(column: column, row: row) }
}
