import SeededRandom
import Testing

@testable import TerminalUI

/// Bytes of a terminal, and the events that they are.
struct InputCase: CustomTestStringConvertible, Sendable {
  let bytes: [UInt8]
  let events: [Event]

  init(_ text: String, _ events: Event...) {
    bytes = Array(text.utf8)
    self.events = events
  }

  init(bytes: [UInt8], _ events: Event...) {
    self.bytes = bytes
    self.events = events
  }

  var testDescription: String { String(decoding: bytes, as: UTF8.self).debugDescription }
}

struct InputParserTests {
  static let cases = [
    InputCase("a é田", key("a"), key(" "), key("é"), key("田")),
    InputCase("👍", key("👍")),
    InputCase(
      "\u{01}\u{1A}\u{1C}\u{00}", .key(.control("a")), .key(.control("z")),
      .key(.control("\\")), .key(.control(" "))),
    InputCase(
      "\r\n\t\u{08}\u{7F}", .key(.enter), .key(.enter), .key(.tab), .key(.backspace),
      .key(.backspace)),

    // Bytes that are no UTF-8 lose no neighbour.
    InputCase(bytes: [0x61, 0xFF, 0x62], key("a"), key("\u{FFFD}"), key("b")),
    InputCase(bytes: [0xE7, 0x94, 0x61], key("\u{FFFD}"), key("a")),
    InputCase(bytes: [0xC3, 0x1B, 0x5B, 0x41], key("\u{FFFD}"), .key(.up)),
    InputCase(
      bytes: [0xED, 0xA0, 0x80], key("\u{FFFD}"), key("\u{FFFD}"), key("\u{FFFD}")),
    InputCase(bytes: [0xC0, 0x80], key("\u{FFFD}"), key("\u{FFFD}")),

    // Keys of more than one byte, with and without modifiers.
    InputCase("\u{1B}[A\u{1B}OB", .key(.up), .key(.down)),
    InputCase("\u{1B}[1;5C\u{1B}[1;2D", .key(.right), .key(.left)),
    InputCase("\u{1B}[H\u{1B}[4~\u{1B}[7~", .key(.home), .key(.end), .key(.home)),
    InputCase(
      "\u{1B}[2~\u{1B}[3;5~\u{1B}[5~\u{1B}[6~", .key(.insert), .key(.delete), .key(.pageUp),
      .key(.pageDown)),
    InputCase("\u{1B}[Z", .key(.backTab)),
    InputCase(
      "\u{1B}OP\u{1B}[15~\u{1B}[24~\u{1B}[[B", .key(.function(1)), .key(.function(5)),
      .key(.function(12)), .key(.function(2))),
    InputCase(
      "\u{1B}[97;5u\u{1B}[27u\u{1B}[27;5;99~", .key(.control("a")), .key(.escape),
      .key(.control("c"))),

    // Esc and a key that arrive together.
    InputCase("\u{1B}x", .key(.escape), key("x")),
    InputCase("\u{1B}\u{1B}[A", .key(.escape), .key(.up)),
    InputCase("\u{1B}\u{1B}", .key(.escape), .key(.escape)),
    InputCase("\u{1B}é", .key(.escape), key("é")),
    InputCase("\u{1B}Ox", .key(.escape), key("O"), key("x")),
    InputCase("\u{1B}Paul", .key(.escape), key("P"), key("a"), key("u"), key("l")),
    InputCase("\u{1B}", .key(.escape)),
    InputCase("\u{1B}[", .key(.escape), key("[")),
    InputCase("\u{1B}O", .key(.escape), key("O")),
    InputCase("\u{1B}[é", .key(.escape), key("["), key("é")),

    // Reports.
    InputCase("\u{1B}[I\u{1B}[O", .focusIn, .focusOut),
    InputCase("\u{1B}[<0;3;2M", .mouse(MouseEvent(.press(.left), at: at(2, 1)))),
    InputCase("\u{1B}[<2;1;1m", .mouse(MouseEvent(.release(.right), at: at(0, 0)))),
    InputCase("\u{1B}[<64;500;200M", .mouse(MouseEvent(.scrollUp, at: at(499, 199)))),
    InputCase("\u{1B}[<65;1;1M\u{1B}[<0;0;0Ma", .mouse(.init(.scrollDown, at: at(0, 0))), key("a")),
    InputCase("\u{1B}[M #\"a", .mouse(MouseEvent(.press(.left), at: at(2, 1))), key("a")),

    // What means nothing here is skipped, and nothing of what follows.
    InputCase("\u{1B}]11;rgb:0000/0000/0000\u{07}a", key("a")),
    InputCase("\u{1B}]11;rgb:0000/0000/0000\u{1B}\\a", key("a")),
    InputCase("\u{1B}P>|XTerm(390)\u{1B}\\a", key("a")),
    InputCase("\u{1B}]11;rgb:\u{1B}[Aa", .key(.up), key("a")),
    InputCase("\u{1B}[?62;22ca\u{1B}[12;40Rb", key("a"), key("b")),
    InputCase("\u{1B}[99999999999999999999~a\u{1B}[;;~b", key("a"), key("b")),
    InputCase("\u{1B}[12\u{1B}[A", .key(.up)),

    // Pastes.
    InputCase("\u{1B}[200~two\r\nlines\rhere\u{1B}[201~x", .paste("two\nlines\nhere"), key("x")),
    InputCase("\u{1B}[200~\u{1B}[A\u{1B}[20\u{1B}\u{1B}[201~", .paste("\u{1B}[A\u{1B}[20\u{1B}")),
    InputCase("\u{1B}[200~\u{1B}[201~", .paste("")),
    InputCase("\u{1B}[200~👩‍👩‍👧 Kim\u{1B}[201~", .paste("👩‍👩‍👧 Kim")),
    InputCase(
      bytes: Array("\u{1B}[200~".utf8) + [0x61, 0xFF, 0x62] + Array("\u{1B}[201~".utf8),
      .paste("a\u{FFFD}b")),
  ]

  @Test(arguments: cases)
  func readsBytes(_ input: InputCase) {
    #expect(events(of: [input.bytes]) == input.events)
  }

  @Test(arguments: cases)
  func readsTheSameHoweverItIsCut(_ input: InputCase) {
    for first in 0...input.bytes.count {
      for second in first...input.bytes.count {
        let pieces = [
          Array(input.bytes[..<first]), Array(input.bytes[first..<second]),
          Array(input.bytes[second...]),
        ]
        #expect(events(of: pieces) == input.events, "cut at \(first) and \(second)")
      }
    }
    #expect(events(of: input.bytes.map { [$0] }) == input.events)
  }

  @Test
  func losesNothingOfAPasteThatIsLongerThanARead() {
    let text = String(repeating: "Zoë ", count: 5000)
    let bytes = Array("\u{1B}[200~\(text)\u{1B}[201~".utf8)
    let pieces = stride(from: 0, to: bytes.count, by: 4096).map {
      Array(bytes[$0..<min($0 + 4096, bytes.count)])
    }
    #expect(events(of: pieces) == [.paste(text)])
  }

  @Test
  func waitsOnlyForWhatMayBeAnEsc() {
    var parser = InputParser()
    #expect(parser.parse([0xE7]).isEmpty)
    #expect(!parser.awaitsMore)
    #expect(parser.parse([0x94, 0xB0]) == [Self.key("田")])
    #expect(parser.parse([0x1B]).isEmpty)
    #expect(parser.awaitsMore)
    #expect(parser.flush() == [.key(.escape)])
    #expect(!parser.awaitsMore)
    #expect(parser.flush().isEmpty)
  }

  @Test
  func dropsASequenceThatStopsOnTheWay() {
    var parser = InputParser()
    #expect(parser.parse(Array("\u{1B}[1;".utf8)).isEmpty)
    #expect(parser.flush().isEmpty)
    #expect(parser.parse([0x61]) == [Self.key("a")])
  }

  @Test
  func survivesAnyBytes() {
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<500 {
      let bytes = (0..<40).map { _ in
        Bool.random(using: &generator)
          ? UInt8.random(in: 0...255, using: &generator)
          : Array("\u{1B}[<;~MOP20".utf8).randomElement(using: &generator) ?? 0
      }
      let cut = Int.random(in: 0...40, using: &generator)
      let pieces = [Array(bytes[..<cut]), Array(bytes[cut...])]
      #expect(events(of: [bytes]) == events(of: pieces), "\(bytes), cut at \(cut)")
    }
  }

  private func events(of pieces: [[UInt8]]) -> [Event] {
    var parser = InputParser()
    var events = pieces.flatMap { parser.parse($0) }
    while parser.awaitsMore {
      let more = parser.flush()
      guard !more.isEmpty else { break }
      events += more
    }
    return events
  }

  private static func key(_ character: Character) -> Event { .key(.character(character)) }

  private static func at(_ column: Int, _ row: Int) -> Position {
    Position(column: column, row: row)
  }
}
