import Foundation
import SQLite
import Testing

@testable import FetchedResults

/// Many records that are changed or inserted at once end as they would one by one.
@Suite struct BulkUpdateTests {
  private static func fill(_ file: ScratchStore, _ count: Int) async throws -> Store {
    let store = file.store()
    try await store.write("Fill") { context in
      for number in 0..<count {
        try context.insertInBulk(
          Person(
            id: "p\(number)", name: "Zoë \(number % 90)", place: number % 5 == 0 ? nil : "Gym \(number % 7)",
            tags: number % 4 == 0 ? ["work", "gym"] : []))
      }
    }
    return store
  }

  private static func changed(_ person: Person, _ number: Int) -> Person {
    var person = person
    switch number % 6 {
    case 0: person.name = "Łukasz \(number)"
    case 1: person.place = number % 4 == 0 ? nil : "Åre"
    case 2: person.tags = ["new \(number % 3)"]
    case 3: person.note = "new"
    case 4: person.tags = []
    default: break
    }
    return person
  }

  private static func run(_ store: Store, _ count: Int, inBulk: Bool) async throws {
    try await store.write("Import") { context in
      for number in 0..<count {
        let id = RecordID<Person>(key: Int64(number + 1))
        let old = try #require(try context.record(id))
        let new = changed(old, number)
        if inBulk {
          try context.updateInBulk(id, from: old, to: new)
          try context.reviewBulk(of: Person.self, fraction: Double(number + 1) / Double(count))
        } else {
          try context.update(id) { $0 = new }
        }
        if number % 10 == 0 {
          try context.insertInBulk(Person(id: "n\(number)", name: "New \(number)", tags: ["work"]))
        }
      }
    }
  }

  private static let tables = [
    "person ORDER BY pk", "person_tag ORDER BY person, tag", "tag ORDER BY name", "person_derived ORDER BY pk",
    "person_text ORDER BY pk", "person_pending", "store_writer",
  ]

  private static func dump(_ file: ScratchStore) throws -> [[[Value]]] {
    let connection = try file.connect()
    var rows = try tables.map { table in
      try connection.all("SELECT * FROM \(table)") { row in (0..<row.count).map { row.value($0) } }
    }
    // The times of changes differ.
    rows.append(try connection.all("SELECT pk, step FROM person_stamp ORDER BY pk") { [$0.value(0), $0.value(1)] })
    let schema = try connection.all("SELECT type, name, sql FROM sqlite_schema ORDER BY type, name") { row in
      (0..<3).map { row.value($0) }
    }
    return rows + [schema.filter { if case .text(let name) = $0[1] { !name.hasSuffix("_undone") } else { true } }]
  }

  @Test(arguments: [5, 255, 256, 700, 1500]) func theyEndAsOneByOneAndAreUndoneAndDoneAgain(count: Int) async throws {
    let files = (0..<2).map { _ in ScratchStore() }
    var dumps: [[[[Value]]]] = []
    for (file, inBulk) in zip(files, [false, true]) {
      let store = try await Self.fill(file, 1500)
      let before = try Self.dump(file)
      try await Self.run(store, count, inBulk: inBulk)
      let after = try Self.dump(file)
      try await store.undo()
      let undone = try Self.dump(file)
      #expect(undone == before)
      try await store.redo()
      let redone = try Self.dump(file)
      #expect(redone == after)
      try file.connect().expectSound()
      dumps.append(after)
    }
    for (table, (one, bulk)) in zip(Self.tables + ["stamps", "schema"], zip(dumps[0], dumps[1])) {
      #expect(one == bulk, "\(table)")
    }
  }

  @Test func whatAnotherToolChangedSinceIsAConflict() async throws {
    let file = ScratchStore()
    let store = try await Self.fill(file, 600)
    try await Self.run(store, 600, inBulk: true)
    try file.connect().execute("UPDATE person SET note = 'mine' WHERE pk = 500")
    await #expect(throws: HistoryError.self) { try await store.undo() }
  }

  @Test func aBodyThatThrowsLeavesEverythingAsItWas() async throws {
    struct Stop: Error {}
    let file = ScratchStore()
    let store = try await Self.fill(file, 600)
    let before = try Self.dump(file)
    await #expect(throws: Stop.self) {
      try await store.write("Import") { context in
        for number in 0..<400 {
          let id = RecordID<Person>(key: Int64(number + 1))
          guard let old = try context.record(id) else { continue }
          try context.updateInBulk(id, from: old, to: Self.changed(old, number))
          try context.reviewBulk(of: Person.self, fraction: nil)
        }
        throw Stop()
      }
    }
    #expect(try Self.dump(file) == before)
  }

  /// A list that is open sees all of it, also where only a few came.
  @Test(arguments: [3, 1000]) func listsInMemoryFollow(count: Int) async throws {
    let file = ScratchStore()
    let store = Store(
      at: .file(file.url), schema: .people, collationLocale: "", engine: FetchEngine(isEnabled: true, threshold: 0))
    let request = SectionedFetchRequest(sectionIdentifier: \Person.place, sortDescriptors: .byPlace)
    let scan = OrderScan(plan: try Person.schema.plan(request), days: DaySections(timeZone: .gmt))
    func keys() async throws -> [Int64] {
      var last: [Int64] = []
      let parts: AsyncThrowingStream<FetchedPart<String?, Person>, any Error> = store.parts(
        scan, screenful: 20, blank: nil)
      for try await part in parts { last = part.snapshot.map(\.key) }
      return last
    }
    try await Self.fill(file, 1500).close()
    _ = try await keys()
    try await Self.run(store, count, inBulk: true)
    let plain = try await store.read { try $0.snapshot(request).map(\.key) }
    #expect(try await keys() == plain)
  }
}
