import Testing

@testable import ListBrowser

/// What is typed into one line, and the lines that come of it.
@Suite struct OneLineTextTests {
  /// The plainest way: character by character.
  private static func reference(_ text: String, to typed: String) -> String {
    let (old, shown) = (Array(text), text.map { $0.isNewline ? OneLineText.lineEnd : $0 })
    var result = old
    let difference = Array(typed).difference(from: shown) { $0.utf8.elementsEqual($1.utf8) }
    for change in difference {
      switch change {
      case .remove(let offset, _, _): result.remove(at: offset)
      case .insert(let offset, let character, _):
        result.insert(character == OneLineText.lineEnd ? "\n" : character, at: offset)
      }
    }
    return String(result)
  }

  @Test(arguments: 1...10) func itEndsAsCharacterByCharacter(seed: UInt64) {
    var state = seed
    func random(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }
    let pieces = [
      "ab", "c d", "\n", "\r\n", "\u{85}", "\u{2028}", "é", "e\u{301}", "김", "👩‍👩‍👧", "x", "⏎",
    ]
    for _ in 0..<50 {
      let text = (0..<random(12)).map { _ in pieces[random(pieces.count)] }.joined()
      let line = OneLineText(text: text)
      var typed = Array(line.shown)
      for _ in 0..<random(3) {
        if random(2) == 0, !typed.isEmpty { typed.remove(at: random(typed.count)) }
        typed.insert(contentsOf: pieces[random(pieces.count)].filter { !$0.isNewline }, at: random(typed.count + 1))
      }
      let edited = line.edited(to: String(typed), takesLines: true)
      #expect(OneLineText(text: edited).shown.utf8.elementsEqual(String(typed).utf8), "\(text.debugDescription)")
      #expect(
        OneLineText(text: Self.reference(text, to: String(typed))).shown.utf8.elementsEqual(String(typed).utf8))
      #expect(line.edited(to: line.shown, takesLines: true).utf8.elementsEqual(text.utf8))
    }
  }

  /// A long note, of which a little is changed: at the beginning, in the middle, at the end, or not at all.
  @Test(arguments: ["\n", "\r\n", "\r", "\u{2028}"]) func aLongTextKeepsItsLineEnds(lineEnd: String) {
    let lines = (0..<10_000).map { "line \($0) of a very long note" }
    let line = OneLineText(text: lines.joined(separator: lineEnd))
    #expect(line.edited(to: line.shown, takesLines: true).utf8.elementsEqual(line.text.utf8))
    for index in [0, 5000, 9999] {
      var changed = lines
      changed[index] = "line \(index) was a very short note"
      let typed = changed.joined(separator: String(OneLineText.lineEnd))
      #expect(line.edited(to: typed, takesLines: true).utf8.elementsEqual(changed.joined(separator: lineEnd).utf8))
    }
  }
}
