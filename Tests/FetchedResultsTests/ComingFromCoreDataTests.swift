import Dispatch
import FetchedResults
import Foundation
import SQLite
import Synchronization
import Testing

/// Lines of the table *Coming from Core Data* that no other suite shows as they are, and that table itself.
@Suite struct ComingFromCoreDataTests {
  private static let people = [
    Person(name: "Ann", place: "Gym", day: "2021-06-09"), Person(name: "Bob", place: "Airport", day: "2009"),
    Person(name: "Cid", place: "Gym", day: "2009"), Person(name: "Zoë", place: nil, day: nil),
  ]

  // MARK: The store

  @Test func aTemporaryStoreIsAStoreOfItsOwn() async throws {
    let first = try await Store.holding(Self.people)
    let second = try await Store.holding([])
    #expect(try await first.read { try $0.count(FetchRequest<Person>()) } == 4)
    #expect(try await second.read { try $0.count(FetchRequest<Person>()) } == 0)
    #expect(try await first.undo()?.step.label == "Fill")
    #expect(try await first.read { try $0.count(FetchRequest<Person>()) } == 0)
    #expect(try await second.undo() == nil)
  }

  @Test @MainActor func listsAnswerWhileAnImportIsUnderWay() async throws {
    let store = try await Store.holding([Person(name: "Ann", place: "Gym")])
    let isHalfDone = AsyncStream<Void>.makeStream()
    let mayEnd = DispatchSemaphore(value: 0)
    let importing = Task {
      try await store.write("Import") { context in
        try context.insertInBulk(Person(name: "Bob", place: "Gym"))
        isHalfDone.continuation.yield()
        mayEnd.wait()
        try context.insertInBulk(Person(name: "Cid", place: "Airport"))
      }
    }
    for await _ in isHalfDone.stream { break }
    let controller = try FetchedResultsController(sectioned(PersonSort((.place, false))), in: store)
    await controller.settle()
    #expect(controller.snapshot.sections.map(\.identifier) == ["Gym"])
    #expect(controller.snapshot.map(\.key) == [1])
    mayEnd.signal()
    try await importing.value
    await controller.settle()
    #expect(controller.snapshot.sections.map(\.identifier) == ["Airport", "Gym"])
    #expect(controller.snapshot.map(\.key) == [3, 1, 2])
  }

  @Test func aClosureReturnsAValueOrThrows() async throws {
    struct Stop: Error {}
    let store = try await Store.holding(Self.people)
    let name = try await store.read { context in try context.record(RecordID<Person>(key: 4))?.name }
    #expect(name == "Zoë")
    await #expect(throws: Stop.self) { try await store.read { _ in throw Stop() } }
    let id = try await store.write("Add Dan") { context in try context.insert(Person(name: "Dan")) }
    #expect(id == RecordID(key: 5))
    await #expect(throws: Stop.self) {
      try await store.write("Add Eve") { context in
        try context.insert(Person(name: "Eve"))
        throw Stop()
      }
    }
    #expect(try await store.read { try $0.values(of: \Person.name) } == ["Ann", "Bob", "Cid", "Zoë", "Dan"])
  }

  @Test func aSchemaIsPlainTables() async throws {
    let file = ScratchStore()
    try await file.store().open()
    let columns = try file.connect().all("SELECT name || ' ' || type FROM pragma_table_info('person')") { $0.text(0) }
    #expect(
      columns == [
        "pk INTEGER", "id TEXT", "name TEXT", "place TEXT", "day TEXT", "height REAL", "note TEXT", "added_at TEXT",
      ])
  }

  // MARK: Requests

  @Test func countingFetchesNothing() async throws {
    let lines = Lines()
    let log = StoreLog(subsystem: "people", level: .debug, categories: [.sql]) { lines.append($0) }
    let store = Store(at: .temporary, schema: .people, log: log)
    try await store.write("Fill") { context in for person in Self.people { try context.insert(person) } }
    let before = lines.all.count
    let count = try await store.read { try $0.count(FetchRequest<Person>(predicate: #Predicate { $0.place == "Gym" })) }
    #expect(count == 2)
    let statements = lines.all.dropFirst(before).filter { $0.contains(" reader: ") && $0.contains("FROM person") }
    #expect(statements.count == 1)
    #expect(statements.allSatisfy { $0.contains("1 row: SELECT count(*)") })
  }

  @Test func aPredicateFollowsARelationship() async throws {
    let store = Store(at: .temporary, schema: .library)
    try await LibraryContents().insert(into: store)
    func titles(_ predicate: Predicate<Book>) async throws -> [String] {
      try await store.read { try $0.fetch(FetchRequest(predicate: predicate)).titles }
    }
    #expect(try await titles(#Predicate { $0.author?.name == "Stanisław Lem" }) == ["Solaris", "Stanisław Lem"])
    #expect(
      try await titles(#Predicate { $0.tags.contains { $0.name == "work" } })
        == ["The Dispossessed", "Beowulf", "Stanisław Lem"])
  }

  // MARK: Lists

  @Test @MainActor func sectionsFollowTheSort() async throws {
    let controller = try FetchedResultsController(
      sectioned(PersonSort((.place, false), (.name, false))), in: try await Store.holding(Self.people))
    await controller.settle()
    #expect(controller.snapshot.sections.map(\.identifier) == ["Airport", "Gym", nil])
    #expect(controller.snapshot.map(\.key) == [2, 1, 3, 4])
    try controller.configure {
      $0.sectionIdentifier = \.day
      $0.sortDescriptors = .byDayReversed
    }
    await controller.settle()
    #expect(controller.snapshot.sections.map(\.identifier) == ["2021-06-09", "2009", nil])
    #expect(controller.snapshot.map(\.key) == [1, 2, 3, 4])
  }

  @Test @MainActor func aDifferenceSaysWhatADelegateIsTold() async throws {
    let store = try await Store.holding(Self.people)
    let controller = try FetchedResultsController(sectioned(PersonSort((.place, false), (.name, false))), in: store)
    await controller.settle()
    let old = controller.snapshot
    try await store.write("Change much") { context in
      try context.delete(RecordID<Person>(key: 2))
      try context.insert(Person(name: "Dan", place: "Zoo"))
      try context.update(RecordID<Person>(key: 3)) { $0.place = "Zoo" }
      try context.update(RecordID<Person>(key: 1)) { $0.note = "climbs" }
    }
    await controller.settle()
    let difference = controller.snapshot.difference(from: old, updated: [RecordID(key: 1), RecordID(key: 3)])
    // Airport: Bob; Gym: Ann, Cid; none: Zoë  ->  Gym: Ann; Zoo: Cid, Dan; none: Zoë
    #expect(controller.snapshot.map(\.key) == [1, 3, 5, 4])
    #expect(difference.sectionDeletions.map { [$0.identifier, "\($0.position)"] } == [["Airport", "0"]])
    #expect(difference.sectionInsertions.map { [$0.identifier, "\($0.position)"] } == [["Zoo", "1"]])
    #expect(difference.deletions.map { [$0.id.key, Int64($0.position)] } == [[2, 0], [3, 2]])
    #expect(difference.insertions.map { [$0.id.key, Int64($0.position)] } == [[3, 1], [5, 2]])
    #expect(difference.moves.map { [$0.from, $0.to] } == [[2, 1]])
    #expect(difference.updates == [0, 1])
    #expect(old.applying(difference) == controller.snapshot)
    #expect(Array(old).applying(difference.collectionDifference)?.map(\.key) == [1, 3, 5, 4])
  }

  @Test func aCommitIsToldForEveryRecordType() async throws {
    let store = Store(at: .temporary, schema: .library)
    var changes = try await store.changes().makeAsyncIterator()
    try await store.write("Add a book and its author") { context in
      try context.insert(Author(id: "lem", name: "Stanisław Lem"))
      try context.insert(Book(title: "Solaris", author: Author(id: "lem")))
    }
    guard case .step(let step) = await changes.next() else {
      Issue.record("no step")
      return
    }
    #expect(step.step.label == "Add a book and its author")
    #expect(step.changeSet(of: Author.self).inserted.map(\.key) == [1])
    #expect(step.changeSet(of: Book.self).inserted.map(\.key) == [1])
    #expect(step.changeSet(of: Loan.self).isEmpty)
  }

  @Test func whatWasFetchedIsFilteredInMemory() async throws {
    let store = try await Store.holding(Self.people)
    let request = FetchRequest<Person>(sortDescriptors: .byName)
    let (people, snapshot) = try await store.read { context in
      (try context.fetch(request), try context.snapshot(sectioned(PersonSort((.name, false)))))
    }
    let predicate = #Predicate<Person> { $0.place == "Gym" }
    #expect(try people.filter { try predicate.evaluate($0) }.map(\.name) == ["Ann", "Cid"])
    #expect(people.filter { $0.name.containsFolded("zoe") }.map(\.name) == ["Zoë"])
    #expect(snapshot.filter { $0.key > 2 }.map(\.key) == [3, 4])
    #expect(snapshot[snapshot.sections[1].range].map(\.key) == [2])
  }

  // MARK: The table

  private static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
    .standardizedFileURL

  /// The rows of the article's tables, each as its cells.
  private static func rows() throws -> [[String]] {
    let article = root.appending(path: "Sources/FetchedResults/FetchedResults.docc/ComingFromCoreData.md")
    return try String(contentsOf: article, encoding: .utf8).split(separator: "\n").filter { $0.hasPrefix("| ") }
      .map { $0.dropFirst().dropLast().split(separator: "|", omittingEmptySubsequences: false).map(trimmed) }
      .filter { $0.last != "shown by" }
  }

  private static func trimmed(_ text: some StringProtocol) -> String { text.trimmingCharacters(in: .whitespaces) }

  /// The sources of the tests, in which test functions are found by their suites' names.
  private static func sources() throws -> [String] {
    let files = try #require(
      FileManager.default.enumerator(at: root.appending(path: "Tests"), includingPropertiesForKeys: nil))
    return try files.compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }
      .map { try String(contentsOf: $0, encoding: .utf8) }
  }

  @Test func everyRowNamesTestsThatAreThere() throws {
    let sources = try Self.sources()
    let rows = try Self.rows()
    #expect(rows.count > 35)
    for row in rows {
      #expect(row.count == 5, "\(row)")
      let tests = (row.last ?? "").split(separator: ",").map { Self.trimmed($0).trimming("`") }
      #expect(!tests.isEmpty, "\(row)")
      for test in tests {
        let parts = test.split(separator: "/")
        #expect(parts.count == 2, "\(test)")
        let isThere = sources.contains { source in
          guard let suite = source.firstRange(of: "struct \(parts.first ?? "") {"),
            let function = source.firstRange(of: "func \(parts.last ?? "")(")
          else { return false }
          return suite.upperBound < function.lowerBound
            && source[..<function.lowerBound].suffix(400).contains("@Test")
        }
        #expect(isThere, "\(test)")
      }
    }
  }

  @Test func everyLineOfTheComparisonHasARow() throws {
    let lines = Set(try Self.rows().flatMap { $0[0].split(separator: ",").map(Self.trimmed) })
    let named = [
      "A4", "A5", "A6", "A7", "A8", "A9", "A10", "B1", "B2", "B3", "B4", "C1", "C2", "C3", "C4", "D3", "D4", "D5", "D6",
      "D7", "D8", "D9", "E1",
    ]
    #expect(lines.isSuperset(of: named))
  }
}

extension String {
  /// The text without a character at its ends.
  fileprivate func trimming(_ character: Character) -> String {
    String(drop { $0 == character }.reversed().drop { $0 == character }.reversed())
  }
}
