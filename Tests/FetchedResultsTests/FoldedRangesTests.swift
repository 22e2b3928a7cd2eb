import FetchedResults
import SeededRandom
import Testing

/// Where a search would find a term, for highlighting.
@Suite struct FoldedRangesTests {
  @Test(arguments: [
    ("René Müller", "mu", ["Mü"]),
    ("Ann Annie ann", "ANN", ["Ann", "Ann", "ann"]),
    ("aaaa", "aa", ["aa", "aa"]),
    ("Łukasz  STRAẞE", "z s", ["z  S"]),
    ("STRAẞE", "sse", ["ẞE"]),
    ("STRAẞE", "s", ["S", "ẞ", "ẞ"]),
    ("tab\tand\n new\u{1} line", "b and new l", ["b\tand\n new\u{1} l"]),
    ("one\r\ntwo", "e t", ["e\r\nt"]),
    ("e\u{301}té", "e", ["e\u{301}", "é"]),
    ("佐藤 さとう", "藤", ["藤"]),
    ("Ann", "", []),
    ("", "a", []),
    ("Ann", "\u{301}", []),
    ("Ann", "bob", []),
  ])
  func findsWhatAReaderSees(text: String, term: String, found: [String]) {
    #expect(text.foldedRanges(of: term).map { String(text[$0]) } == found)
  }

  @Test func textOfASCIIIsFoundInLikeAnyOther() {
    var generator = SeededGenerator(seed: 7)
    func letters(_ counts: ClosedRange<Int>) -> String {
      let count = Int.random(in: counts, using: &generator)
      return String((0..<count).map { _ in "aAbB \t\n\u{1}-'".randomElement(using: &generator) ?? "a" })
    }
    func found(_ term: String, in text: String) -> [Range<Int>] {
      text.foldedRanges(of: term).map { text[..<$0.lowerBound].utf8.count..<text[..<$0.upperBound].utf8.count }
    }
    for _ in 0..<2000 {
      let (text, term) = (letters(0...12), letters(1...3))
      // What follows it can't be found, and has it read a character at a time.
      #expect(
        found(term, in: text) == found(term, in: text + "藤"), "\(term.debugDescription) in \(text.debugDescription)")
    }
  }
}
