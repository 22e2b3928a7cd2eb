import Foundation
import Testing

@testable import FetchedResults

/// Letters with very many marks. Each of these took many seconds, growing with the square of their number.
@Suite struct StreamSafeTextTests {
  private static let marks = [
    "\u{301}\u{323}\u{345}", "\u{e38}\u{e48}", "\u{3099}\u{302a}", "\u{f73}\u{f71}", "\u{301}\u{200d}\u{323}",
    "\u{e48}\u{200b}\u{e38}", "\u{5b0}\u{591}", "\u{344}\u{323}",
  ]

  private static func text(_ marks: String) -> String { "a" + String(repeating: marks, count: 10_000) + "b" }

  @Test(arguments: marks) func theyAreSortedFoundAndStored(marks: String) async throws {
    let text = Self.text(marks)
    let person = Person(name: text, place: text, day: text, tags: [text], note: text)
    let store = Store(at: .temporary, schema: .people)
    let id = try await store.write("Add") { try $0.insert(person) }
    let stored = try #require(try await store.read { try $0.record(id) })
    #expect(stored.name.utf8.elementsEqual(text.utf8))
    #expect(stored.tags.first.map { $0.utf8.elementsEqual(text.utf8) } == true)
    let terms = ["a", "b"]
    let predicate = #Predicate<Person> { person in
      terms.allSatisfy { person.searchText.localizedStandardContains($0) }
    }
    #expect(try await store.read { try $0.count(FetchRequest(predicate: predicate)) } == 1)
    #expect(text.foldedRanges(of: "b").count == 1)
    #expect(text.searchWords.count <= 10_001)
  }

  @Test(arguments: marks) func theyStandUnderTheirLetter(marks: String) throws {
    let collation = try Collation(locale: "")
    #expect(collation.initial(of: Self.text(marks)) == "A")
    let keys = ["a", Self.text(marks), "b"].map(collation.sortKey)
    #expect(keys[0].lexicographicallyPrecedes(keys[1]) && keys[1].lexicographicallyPrecedes(keys[2]))
  }

  @Test(arguments: marks) func itIsTheSameText(marks: String) {
    let safe = Self.text(marks).streamSafe
    #expect(safe.unicodeScalars.filter { $0 != "\u{34f}" }.elementsEqual(Self.text(marks).unicodeScalars))
    #expect(safe.streamSafe == safe)
    #expect(Set([safe, safe + "c"]).contains(safe))
  }

  @Test(arguments: ["", "Zoë", "Zoe\u{308}", "a" + String(repeating: "\u{301}", count: 30), "김" + "가\u{11a8}"])
  func whatPeopleWriteStaysAsItIs(text: String) {
    #expect(text.streamSafe.utf8.elementsEqual(text.utf8))
  }
}
