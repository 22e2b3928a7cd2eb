import Foundation
import SeededRandom
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
          for end in [offset, min(offset + 40, text.count), text.count] {
            #expect(
              SoughtText(sought).firstOccurrence(in: buffer, within: offset..<end)
                == Self.naive(bytes, in: text[offset..<end]))
          }
        }
        #expect(SoughtText(sought).occurs(in: buffer) == (Self.naive(bytes, in: text[...]) != nil))
      }
    }
  }

  @Test func aLongTextIsSearchedToItsVeryEnd() {
    for length in 60...140 {
      let text = [UInt8](repeating: 0x61, count: length) + Array("needle".utf8)
      text.withUnsafeBytes { buffer in
        #expect(SoughtText("needle").firstOccurrence(in: buffer, within: 0..<buffer.count) == length)
        #expect(SoughtText("needles").firstOccurrence(in: buffer, within: 0..<buffer.count) == nil)
        #expect(SoughtText("e").firstOccurrence(in: buffer, within: length + 2..<buffer.count) == length + 2)
      }
    }
  }

  @Test func aSearchRefinesAnotherIfItSaysAllThatAndMore() throws {
    func refines(_ terms: [String], _ others: [String], column: String = "text") throws -> Bool {
      let search = try #require(FoldedSearch(column: column, terms: terms))
      return search.refines(try #require(FoldedSearch(column: "text", terms: others)))
    }
    #expect(try refines(["marius"], ["mari"]))
    #expect(try refines(["mari"], ["mari"]))
    #expect(try refines(["x", "kamari"], ["mari", "am"]))
    #expect(try !refines(["mari"], ["marius"]))
    #expect(try !refines(["marius"], ["mari", "x"]))
    #expect(try !refines(["marius"], ["mari"], column: "note"))
    let many = (0..<2000).map { "w\($0)" }
    #expect(try refines(many + ["x"], many.reversed()))
    #expect(try !refines(many, many + ["x"]))
    #expect(FoldedSearch(column: "text", terms: []) == nil && FoldedSearch(column: "text", terms: ["a", ""]) == nil)
  }

  @Test func whatMemorySaysAndTheStatementDoesNotIsNotBelieved() async throws {
    let lines = Lines()
    let store = Store(
      at: .temporary, schema: .people, collationLocale: "", engine: FetchEngine(isEnabled: true, threshold: 0),
      log: StoreLog(subsystem: "people", level: .error, categories: [.fetch]) { lines.append($0) })
    func holdsText() async throws -> Bool {
      try await store.perform(on: try await store.connections().orderReader) { _, engine in
        engine.holdsText(of: "person", column: "search_text")
      }
    }
    try await store.write("Fill") { context in
      for number in 0..<400 { try context.insert(Person(name: "Name \(number)")) }
    }
    try await store.prepareSearch(of: Person.self)
    // Neither a trigger nor the journal hears of it.
    try await store.perform(on: try await store.connections().writer) {
      try $0.run("UPDATE person_text SET search_text = 'else' WHERE pk = 124")
    }
    let word = "name 123"
    let request = SectionedFetchRequest(sectionIdentifier: \Person.initial, sortDescriptors: .byName)
    var filtered = request
    filtered.predicate = #Predicate { $0.searchText.localizedStandardContains(word) }
    let all = try await Self.results(of: request, in: store)
    #expect(all.count == 400)
    #expect(try await holdsText())
    let found = try await Self.results(of: filtered, in: store)
    #expect(found.isComplete)
    #expect(found.isEmpty)
    #expect(try await !holdsText())
    #expect(
      lines.all.map { $0.drop { $0 != " " } } == [
        " error people fetch a bug: the rows of person in memory weren't those of the store, and are read anew"
      ])
  }

  private static func results(
    of request: SectionedFetchRequest<String?, Person>, in store: Store
  ) async throws -> Snapshot<String?, Person> {
    let scan = OrderScan(plan: try Person.schema.plan(request), days: DaySections(timeZone: .gmt))
    let stream: AsyncThrowingStream<FetchedPart<String?, Person>, any Error> = store.parts(
      scan, screenful: 20, blank: nil)
    var last = Snapshot<String?, Person>.empty
    for try await part in stream { last = part.snapshot }
    return last
  }

  @Test(arguments: [1, 2, 7, 63, 64, 65, 1000]) func piecesFindWhatTheWholeDoes(pieceSize: Int) async throws {
    let store = Store(at: .temporary, schema: .people)
    try await store.write("Fill") { context in
      for number in 0..<200 { try context.insert(Person(name: "Name \(number)")) }
      try context.connection.run("DELETE FROM person WHERE pk % 5 = 0")
    }
    let text = try await store.perform(on: try await store.connections().reader) {
      try FoldedColumn(table: "person", column: "search_text", on: $0)
    }
    for term in ["name", "1", "19", "99", "zzz"] {
      let expected = (0..<200).filter { ($0 + 1) % 5 != 0 && "name \($0)".contains(term) }
      for processors in 1...3 {
        let keys = try text.keys(matching: [SoughtText(term)], processors: processors, pieceSize: pieceSize) {}
        #expect((0...201).filter { keys.contains(Int64($0)) } == expected.map { $0 + 1 })
        #expect(keys.count == expected.count)
      }
    }
    #expect(throws: CancellationError.self) {
      try text.keys(matching: [SoughtText("name")], processors: 2, pieceSize: pieceSize) { throw CancellationError() }
    }
  }
}
