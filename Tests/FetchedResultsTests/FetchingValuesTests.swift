import Foundation
import SQLite
import SeededRandom
import Testing

@testable import FetchedResults

/// Values and counts without their records, against the records themselves; and fetches that are cancelled.
@Suite struct FetchingValuesTests {
  private static let people: [Person] = {
    var generator = SeededGenerator(seed: 12)
    return (0..<200).map { _ in Person.random(using: &generator) }
  }()

  private static let requests = [
    FetchRequest<Person>(), FetchRequest(sortDescriptors: .byPlaceReversed),
    FetchRequest(predicate: #Predicate { $0.place == nil || $0.tags.isEmpty }, sortDescriptors: .byName),
    FetchRequest(predicate: #Predicate { $0.height != nil }, sortDescriptors: .byAge, fetchLimit: 17),
    FetchRequest(predicate: #Predicate { _ in false }),
  ]

  private func expectSame<Property: Hashable & Sendable>(
    _ keyPath: KeyPath<Person, Property> & Sendable, in store: Store, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    for request in Self.requests {
      let (values, counts, records) = try await store.read { context in
        (
          try context.values(of: keyPath, in: request), try context.counts(by: keyPath, in: request),
          try context.fetch(request).map { $0[keyPath: keyPath] }
        )
      }
      #expect(values == records, sourceLocation: sourceLocation)
      #expect(counts == Dictionary(records.map { ($0, 1) }, uniquingKeysWith: +), sourceLocation: sourceLocation)
    }
  }

  @Test func valuesAndCountsAreThoseOfTheRecords() async throws {
    let store = try await Store.holding(Self.people)
    try await expectSame(\.id, in: store)
    try await expectSame(\.name, in: store)
    try await expectSame(\.place, in: store)
    try await expectSame(\.height, in: store)
    try await expectSame(\.tags, in: store)
    try await expectSame(\.addedAt, in: store)
    // Not stored.
    try await expectSame(\.searchText, in: store)
    try await expectSame(\.name.count, in: store)
  }

  @Test func aStepSeesTheValuesThatItHasWritten() async throws {
    let store = try await Store.holding([Person(name: "Ann", place: "Gym"), Person(name: "Bob")])
    let counts = try await store.write("Add") { context in
      try context.insert(Person(name: "Cleo", place: "Gym"))
      return try context.counts(by: \Person.place)
    }
    #expect(counts == ["Gym": 2, nil: 1])
  }

  @Test func aReadWhoseCallerIsCancelledEnds() async throws {
    let store = try await Store.holding([Person(name: "Ann")])
    let (begun, continuation) = AsyncStream<Void>.makeStream()
    let reading = Task {
      try await store.read { context in
        // It has no end of its own.
        try context.connection.query("WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n")
        {
          if $0.integer(0) == 1 { continuation.yield() }
        }
      }
    }
    for await _ in begun { break }
    reading.cancel()
    await #expect(throws: CancellationError.self) { try await reading.value }
    #expect(try await store.read { try $0.count(FetchRequest<Person>()) } == 1)
  }
}
