import Foundation
import SQLite
import SeededRandom
import Synchronization
import Testing

@testable import FetchedResults

/// Predicates over lists and numbers, in the store against their own evaluation in memory.
@Suite struct ListPredicateTests {
  private static let predicates: [(name: String, predicate: Predicate<Person>)] = {
    let work = "work"
    let cafe = "Cafe\u{301}"
    let (low, high) = (1.6, 1.9)
    let closed = 1.6...1.7
    let half = 0.0..<1.7
    let from = 1.65...
    let upTo = ..<1.65
    let through = ...1.65
    let names = "Ann"..."Émile"
    return [
      ("contains", #Predicate { $0.tags.contains(work) }),
      ("contains, in another spelling", #Predicate { $0.tags.contains(cafe) }),
      ("contains not", #Predicate { !$0.tags.contains(work) }),
      ("contains a property", #Predicate { $0.tags.contains($0.note) }),
      ("contains an optional property", #Predicate { $0.tags.contains($0.place ?? "work") }),
      ("contains where", #Predicate { $0.tags.contains { $0.localizedStandardContains("CAF") } }),
      ("contains where, not", #Predicate { !$0.tags.contains { $0.starts(with: "w") } }),
      ("contains where, of the record", #Predicate { person in person.tags.contains { person.note.contains($0) } }),
      ("contains where, of both", #Predicate { person in person.tags.contains { $0 == person.note || $0 > "c" } }),
      ("contains where, twice", #Predicate { p in p.tags.contains { a in p.tags.contains { b in a < b } } }),
      ("all", #Predicate { $0.tags.allSatisfy { $0.contains("o") } }),
      ("all, of the record", #Predicate { person in person.tags.allSatisfy { $0 != person.note } }),
      ("empty", #Predicate { $0.tags.isEmpty }),
      ("not empty", #Predicate { !$0.tags.isEmpty }),
      ("count", #Predicate { $0.tags.count == 2 }),
      ("count in arithmetic", #Predicate { $0.tags.count * 2 - 1 > 1 }),
      ("with others", #Predicate { $0.tags.contains(work) && $0.searchText.localizedStandardContains("a") }),
      ("text is empty", #Predicate { $0.note.isEmpty }),
      ("text count", #Predicate { $0.note.count > 4 }),
      ("optional text is empty", #Predicate { $0.place?.isEmpty ?? true }),
      ("optional text count", #Predicate { ($0.place?.count ?? 9) < 5 }),
      ("closed range", #Predicate { (1.6...1.7).contains($0.height ?? 0) }),
      ("range", #Predicate { (low..<high).contains($0.height ?? 0) }),
      ("range of properties", #Predicate { ($0.note...$0.name).contains("O") || $0.name < $0.note }),
      ("captured closed range", #Predicate { closed.contains($0.height ?? 0) }),
      ("captured range", #Predicate { half.contains($0.height ?? 9) }),
      ("captured range from", #Predicate { from.contains($0.height ?? 0) }),
      ("captured range up to", #Predicate { upTo.contains($0.height ?? 9) }),
      ("captured range through", #Predicate { !through.contains($0.height ?? 9) }),
      ("captured range of text", #Predicate { names.contains($0.name) }),
      ("range within an optional", #Predicate { $0.height.flatMap { closed.contains($0) } ?? false }),
      ("plus", #Predicate { ($0.height ?? 0) + 0.5 > 2 }),
      ("minus", #Predicate { 2 - ($0.height ?? 0) > 0.5 }),
      ("times", #Predicate { ($0.height ?? 3) * ($0.height ?? 3) > 2.6 }),
      ("unary minus", #Predicate { -($0.height ?? 0) < -1.6 }),
      ("conditional", #Predicate { $0.height == nil ? $0.note.isEmpty : $0.tags.isEmpty }),
      ("conditional value", #Predicate { ($0.height == nil ? $0.note : $0.name) < "L" }),
    ]
  }()

  private static let people: [Person] = {
    var generator = SeededGenerator(seed: 8)
    var people = (0..<300).map { _ in Person.random(using: &generator) }
    for index in people.indices where index.isMultiple(of: 7) { people[index].note = people[index].tags.first ?? "" }
    for index in people.indices where index.isMultiple(of: 11) { people[index].place = people[index].tags.last }
    return people
  }()

  @Test(arguments: predicates.indices) func findsWhatItFindsInMemory(index: Int) async throws {
    let (name, predicate) = Self.predicates[index]
    let store = try await Store.holding(Self.people)
    let all = try await store.read { try $0.fetch(FetchRequest<Person>()) }
    // A range of two properties can't be evaluated where they are in the other order.
    let isEvaluable =
      name == "range of properties" ? { @Sendable (person: Person) in person.note <= person.name } : { _ in true }
    let expected = try all.filter { try isEvaluable($0) && predicate.evaluate($0) }.map(\.id)
    let found = try await store.read { try $0.fetch(FetchRequest(predicate: predicate)) }
    #expect(found.filter(isEvaluable).map(\.id) == expected, "\(name)")
    #expect(!expected.isEmpty && expected.count < all.count, "\(name)")
  }

  @Test func whatOtherToolsWroteIsFoundAsItIsRead() async throws {
    let scratch = ScratchStore()
    let store = scratch.store()
    try await store.write("Add") { try $0.insert(Person(name: "Ann")) }
    try scratch.connect().execute("INSERT INTO person_tag (person, tag) VALUES (1, x'776f726b')")
    let predicate = #Predicate<Person> { $0.tags.contains("work") }
    let found = try await store.read { try $0.fetch(FetchRequest(predicate: predicate)) }
    #expect(found.map(\.tags) == [["work"]])
  }

  @Test func theListsOfAllRecordsAreThoseOfEach() async throws {
    let store = Store(at: .temporary, schema: .people)
    let tags = ["work", "gym", "choir"]
    try await store.write("Fill") { context in
      // More than two batches of them, with lists of every length and order.
      for number in 0..<1203 {
        let list = Array((0..<(number % 4)).map { tags[(number + $0) % 3] })
        try context.insert(Person(name: "Person \(number)", tags: list))
      }
    }
    try await store.read { context in
      var count = 0
      try context.forEach(FetchRequest<Person>()) { id, person in
        let alone = try context.record(id)
        #expect(alone?.tags == person.tags)
        #expect(person.tags.count == Int(id.key - 1) % 4)
        count += 1
      }
      #expect(count == 1203)
      let last = try context.fetch(FetchRequest<Person>()).last
      #expect(last?.tags == ["choir", "work"])
    }
  }

  @Test func aQuestionAboutTagsIsOneStatement() async throws {
    let lines = Mutex<[String]>([])
    let log = StoreLog(subsystem: "people", level: .trace, categories: [.sql]) { line in
      lines.withLock { $0.append(line) }
    }
    let store = Store(at: .temporary, schema: .people, log: log)
    try await store.write("Add") { try $0.insert(Person(name: "Ann", tags: ["work"])) }
    lines.withLock { $0 = [] }
    let request = FetchRequest(predicate: #Predicate<Person> { $0.tags.contains { $0.starts(with: "w") } })
    #expect(try await store.read { try $0.fetch(request).count } == 1)
    let statements = lines.withLock(\.self).filter { $0.contains(" sql reader: ") && $0.contains("SELECT") }
    try #require(statements.count == 1, "\(statements)")
    #expect(
      statements[0].hasSuffix(
        "WHERE (d.pk IN (SELECT person FROM person_tag WHERE tag IN (SELECT tag FROM (SELECT name AS tag FROM tag) AS item1 "
          + "WHERE text_starts_with(CAST(item1.tag AS TEXT), ?)))) ORDER BY d.pk ['w']"))
  }

  @Test func theOwnersOfAnItemAreFoundByAnIndex() async throws {
    let store = try await Store.holding([Person(name: "Ann", tags: ["work"])])
    let plan = try Person.schema.plan(FetchRequest(predicate: #Predicate { $0.tags.contains("work") })).unorderedKeys
    let steps = try await store.read { context in
      try context.connection.all("EXPLAIN QUERY PLAN " + plan.sql, plan.arguments) { $0.text(3) ?? "" }
    }
    #expect(
      steps.contains { $0.hasPrefix("SEARCH person_tag USING") && $0.contains("person_tag_by_tag (tag=?)") }, "\(steps)"
    )
  }
}
