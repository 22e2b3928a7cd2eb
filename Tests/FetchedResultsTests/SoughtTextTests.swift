import Foundation
import Testing

@testable import FetchedResults

/// Looking for bytes in bytes, against the plainest way to do it.
@Suite struct SoughtTextTests {
  private static func naive(_ sought: [UInt8], in text: ArraySlice<UInt8>) -> Int? {
    text.indices.first { text[$0...].starts(with: sought) }
  }

  @Test(arguments: 1...8) func findsEachPlaceAndNoOther(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<60 {
      let letters = Array("abc\u{0}é".utf8)
      let text = (0..<generator.number(below: 300)).map { _ in generator.pick(letters) ?? 0 }
      let length = 1 + generator.number(below: generator.number(below: 2) > 0 ? 4 : 70)
      let start = generator.number(below: text.count + 1)
      let part = text[start...].prefix(length)
      let sought = String(decoding: part.isEmpty ? [0x61, 0x62] : Array(part), as: UTF8.self)
      let bytes = Array(sought.utf8)
      text.withUnsafeBytes { buffer in
        for offset in 0...text.count {
          #expect(
            SoughtText(sought).firstOccurrence(in: buffer, from: offset) == Self.naive(bytes, in: text[offset...]))
        }
        #expect(SoughtText(sought).occurs(in: buffer) == (Self.naive(bytes, in: text[...]) != nil))
      }
    }
  }

  @Test func aLongTextIsSearchedToItsVeryEnd() {
    for length in 60...140 {
      let text = [UInt8](repeating: 0x61, count: length) + Array("needle".utf8)
      text.withUnsafeBytes { buffer in
        #expect(SoughtText("needle").firstOccurrence(in: buffer, from: 0) == length)
        #expect(SoughtText("needles").firstOccurrence(in: buffer, from: 0) == nil)
        #expect(SoughtText("e").firstOccurrence(in: buffer, from: length + 2) == length + 2)
      }
    }
  }

  @Test func aSearchRefinesAnotherIfItSaysAllThatAndMore() {
    func search(_ terms: String..., column: String = "text") -> FoldedSearch {
      FoldedSearch(column: column, terms: terms)
    }
    #expect(search("marius").refines(search("mari")))
    #expect(search("mari").refines(search("mari")))
    #expect(search("x", "kamari").refines(search("mari", "am")))
    #expect(!search("mari").refines(search("marius")))
    #expect(!search("marius").refines(search("mari", "x")))
    #expect(!search("marius", column: "note").refines(search("mari")))
  }

  @Test func whatMemorySaysAndTheStatementDoesNotIsNotBelieved() async throws {
    let store = Store(
      at: .temporary, schema: .people, collationLocale: "", engine: FetchEngine(isEnabled: true, threshold: 0))
    try await store.write("Fill") { context in
      for number in 0..<400 { try context.insert(Person(name: "Name \(number)")) }
    }
    try await store.prepareSearch(of: Person.self)
    // Neither a trigger nor the journal hears of it.
    try await store.perform(on: try await store.connections().writer) {
      try $0.run("UPDATE person_derived SET search_text = 'else' WHERE pk = 124")
    }
    let word = "name 123"
    let request = SectionedFetchRequest(
      sectionIdentifier: \Person.initial, sortDescriptors: .byName,
      predicate: #Predicate { $0.searchText.localizedStandardContains(word) })
    let scan = OrderScan(plan: try Person.schema.plan(request), days: DaySections(timeZone: .gmt))
    let stream: AsyncThrowingStream<Snapshot<String?, Person>, any Error> = store.snapshots(
      scan, screenful: 20, blank: nil)
    var last = Snapshot<String?, Person>.empty
    for try await snapshot in stream { last = snapshot }
    #expect(last.isComplete)
    #expect(last.isEmpty)
  }
}
