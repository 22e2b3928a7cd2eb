import Foundation
import SQLite
import SeededRandom
import Testing

@testable import FetchedResults

/// What is held in memory must never show: the same results with it, without it, and while it is being filled.
@Suite struct FetchEngineTests {
  private static let sorts: [([SortDescriptor<Person>], KeyPath<Person, String?> & Sendable)] = [
    (.byPlace, \.place), (.byPlaceReversed, \.place), (.byDay, \.day), (.byDayReversed, \.day),
    (.byName, \.initial), (.byNameReversed, \.initial), (.byAge, \.addedDay), (.byAgeReversed, \.addedDay),
  ]

  private static func person(_ generator: inout SeededGenerator) -> Person {
    let names = ["Ann", "Anna", "Łukasz", "Zoë", "Öz", "Bob", "", "100%", "김", "Cafe\u{301}", "Caf\u{e9}"]
    let places = ["Gym", "gym", "Airport 2", "Airport 10", "Cafe\u{301}", "Caf\u{e9}", nil]
    return Person(
      name: "\(names.randomElement(using: &generator) ?? "") \(Int.random(in: 0..<40, using: &generator))",
      place: places.randomElement(using: &generator) ?? nil,
      day: ["2009", "2009-01", "2010-05-06", nil].randomElement(using: &generator) ?? nil,
      tags: Bool.random(using: &generator) ? ["work"] : [],
      addedAt: Date(timeIntervalSince1970: Double(Int.random(in: 0..<400, using: &generator)) * 5000))
  }

  /// What is searched for next: more letters of it, one word more, or something else.
  private static func words(after words: [String], using generator: inout SeededGenerator) -> [String] {
    let terms = [
      [], ["a"], ["an"], ["ann", "gym"], ["lukasz"], ["zzz"], ["caf"], ["work", "1"], ["100% 2"], ["z", "3", "gy"],
    ]
    let more = [
      "luka": "lukasz 1", "lukasz": "lukasz 1", "lukasz 1": "lukasz 12", "100% 2": "100% 21", "caf": "cafe 3",
      "an": "anna 1", "anna 1": "anna 17", "gy": "gym", "3": "33",
    ]
    switch Int.random(in: 0..<6, using: &generator) {
    case 0...2 where !words.isEmpty: return words.map { more[$0] ?? $0 }
    case 3 where !words.isEmpty: return words + ["\(Int.random(in: 0..<4, using: &generator))"]
    default: return terms.randomElement(using: &generator) ?? []
    }
  }

  private func results(
    of scan: OrderScan, in store: Store
  ) async throws -> (last: Snapshot<String?, Person>, all: [Snapshot<String?, Person>]) {
    var all: [Snapshot<String?, Person>] = []
    let stream: AsyncThrowingStream<FetchedPart<String?, Person>, any Error> = store.parts(
      scan, screenful: 20, blank: nil)
    for try await part in stream { all.append(part.snapshot) }
    return (try #require(all.last), all)
  }

  @Test(arguments: 1...6) func answersAsPlainSQLDoes(seed: UInt64) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "engine-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = StoreLocation.file(folder.appending(path: "people.sqlite"))
    let fast = Store(
      at: file, schema: .people, collationLocale: "", engine: FetchEngine(isEnabled: true, threshold: 0, reach: 60))
    let plain = Store(at: file, schema: .people, collationLocale: "", engine: FetchEngine(isEnabled: false))
    var generator = SeededGenerator(seed: seed)
    let people = (0..<300).map { _ in Self.person(&generator) }
    try await fast.write("Fill") { context in for person in people { try context.insertInBulk(person) } }
    let tool = try Connection(path: folder.appending(path: "people.sqlite").path, access: .readWrite)

    var previous: [String] = []
    for round in 0..<120 {
      if round % 3 > 0 { try await change(round, fast, plain, tool, &generator) }
      let (sort, section) = Self.sorts[Int.random(in: Self.sorts.indices, using: &generator) * (round / 60)]
      let words = Self.words(after: previous, using: &generator)
      previous = words
      let predicate: Predicate<Person>? =
        words.isEmpty
        ? nil : #Predicate { person in words.allSatisfy { person.searchText.localizedStandardContains($0) } }
      let request = SectionedFetchRequest(sectionIdentifier: section, sortDescriptors: sort, predicate: predicate)
      let scan = OrderScan(
        plan: try Person.schema.plan(request), days: DaySections(timeZone: try #require(TimeZone(identifier: "UTC"))))
      let expected = try await results(of: scan, in: plain).last
      let (last, all) = try await results(of: scan, in: fast)
      #expect(last == expected, "round \(round), \(words), \(scan.plan.orderedKeys.sql)")
      for beginning in all { #expect(beginning.elementsEqual(expected.prefix(beginning.count))) }
      if round % 5 == 0 { try await fast.prepareSearch(of: Person.self) }
    }
  }

  /// Something that may happen to the store, through any of three connections.
  private func change(
    _ round: Int, _ fast: Store, _ plain: Store, _ tool: Connection, _ generator: inout SeededGenerator
  ) async throws {
    let writer = Bool.random(using: &generator) ? fast : plain
    let person = Self.person(&generator)
    let key = Int64.random(in: 1...310, using: &generator)
    let id = RecordID<Person>(key: key)
    switch Int.random(in: 0..<9, using: &generator) {
    case 0: try await writer.write("Add") { try $0.insert(person) }
    case 1: try await writer.write("Delete") { try $0.delete(id) }
    case 2: try await writer.write("Rename") { context in try context.update(id) { $0.name = person.name } }
    case 3:
      try await writer.write("Move") { context in
        try context.update(id) {
          $0.place = person.place
          $0.addedAt = person.addedAt
        }
      }
    case 4: _ = try? await writer.undo()
    case 5: _ = try? await writer.redo()
    case 6:
      try tool.run("UPDATE person SET name = ? WHERE pk % 7 = ?", [.text(person.name), .integer(key % 7)])
      try await writer.makeDerivedRows()
    case 7:
      try tool.run("INSERT INTO person (name, place) VALUES (?, 'Gym')", [.text(person.name)])
      try await writer.makeDerivedRows()
    default:
      try await writer.write("Import") { context in for _ in 0..<3 { try context.insertInBulk(person) } }
    }
  }

  @Test func findsRecordsOfAnyKeys() async throws {
    let store = Store(
      at: .temporary, schema: .people, collationLocale: "", engine: FetchEngine(isEnabled: true, threshold: 0))
    try await store.write("Fill") { context in
      for name in ["Ann", "Bob"] { try context.insert(Person(name: name)) }
      try context.connection.run("UPDATE person SET pk = -5 WHERE name = 'Ann'")
      try context.connection.run("UPDATE person SET pk = 9000000000000000000 WHERE name = 'Bob'")
    }
    let word = "b"
    let request = SectionedFetchRequest(
      sectionIdentifier: \Person.initial, sortDescriptors: .byName,
      predicate: #Predicate { $0.searchText.localizedStandardContains(word) })
    let scan = OrderScan(plan: try Person.schema.plan(request), days: DaySections(timeZone: .current))
    for _ in 0..<2 {
      #expect(try await results(of: scan, in: store).last.map(\.key) == [9_000_000_000_000_000_000])
      try await store.prepareSearch(of: Person.self)
    }
  }

  @Test func aSortThatIsTurnedAroundIsTheSortThatIsRead() async throws {
    var generator = SeededGenerator(seed: 9)
    let people = (0..<300).map { _ in Self.person(&generator) }
    let store = Store(
      at: .temporary, schema: .people, collationLocale: "", engine: FetchEngine(isEnabled: true, threshold: 0))
    try await store.write("Fill") { context in for person in people { try context.insertInBulk(person) } }
    for (sort, section) in Self.sorts + Self.sorts.reversed() {
      let request = SectionedFetchRequest(sectionIdentifier: section, sortDescriptors: sort)
      let scan = OrderScan(plan: try Person.schema.plan(request), days: DaySections(timeZone: .gmt))
      let expected = try await store.read { context in
        Snapshot<String?, Person>(try scan.read(on: context.connection), blank: nil, commit: 0)
      }
      #expect(try await results(of: scan, in: store).last == expected, "\(scan.plan.orderedKeys.sql)")
      try await store.write("Add") { try $0.insert(Person(name: "Ann", place: "Gym", day: "2009-01")) }
    }
  }
}
