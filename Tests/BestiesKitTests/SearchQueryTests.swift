import BestiesKit
import Foundation
import Testing

@Suite struct SearchQueryTests {
  @Test(
    arguments: [
      ("", []),
      (" ", []),
      ("\u{A0}\u{3000}\t\r\n", []),
      ("ann", ["ann"]),
      (" ann ", ["ann"]),
      ("ann\u{A0}lee", ["ann", "lee"]),
      ("ann  lee", ["ann", "lee"]),
      ("ann\u{3000}lee\u{2003}bo", ["ann", "lee", "bo"]),
      ("Só Danço", ["Só", "Danço"]),
      ("100％ _ * \"a -b 'c'", ["100％", "_", "*", "\"a", "-b", "'c'"]),
      ("place:Gym", ["place:Gym"]),
      ("ann \u{200b}", ["ann"]),
      ("\u{301}", []),
      ("\u{ad} \u{feff} \u{fe0f}\u{200d} \u{64b}", []),
      ("\u{200b}b\u{200b}", ["\u{200b}b\u{200b}"]),
      ("कु", ["कु"]),
      ("\u{941}", ["\u{941}"]),
      ("\u{1} \u{7f}\u{301}", ["\u{1}", "\u{7f}\u{301}"]),
      ("👩‍👩‍👧 Kim", ["👩‍👩‍👧", "Kim"]),
    ] as [(String, [String])])
  func splitsAtWhiteSpaceOnly(text: String, words: [String]) {
    #expect(SearchQuery(text).words == words)
    #expect(SearchQuery(text).isEmpty == words.isEmpty)
  }

  @Test func argumentsAreWordsOrSeveral() {
    #expect(SearchQuery(arguments: ["ann lee", "bo", " "]).words == ["ann", "lee", "bo"])
    #expect(SearchQuery(arguments: []).isEmpty)
  }

  /// Unlike a blank, which asks for nothing, such a word was meant to be something.
  @Test(arguments: ["\u{1}", "\u{301}\u{1}", "ann \u{7f}"]) func controlCharactersFindNobody(text: String) throws {
    let ann = Friend(id: "", name: "Ann\u{1}", addedAt: .now)
    #expect(try SearchQuery(text).predicate?.evaluate(ann) == false)
  }
}
