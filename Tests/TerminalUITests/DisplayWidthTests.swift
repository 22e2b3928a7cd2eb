import Testing

@testable import TerminalUI

struct DisplayWidthTests {
  @Test(arguments: [
    ("", 0, ""),
    ("Joan", 4, "Joan"),
    ("田中", 4, "田中"),
    ("최지우", 6, "최지우"),
    ("Zoe\u{301}", 3, "Zoe\u{301}"),
    ("ก็สี", 2, "ก็สี"),
    ("محمد", 4, "محمد"),
    ("אפרים", 5, "אפרים"),
    ("क्षि", 3, "क्षि"),

    // Emoji: joined ones show their first, skin tones and variation selectors are left out.
    ("👍", 2, "👍"),
    ("👍🏽", 2, "👍"),
    ("👩‍👩‍👧", 2, "👩"),
    ("🇫🇷", 2, "🇫🇷"),
    ("❤️", 1, "❤"),
    ("🏳️‍🌈", 1, "🏳"),

    // Invisible characters are not there.
    ("Ann\u{200B}A", 4, "AnnA"),
    ("\u{202E}abc\u{202C}", 3, "abc"),
    ("a\u{AD}b\u{FEFF}", 2, "ab"),
    ("\u{301}a", 1, "a"),

    // Control characters are marks.
    ("tab\tname", 8, "tab�name"),
    ("two\nlines", 9, "two�lines"),
    ("a\u{0}b", 3, "a�b"),
    ("\u{1B}]52;c;eA==\u{07}", 12, "�]52;c;eA==�"),
    ("Te\u{9F}t\u{9B}31m\u{85}", 9, "Te�t�31m�"),
    ("\u{7F}\u{E000}\u{2028}", 3, "���"),
    ("\u{10FFFF}", 1, "�"),
  ])
  func measuresAndCleans(text: String, width: Int, shown: String) {
    #expect(text.displayWidth == width)
    #expect(text.displayText == shown)
    #expect(text.displayText.displayWidth == width)
    #expect(StyledText(text).displayWidth == width)
  }

  @Test(arguments: [
    ("Joan Walker", 11, "Joan Walker"),
    ("Joan Walker", 10, "Joan Walk…"),
    ("Joan Walker", 1, "…"),
    ("Joan Walker", 0, ""),
    ("Joan Walker", -3, ""),
    ("田中太郎", 8, "田中太郎"),
    ("田中太郎", 7, "田中太…"),
    ("田中太郎", 6, "田中…"),
    ("田中太郎", 2, "…"),
    ("Zoe\u{301}e\u{301} x", 4, "Zoe\u{301}…"),
    ("🇫🇷🇩🇪🇮🇹", 5, "🇫🇷🇩🇪…"),
    ("🇫🇷🇩🇪🇮🇹", 4, "🇫🇷…"),
    ("👩‍👩‍👧👩‍👩‍👧", 3, "👩‍👩‍👧…"),
    ("a\u{200B}\u{200B}b", 2, "a\u{200B}\u{200B}b"),
    ("", 0, ""),
  ])
  func truncatesByCluster(text: String, width: Int, shown: String) {
    let truncated = text.truncated(toWidth: width)
    #expect(truncated == shown)
    #expect(truncated.displayWidth <= max(0, width))
  }

  @Test
  func keepsAtMostFourMarksACell() {
    let zalgo = "Z" + String(repeating: "\u{300}\u{301}", count: 20)
    #expect(zalgo.displayWidth == 1)
    #expect(zalgo.displayText.unicodeScalars.count == 5)
  }
}

struct StyledTextTests {
  private let bold = Style(attributes: .bold)
  private let red = Style(foreground: .red)

  @Test
  func joinsNeighboursOfOneStyle() {
    let text = StyledText("Jo") + StyledText("an") + StyledText("") + StyledText("!", style: bold)
    #expect(text.runs == [.init("Joan"), .init("!", style: bold)])
    #expect(text.text == "Joan!")
  }

  @Test
  func putsAStyleOnARange() throws {
    let name = StyledText("Łukasz ") + StyledText("Nowak", style: red)
    let range = try #require(name.text.range(of: "z No"))
    #expect(
      name.applying(bold, to: range).runs == [
        .init("Łukas"), .init("z ", style: bold),
        .init("No", style: Style(foreground: .red, attributes: .bold)), .init("wak", style: red),
      ])
    let whole = name.text.startIndex..<name.text.endIndex
    #expect(StyledText("ab").applying(bold, to: "ab".startIndex..<"ab".endIndex).runs.count == 1)
    #expect(name.applying(bold, to: whole).text == name.text)
  }

  @Test
  func truncatesWithItsStyles() {
    let text = StyledText("Joan ") + StyledText("田中", style: bold)
    #expect(text.truncated(toWidth: 9) == text)
    #expect(
      text.truncated(toWidth: 8).runs == [.init("Joan "), .init("田…", style: bold)])
    #expect(text.truncated(toWidth: 5).runs == [.init("Joan…")])
    #expect(text.truncated(toWidth: 6).runs == [.init("Joan "), .init("…", style: bold)])
    #expect(
      (StyledText("Joan") + StyledText("田", style: bold)).truncated(toWidth: 5).runs == [
        .init("Joan"), .init("…", style: bold),
      ])
    #expect((StyledText("Joa") + StyledText("n!", style: bold)).truncated(toWidth: 3).runs == [.init("Jo…")])
    #expect(text.truncated(toWidth: 0) == StyledText() && text.truncated(toWidth: -1) == StyledText())
  }

  @Test
  func laysAStyleOverAnother() {
    let selected = Style(background: .blue, attributes: .reverse)
    #expect(
      Style(foreground: .red, attributes: .bold).over(selected)
        == Style(foreground: .red, background: .blue, attributes: [.bold, .reverse]))
  }
}
