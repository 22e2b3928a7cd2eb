import Foundation
import SQLite
import Synchronization
import Testing

@testable import FetchedResults

/// An order that two readers read from its ends is the order that one reads.
@Suite struct BackwardScanTests {
  private static let requests: [(sort: [SortDescriptor<Person>], section: KeyPath<Person, String?> & Sendable)] = [
    (.byPlace, \.place), (.byPlaceReversed, \.place), (.byDay, \.day), (.byDayReversed, \.day),
    (.byName, \.initial), (.byNameReversed, \.initial), (.byAge, \.addedDay), (.byAgeReversed, \.addedDay),
  ]

  private static func scan(_ index: Int) throws -> OrderScan {
    let request = SectionedFetchRequest(
      sectionIdentifier: requests[index].section, sortDescriptors: requests[index].sort)
    return OrderScan(plan: try Person.schema.plan(request), days: DaySections(timeZone: .gmt))
  }

  private static func store(_ count: Int) async throws -> Store {
    let places = ["Gym", "gym", "Cafe\u{301}", "Caf\u{e9}", "", nil]
    let store = Store(at: .temporary, schema: .people)
    try await store.write("Fill") { context in
      for number in 0..<count {
        try context.insertInBulk(
          Person(
            name: "Name \(number * 7 % 40)", place: places[number % 6],
            day: number % 5 == 0 ? nil : "20\(10 + number % 4)",
            addedAt: Date(timeIntervalSince1970: Double(number * 31 % 97) * 10_000)))
      }
    }
    return store
  }

  @Test(arguments: requests.indices) func itIsWhatOneReaderReads(index: Int) async throws {
    let scan = try Self.scan(index)
    for count in [1, 2, 3, 64, 65, 500] {
      let connections = try await Self.store(count).connections()
      let (one, two) = try await connections.orderReader.database.perform { connection in
        try connection.readTransaction {
          (
            try scan.read(on: connection),
            try [1, 7, 1024].map { try scan.read(on: connection, and: connections.reader, from: 0, stretch: $0) }
          )
        }
      }
      #expect(one.keys.count == count)
      for two in two {
        #expect(
          Snapshot<String?, Person>(two, blank: nil, commit: 0) == Snapshot(one, blank: nil, commit: 0),
          "\(count) records")
        #expect(two.sections.map(\.identifier) == one.sections.map(\.identifier))
      }
    }
  }

  @Test(arguments: requests.indices) func theEndIsAsLongAsWhatIsLeft(index: Int) async throws {
    let scan = try Self.scan(index)
    let connections = try await Self.store(60).connections()
    let (all, journalEnd) = try await connections.orderReader.database.perform { connection in
      (try scan.rows(on: connection), try RowJournal.end(of: "person", on: connection))
    }
    for count in 0...61 {
      let end = try await connections.orderReader.database.perform { _ in
        try BackwardScan(scan, count: count, stretch: 1, at: journalEnd, on: connections.reader).rows {}
      }
      #expect(Array(try #require(end).keys) == Array(all.keys.suffix(count)))
    }
  }

  @Test(arguments: requests.indices) func keysThatAreGoneLetBothReadTheSame(index: Int) async throws {
    let scan = try Self.scan(index)
    let store = try await Self.store(300)
    try await store.write("Thin out") { context in
      for key in 1...Int64(300) where key % 3 != 0 { try context.delete(RecordID<Person>(key: key)) }
    }
    let connections = try await store.connections()
    let (one, two) = try await connections.orderReader.database.perform { connection in
      try connection.readTransaction {
        (try scan.read(on: connection), try scan.read(on: connection, and: connections.reader, from: 0, stretch: 1))
      }
    }
    #expect(one.keys.count == 100)
    #expect(Snapshot<String?, Person>(two, blank: nil, commit: 0) == Snapshot(one, blank: nil, commit: 0))
    #expect(two.sections.map(\.identifier) == one.sections.map(\.identifier))
  }

  @Test func aReaderThatIsAtOtherWorkIsNotWaitedFor() async throws {
    let scan = try Self.scan(0)
    let connections = try await Self.store(60).connections()
    let rows = try await connections.reader.perform { _ in
      let isDone = DispatchSemaphore(value: 0)
      let rows = Mutex<OrderScan.Result?>(nil)
      Task {
        let read = try await connections.orderReader.database.perform { connection in
          try connection.readTransaction {
            try scan.read(on: connection, and: connections.reader, from: 0, stretch: 1)
          }
        }
        rows.withLock { $0 = read }
        isDone.signal()
      }
      isDone.wait()
      return rows.withLock(\.self)
    }
    #expect(rows?.keys.count == 60)
  }

  @Test func anotherStateOfTheStoreIsNotMixedIn() async throws {
    let scan = try Self.scan(0)
    let store = try await Self.store(500)
    let connections = try await store.connections()
    try await connections.orderReader.database.perform { connection in
      try connection.readTransaction {
        let before = try scan.read(on: connection)
        let written = DispatchSemaphore(value: 0)
        Task {
          try await store.write("Add") { try $0.insert(Person(name: "New", place: "Gym")) }
          written.signal()
        }
        written.wait()
        let both = try scan.read(on: connection, and: connections.reader, from: 0, stretch: 1)
        #expect(both.keys == before.keys)
      }
    }
    let after = try await connections.orderReader.database.perform { connection in
      try connection.readTransaction {
        try scan.read(on: connection, and: connections.reader, from: 0, stretch: 1)
      }
    }
    #expect(after.keys.count == 501)
  }
}
