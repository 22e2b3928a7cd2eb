import Testing

@testable import TerminalUI

struct TextFieldTests {
  /// Keys for a field, written as the terminal sends them, and what is before and behind the cursor
  /// then.
  @Test(arguments: [
    ("", "abc", "abc|"),
    ("abc", "\u{01}x", "x|abc"),
    ("abc", "\u{01}\u{05}x", "abcx|"),
    ("abc", "\u{02}\u{02}x", "ax|bc"),
    ("abc", "\u{1B}[D\u{1B}[D\u{1B}[C\u{1B}[D\u{1B}[Dx", "xabc".replacing("x", with: "x|")),
    ("abc", "\u{1B}[H\u{06}x", "ax|bc"),
    ("abc", "\u{1B}[H\u{1B}[Fx", "abcx|"),
    ("abc", "\u{7F}\u{08}", "a|"),
    ("abc", "\u{01}\u{7F}", "|abc"),
    ("abc", "\u{01}\u{04}\u{1B}[3~", "|c"),
    ("abc", "\u{04}", "abc|"),

    // Killing and yanking.
    ("Joan Walker", "\u{17}", "Joan |"),
    ("Joan Walker  ", "\u{17}\u{17}\u{17}", "|"),
    ("Joan Walker", "\u{17}\u{01}\u{19} ", "Walker |Joan "),
    ("Joan Walker", "\u{02}\u{02}\u{0B}\u{01}\u{19}", "er|Joan Walk"),
    ("Joan Walker", "\u{02}\u{02}\u{15}\u{19}\u{19}", "Joan WalkJoan Walk|er"),
    ("", "\u{19}\u{17}\u{15}\u{0B}\u{14}", "|"),

    // Transposing.
    ("abc", "\u{14}", "acb|"),
    ("abc", "\u{02}\u{14}", "acb|"),
    ("abc", "\u{01}\u{14}", "|abc"),
    ("abc", "\u{01}\u{06}\u{14}", "ba|c"),
    ("a", "\u{14}", "a|"),
    ("aé👍🏽", "\u{14}", "a👍🏽é|"),

    // A cluster is one step, and one deletion.
    ("👩‍👩‍👧 Kim", "\u{01}\u{06}x", "👩‍👩‍👧x| Kim"),
    ("x👩‍👩‍👧", "\u{7F}", "x|"),
    ("ก็สี", "\u{02}\u{7F}", "|สี"),
    ("e\u{301}", "\u{7F}", "|"),
    ("a̐éö̲", "\u{02}\u{02}\u{02}\u{02}", "|a̐éö̲"),
    ("전최", "\u{7F}", "전|"),

    // Marks that arrive after their base.
    ("", "e\u{301}x", "e\u{301}x|"),
    ("ab", "\u{02}\u{301}", "a\u{301}|b"),
    ("🇫🇷", "\u{01}🇩", "🇩🇫|🇷"),
  ])
  func edits(text: String, keys: String, expected: String) {
    var field = TextField(text)
    var parser = InputParser()
    for event in parser.parse(keys.utf8) { _ = field.handle(event) }
    #expect(field.head + "|" + field.tail == expected)
  }

  @Test
  func keepsWhatWasPasted() {
    var field = TextField("ab")
    #expect(field.handle(.key(.left)) == .handled)
    let pasted = "👩‍👩‍👧\u{200B}\t\u{202E}\u{1B}x"
    #expect(field.handle(.paste(pasted)) == .changed)
    #expect(Array(field.text.utf8) == Array(("a" + pasted + "b").utf8))
    field = TextField()
    #expect(field.handle(.paste("two\nlines\r\nhere\u{2028}!")) == .changed)
    #expect(field.text == "two lines here !")
  }

  @Test
  func saysWhatHappened() {
    var field = TextField("a")
    #expect(field.handle(.key(.character("b"))) == .changed)
    #expect(field.handle(.key(.right)) == .handled)
    #expect(field.handle(.paste("")) == .handled)
    for key in [Key.enter, .tab, .escape, .up, .control("c"), .function(1)] {
      #expect(field.handle(.key(key)) == .ignored)
    }
    #expect(field.handle(.focusIn) == .ignored)
    #expect(field.text == "ab")
    #expect(!field.isEmpty)
  }

  @Test
  func tellsNormalizationFormsApart() {
    var field = TextField("")
    #expect(field.handle(.paste("é")) == .changed)
    #expect(field.handle(.key(.backspace)) == .changed)
    #expect(field.handle(.paste("e\u{301}")) == .changed)
    #expect(field.text.unicodeScalars.count == 2)
  }

  @Test(arguments: [
    ("Joan", 0, "Joan", 4),
    ("Joan Wal", 0, "Wal", 4),
    ("Joan Walker", 0, "Walker", 7),
    ("Joan Walker", 1, "Walker", 6),
    ("Joan Walker", 7, "Joan Wal", 4),
    ("田中太郎田中", 0, "田中", 4),
    ("e\u{301}é", 1, "e\u{301}é", 1),
    ("👩‍👩‍👧x", 1, "👩x", 2),
    ("\ta", 0, "�a", 2),
  ])
  func keepsTheCursorInSight(text: String, lefts: Int, shown: String, cursor: Int) {
    var field = TextField(text)
    for _ in 0..<lefts { _ = field.handle(.key(.left)) }
    var frame = Frame(size: Size(columns: 12, rows: 1))
    frame.draw("xxxxxxxxxxxx", at: Position(column: 0, row: 0))
    field.draw(in: &frame, at: Position(column: 2, row: 0), width: 8)
    #expect(frame.lines[0].dropFirst(2).dropLast(2).trimmingBlanks == shown)
    #expect(frame.lines[0].hasPrefix("xx") && frame.lines[0].hasSuffix("xx"))
    #expect(frame.cursor == Position(column: 2 + cursor, row: 0))
  }

  /// Only what is near the cursor is looked at, and it looks as it does in a short text.
  @Test(arguments: ["0123456789", "日本e\u{301}é👩‍👩‍👧x山。🇫🇷9"])
  func drawsALongTextAsAShortOne(piece: String) {
    let characters = Array(piece)
    var field = TextField(String(repeating: piece, count: 1500))
    for moves in 0...600 {
      var frame = Frame(size: Size(columns: 44, rows: 1))
      field.draw(in: &frame, at: Position(column: 2, row: 0), width: 40)
      let index = characters.count * 1500 - moves
      let column = frame.cursor?.column ?? 0
      #expect((2..<42).contains(column))
      let behind = String(
        (0..<40).compactMap { index + $0 < 1500 * characters.count ? characters[(index + $0) % characters.count] : nil }
      )
      let before = String((1...40).map { characters[(index - $0) % characters.count] }.reversed())
      var expected = Frame(size: Size(columns: 44, rows: 1))
      expected.draw(behind, at: Position(column: column, row: 0), clip: 2..<42, style: Style())
      expected.draw(before, at: Position(column: column - before.displayWidth, row: 0), clip: 2..<42, style: Style())
      #expect(frame.lines == expected.lines, "\(moves)")
      _ = field.handle(.key(.left))
    }
  }

  @Test func aClusterLongerThanAllIsOne() {
    var field = TextField("ab" + "e" + String(repeating: "\u{301}", count: 5000))
    var frame = Frame(size: Size(columns: 12, rows: 1))
    field.draw(in: &frame, at: Position(column: 0, row: 0), width: 10)
    #expect(frame.cursor?.column == 1)
    #expect(field.handle(.key(.backspace)) == .changed)
    #expect(field.text == "ab")
  }

  @Test
  func drawsAPlaceholder() {
    var frame = Frame(size: Size(columns: 8, rows: 1))
    let dim = Style(attributes: .dim)
    TextField().draw(
      in: &frame, at: Position(column: 1, row: 0), width: 6,
      placeholder: StyledText("a name here", style: dim), isFocused: false)
    #expect(frame.lines == [" a nam…"])
    #expect(frame[Position(column: 1, row: 0)]?.style == dim)
    #expect(frame.cursor == nil)
  }
}

extension Substring {
  fileprivate var trimmingBlanks: String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}
