import Foundation
import SQLite
import Testing

@testable import FetchedResults

/// What is held in memory while it is being read in, given up, or left out of date.
@Suite struct EngineConcurrencyTests {
  private static func scan(_ words: [String]) throws -> OrderScan {
    let predicate: Predicate<Person>? =
      words.isEmpty
      ? nil : #Predicate { person in words.allSatisfy { person.searchText.localizedStandardContains($0) } }
    let request = SectionedFetchRequest(
      sectionIdentifier: \Person.place, sortDescriptors: .byPlace, predicate: predicate)
    return OrderScan(plan: try Person.schema.plan(request), days: DaySections(timeZone: .gmt))
  }

  private func last(_ words: [String], in store: Store) async throws -> Snapshot<String?, Person> {
    var last = Snapshot<String?, Person>.empty
    let stream: AsyncThrowingStream<FetchedPart<String?, Person>, any Error> = store.parts(
      try Self.scan(words), screenful: 20, blank: nil)
    for try await part in stream { last = part.snapshot }
    return last
  }

  @Test func searchesAreExactWhileTheTextIsReadIn() async throws {
    let scratch = ScratchStore()
    let fast = Store(
      at: .file(scratch.url), schema: .people, collationLocale: "",
      engine: FetchEngine(isEnabled: true, threshold: 0))
    let plain = Store(
      at: .file(scratch.url), schema: .people, collationLocale: "", engine: FetchEngine(isEnabled: false))
    try await fast.write("Fill") { context in
      for number in 0..<3000 {
        try context.insertInBulk(Person(name: "Name \(number)", place: "Place \(number % 40)"))
      }
    }
    for round in 0..<20 {
      async let loading: Void = fast.prepareSearch(of: Person.self)
      try await fast.write("Change") { context in
        try context.update(RecordID<Person>(key: Int64(round * 7 + 1))) { $0.name = "Mari \(round)" }
        try context.delete(RecordID<Person>(key: Int64(round * 7 + 2)))
      }
      #expect(try await last(["mari"], in: fast).map(\.key) == last(["mari"], in: plain).map(\.key))
      try await loading
      #expect(try await last(["mari"], in: fast) == last(["mari"], in: plain))
      #expect(try await last([], in: fast) == last([], in: plain))
    }
  }

  @Test func whatAnotherProgramHasChangedIsReadByOneStatement() async throws {
    let scratch = ScratchStore()
    let lines = Lines()
    let store = Store(
      at: .file(scratch.url), schema: .people, collationLocale: "", engine: FetchEngine(isEnabled: true, threshold: 0),
      log: StoreLog(subsystem: "people", level: .debug, categories: [.sql]) { lines.append($0) })
    try await store.write("Fill") { context in
      for number in 0..<1000 { try context.insertInBulk(Person(name: "Name \(number)")) }
    }
    _ = try await last([], in: store)
    try await store.prepareSearch(of: Person.self)
    try await scratch.store().write("Change") { context in
      for key in 1...500 { try context.update(RecordID<Person>(key: Int64(key))) { $0.name = "Mari \($0.name)" } }
      try context.delete(RecordID<Person>(key: 1))
    }
    let before = lines.all.count
    #expect(try await last(["mari"], in: store).count == 499)
    let statements = lines.all.dropFirst(before).filter { $0.contains(" sql order: ") && $0.contains("person_text") }
    // That, and the one that a screenful is checked by.
    #expect(statements.count == 2)
  }

  @Test func aScanThatIsGivenUpLeavesItsConnectionClean() async throws {
    let store = try await Store.holding((0..<2000).map { Person(name: "Name \($0)", place: "Place \($0 % 9)") })
    for round in 0..<40 {
      let given = Task { try await last(["name", "1"], in: store) }
      if round.isMultiple(of: 2) { await Task.yield() }
      given.cancel()
      _ = try? await given.value
      #expect(try await last(["1999"], in: store).count == 1)
    }
    #expect(try await last([], in: store).count == 2000)
  }

  @Test func insertingInBulkLeavesTheSchemaAsItWas() async throws {
    let scratch = ScratchStore()
    let store = scratch.store()
    try await store.open()
    let tool = try scratch.connect()
    func definitions() throws -> Set<String> { Set(try tool.all("SELECT sql FROM sqlite_schema") { $0.text(0) ?? "" }) }
    let before = try definitions()
    try await store.write("Import") { context in
      let first = try context.insertInBulk(Person(name: "Ann"))
      try context.insertInBulk(Person(name: "Bob"))
      try context.update(first) { $0.name = "Anna" }
      try context.insertInBulk(Person(name: "Cy", tags: ["work"]))
    }
    #expect(try definitions() == before)
    try tool.expectSound()
    struct Refusal: Error {}
    try await store.write("Delete") { context in
      for key in 1...3 { try context.delete(RecordID<Person>(key: Int64(key))) }
    }
    await #expect(throws: Refusal.self) {
      try await store.write("Import") { context in
        try context.insertInBulk(Person(name: "Dee"))
        throw Refusal()
      }
    }
    #expect(try definitions() == before)
  }

  @Test func removingLeavesOutWhatIsGoneAndItsSections() async throws {
    let store = try await Store.holding((0..<30).map { Person(name: "Name \($0)", place: "Place \($0 % 4)") })
    let all = try await last([], in: store)
    let gone = Set(all.sections[1].range.map { all[$0] } + [all[0], all[29], RecordID(key: 99)])
    let rest = all.removing(gone)
    #expect(Array(rest) == all.filter { !gone.contains($0) })
    #expect(rest.sections.map(\.identifier) == ["Place 0", "Place 2", "Place 3"])
    #expect(
      rest.sections.map { rest[$0.range].map(\.key) }
        == [0, 2, 3].map { section in
          all[all.sections[section].range].filter { !gone.contains($0) }.map(\.key)
        })
  }
}
