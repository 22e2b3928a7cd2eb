import CNcurses
import Testing

@testable import TerminalUI

struct TerminalTypeTests {
  /// A database as a small system has it.
  private func lookUp(_ type: String) -> cn_type {
    switch type {
    case "xterm-256color", "linux": CN_TYPE_USABLE
    case "dumb": CN_TYPE_UNUSABLE
    default: CN_TYPE_UNKNOWN
    }
  }

  @Test(arguments: [
    ("linux", "linux"), ("xterm-256color", "xterm-256color"), ("xterm-kitty", "xterm-256color"),
    ("xterm-ghostty", "xterm-256color"), ("alacritty", "xterm-256color"),
    ("foot", "xterm-256color"), ("xterm-direct", "xterm-256color"),
  ])
  func findsAnEntry(value: String, entry: String) throws {
    #expect(try TerminalType.resolve(value, lookUp: lookUp) == entry)
  }

  @Test(arguments: [
    ("xterm-256color", "truecolor", "xterm-direct"), ("xterm-kitty", "24bit", "xterm-direct"),
    ("xterm-256color", "yes", "xterm-256color"), ("xterm-256color", nil, "xterm-256color"),
    ("linux", "truecolor", "linux"), ("tmux-256color", "truecolor", "xterm-256color"),
  ])
  func takesAllColorsWhereTheTerminalAndTheSystemHaveThem(value: String, colorTerm: String?, entry: String) throws {
    let found = try TerminalType.resolve(value, colorTerm: colorTerm) { type in
      type == "xterm-direct" ? CN_TYPE_USABLE : lookUp(type)
    }
    #expect(found == entry)
  }

  @Test(arguments: [
    (nil, TerminalError.typeUnset), ("", .typeUnset), ("dumb", .typeUnusable("dumb")),
    ("vt9000", .typeUnknown("vt9000")), ("xterm-nonsense", .typeUnknown("xterm-nonsense")),
  ])
  func refuses(value: String?, error: TerminalError) {
    #expect(throws: error) { try TerminalType.resolve(value, lookUp: lookUp) }
    #expect(error.description.contains("TERM"))
    #expect(error.description.hasSuffix("."))
  }

  @Test
  func namesTheValueWithoutItsControlCharacters() {
    #expect(
      TerminalError.typeUnknown("x\u{1B}[31m").description
        == "TERM is \"x�[31m\", which is not known here; try TERM=xterm-256color.")
  }

  @Test(arguments: [
    (ColorMode.auto, nil, true), (.auto, "", true), (.auto, "1", false), (.always, "1", true),
    (.never, nil, false),
  ])
  func respectsNoColor(mode: ColorMode, value: String?, usesColor: Bool) {
    #expect(mode.usesColor(environment: value.map { ["NO_COLOR": $0] } ?? [:]) == usesColor)
  }
}

struct ColorDepthTests {
  @Test(arguments: [
    (ColorDepth.none, Color.red, Int32(-1)), (.direct, .standard, -1), (.palette256, .red, 1),
    (.palette256, .palette(200), 200), (.palette256, .rgb(255, 0, 0), 196),
    (.palette256, .rgb(0xAA, 0x22, 0xBB), 127), (.palette256, .rgb(128, 128, 128), 244),
    (.palette256, .rgb(0, 0, 0), 16), (.palette256, .rgb(255, 255, 255), 231),
    (.basic(16), .rgb(255, 0, 0), 9), (.basic(16), .brightWhite, 15), (.basic(8), .brightWhite, 7),
    (.basic(8), .rgb(255, 0, 0), 1), (.basic(8), .palette(196), 1),
    (.direct, .red, 1), (.direct, .brightWhite, 0xFFFFFF), (.direct, .rgb(1, 2, 3), 0x010203),
    (.direct, .rgb(0, 0, 3), 8), (.direct, .rgb(0, 0, 0), 0),
  ])
  func findsTheNearest(depth: ColorDepth, color: Color, number: Int32) {
    #expect(depth.number(for: color) == number)
  }

  @Test(arguments: [
    (0, ColorDepth.none), (8, .basic(8)), (16, .basic(16)), (88, .basic(16)),
    (256, .palette256), (1 << 24, .direct),
  ])
  func readsTheNumberOfColors(colors: Int, depth: ColorDepth) {
    #expect(ColorDepth(colors: colors) == depth)
  }
}

struct ThemeTests {
  @Test
  func monochromeHasNoColors() {
    for role in Role.allCases {
      let style = Theme.monochrome[role]
      #expect(style.foreground == .standard && style.background == .standard, "\(role)")
    }
  }

  /// Color never carries a meaning alone: what matters stands out without it too.
  @Test(arguments: [Role.selectedRow, .match, .danger, .error, .keyName, .sectionHeader])
  func marksWithoutColor(role: Role) {
    #expect(!Theme.monochrome[role].attributes.isEmpty)
    #expect(!Theme.standard[role].attributes.isEmpty)
  }

  @Test
  func keepsTheTerminalsOwnBackground() {
    for role in Role.allCases where role != .danger {
      #expect(Theme.standard[role].background == .standard, "\(role)")
    }
  }
}
