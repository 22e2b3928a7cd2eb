import Foundation
import Testing

@testable import FetchedResults

/// Predicates with more values than an expression of SQLite's has room for.
@Suite struct ManyValuesTests {
  private static func people(_ count: Int) -> [Person] {
    (0..<count).map { Person(id: "p\($0)", name: "Name \($0)", height: Double($0) / 3) }
  }

  private func steps(_ plan: FetchPlan, in store: Store) async throws -> [String] {
    let statement = plan.orderedKeys
    return try await store.read { context in
      try context.connection.all("EXPLAIN QUERY PLAN " + statement.sql, statement.arguments) { $0.text(3) ?? "" }
    }
  }

  @Test(arguments: [0, 1, 999, 1000, 100_000]) func idsAreOneArgumentAndFoundByTheirIndex(count: Int) async throws {
    let store = try await Store.holding(Self.people(50))
    let ids = (0..<count).map { "p\($0 * 7)" }
    let request = FetchRequest<Person>(predicate: #Predicate { ids.contains($0.id) })
    #expect(try await store.read { try $0.count(request) } == min(count, 8))
    let plan = try Person.schema.plan(request)
    #expect(plan.condition?.arguments.count == min(count, 1))
    guard count > 0 else { return }
    let steps = try await steps(plan, in: store)
    #expect(steps.contains { $0.hasPrefix("SEARCH r USING") && $0.contains("(id=?)") }, "\(steps)")
  }

  @Test func idsInTwoSpellingsAreOne() async throws {
    let store = try await Store.holding(["é", "e\u{301}", "e"].map { Person(id: $0, name: "Ann") })
    let ids = ["\u{e9}"]
    let id = "e\u{301}"
    #expect(
      try await store.read { try $0.count(FetchRequest<Person>(predicate: #Predicate { ids.contains($0.id) })) } == 2)
    #expect(try await store.read { try $0.count(FetchRequest<Person>(predicate: #Predicate { $0.id == id })) } == 2)
  }

  @Test func valuesOfEachKindAreFoundAmongMany() async throws {
    let people = ["a\u{0}b", "a", "E\u{301}", "\"", "\\", "", "7"].enumerated().map { number, text in
      var person = Person(id: "\(number)", name: text, place: text, height: 0.1 + Double(number) / 10, note: text)
      if number == 1 { (person.place, person.height) = (nil, nil) }
      if number == 2 { person.height = .infinity }
      person.day = text
      return person
    }
    let store = try await Store.holding(people)
    let filler = (0..<3000).map { "filler \($0)" }
    let texts = filler + ["a\u{0}b", "\u{c9}", "\"", "\\"]
    let optional = filler + [nil, "", "\u{c9}"]
    let numbers: [Double?] = (0..<3000).map { Double($0) * 1e17 } + [0.1 + 3.0 / 10, -.infinity, .infinity, .nan]
    let counts = Array(0..<2000)
    func expect(_ predicate: Predicate<Person>, _ name: String) async throws {
      let expected = try people.filter { try predicate.evaluate($0) }.map(\.id)
      let found = try await store.read { try $0.fetch(FetchRequest(predicate: predicate)).map(\.id) }
      #expect(found == expected && !found.isEmpty && found.count < people.count, "\(name): \(found), not \(expected)")
    }
    try await expect(#Predicate { texts.contains($0.name) }, "collated")
    try await expect(#Predicate { !texts.contains($0.name) }, "not")
    try await expect(#Predicate { texts.contains($0.note) }, "no order")
    try await expect(#Predicate { texts.contains($0.day ?? "") }, "by value")
    try await expect(#Predicate { optional.contains($0.place) }, "optional")
    try await expect(#Predicate { !optional.contains($0.place) }, "optional, not")
    try await expect(#Predicate { numbers.contains($0.height) }, "numbers")
    try await expect(#Predicate { !numbers.contains($0.height) }, "numbers, not")
    try await expect(#Predicate { counts.contains($0.name.count) && $0.name.count != 1 }, "counts")
  }

  @Test(arguments: [1000, 10_000]) func aTestOfEachOfManyIsAnswered(count: Int) async throws {
    let people = (Self.people(30) + [Person(id: "long", name: (0..<1000).map { "w\($0)" }.joined(separator: " "))])
    let store = try await Store.holding(people)
    let words = (0..<count).map { "w\($0 % 1000)" } + ["W1"]
    let others = (0..<count).map { "Name \($0)x" } + ["Name 7"]
    func ids(_ predicate: Predicate<Person>) async throws -> [String] {
      try await store.read { try $0.fetch(FetchRequest(predicate: predicate)).map(\.id) }
    }
    #expect(
      try await ids(#Predicate { p in words.allSatisfy { p.searchText.localizedStandardContains($0) } }) == ["long"])
    #expect(try await ids(#Predicate { p in words.allSatisfy { p.name.localizedStandardContains($0) } }) == ["long"])
    #expect(try await ids(#Predicate { p in others.contains { p.name == $0 } }) == ["p7"])
    #expect(try await ids(#Predicate { p in others.contains { p.searchText.localizedStandardContains($0) } }) == ["p7"])
    #expect(try await ids(#Predicate { p in !others.allSatisfy { p.name != $0 } }) == ["p7"])
    #expect(
      try await ids(#Predicate { p in p.note == "" && others.contains { p.name == $0 || p.note == $0 } }) == ["p7"])
  }

  @Test func nestedSequencesAreAnsweredOrRefusedInWords() async throws {
    let store = try await Store.holding(Self.people(30))
    let few = (0..<100).map { "\($0)" }
    let first = ["Name", "Nobody"]
    let nested = #Predicate<Person> { p in
      few.contains { b in first.contains { a in p.name == b || p.name.contains(a) } }
    }
    #expect(try await store.read { try $0.count(FetchRequest(predicate: nested)) } == 30)
    let many = (0..<300).map { "\($0)" }
    let tooMany = #Predicate<Person> { p in many.contains { a in many.contains { b in p.name == a || p.note == b } } }
    #expect(throws: FetchError.tooManyValues(limit: 32_000)) {
      try Person.schema.plan(FetchRequest(predicate: tooMany))
    }
    let flood = (0..<40_000).map { "\($0)" }
    let flat = #Predicate<Person> { p in flood.contains { p.name.contains($0) } }
    let error = #expect(throws: FetchError.self) { try Person.schema.plan(FetchRequest(predicate: flat)) }
    #expect(error.map { "\($0)" }?.contains("more than 32000 values") == true)
  }

  @Test(arguments: [999, 1001]) @MainActor func aSearchOfManyWordsIsAnsweredFromMemory(count: Int) async throws {
    let store = Store(
      at: .temporary, schema: .people, collationLocale: "", engine: FetchEngine(isEnabled: true, threshold: 10))
    let text = (0..<count).map { "w\($0)" }.joined(separator: " ")
    try await store.write("Fill") { context in
      for person in Self.people(200) { try context.insert(person) }
      try context.insert(Person(id: "long", name: text))
      try context.insert(Person(id: "longer", name: text + " more"))
    }
    try await store.prepareSearch(of: Person.self)
    let list = try FetchedResultsController(
      SectionedFetchRequest(sectionIdentifier: \Person.initial, sortDescriptors: .byName), in: store)
    await list.settle()
    let words = text.searchWords
    try list.configure {
      $0.predicate = #Predicate { p in words.allSatisfy { p.searchText.localizedStandardContains($0) } }
    }
    await list.settle()
    #expect(list.snapshot.count == 2 && list.error == nil)
    let more = words + ["more"]
    try list.configure {
      $0.predicate = #Predicate { p in more.allSatisfy { p.searchText.localizedStandardContains($0) } }
    }
    await list.settle()
    #expect(list.snapshot.count == 1 && list.error == nil)
    let most = more + (0..<50_000).map { "none \($0)" }
    try list.configure {
      $0.predicate = #Predicate { p in most.allSatisfy { p.searchText.localizedStandardContains($0) } }
    }
    await list.settle()
    #expect(list.snapshot.count == 0 && list.error == nil)
  }
}
