import Dispatch
import FetchedResults
import SQLite
import Synchronization
import Testing

/// Records made ready on other threads are inserted as any others.
@Suite struct RecordPreparationTests {
  private static let people = (0..<500).map { number in
    Person(
      id: number % 3 == 0 ? "person-\(number)" : "", name: "Zoë \(500 - number)",
      place: number % 5 == 0 ? nil : "Gym \(number % 7)",
      tags: number % 4 == 0 ? ["work", "gym"] : [])
  }

  @Test func whatWasMadeReadyElsewhereIsStoredAsAnyOther() async throws {
    let (plain, prepared) = (ScratchStore(), ScratchStore())
    try await plain.store().write("Import") { context in
      for person in Self.people { try context.insertInBulk(person) }
    }
    try await prepared.store().write("Import") { context in
      let preparation = context.preparation(of: Person.self)
      let ready = Mutex<[Int: PreparedRecord<Person>]>([:])
      DispatchQueue.concurrentPerform(iterations: Self.people.count) { index in
        let person = preparation.prepare(Self.people[index])
        ready.withLock { $0[index] = person }
      }
      for index in Self.people.indices {
        let person = try #require(ready.withLock { $0[index] })
        try context.insertInBulk(prepared: person)
      }
    }
    for table in ["person_derived", "(SELECT * FROM person_tag ORDER BY tag)", "tag"] {
      let rows = try [plain, prepared].map { try Self.rows(of: table, in: $0) }
      #expect(rows[0] == rows[1])
      #expect(rows[0].count > 1)
    }
    let stored = try await prepared.store().read { try $0.fetch(FetchRequest<Person>()) }
    #expect(stored.map(\.name) == Self.people.map(\.name))
    #expect(stored.map(\.tags) == Self.people.map(\.tags))
    #expect(stored[3].id == "person-3")
    #expect(stored[4].id.count == 36)
  }

  @Test func aRecordThatIsThereAlreadyIsRefused() async throws {
    let store = Store(at: .temporary, schema: .people)
    await #expect(throws: ConstraintError.self) {
      try await store.write("Import") { context in
        let person = context.preparation(of: Person.self).prepare(Person(id: "ann", name: "Ann"))
        try context.insertInBulk(prepared: person)
        try context.insertInBulk(prepared: person)
      }
    }
    #expect(try await store.read { try $0.count(FetchRequest<Person>()) } == 0)
  }

  private static func rows(of table: String, in scratch: ScratchStore) throws -> [[Value]] {
    try scratch.connect().all("SELECT * FROM \(table) ORDER BY 1") { row in (0..<row.count).map { row.value($0) } }
  }
}
