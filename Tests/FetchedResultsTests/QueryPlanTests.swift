import CSQLite
import Foundation
import Testing

@testable import FetchedResults
@testable import SQLite

/// How SQLite carries the requests out.
@Suite struct QueryPlanTests {
  private static let sorts: [[SortDescriptor<Person>]] = [
    .byPlace, .byPlaceReversed, .byDay, .byDayReversed, .byName, .byNameReversed, .byAge, .byAgeReversed,
  ]

  @Test(arguments: sorts.indices) func noDeclaredSortSorts(index: Int) async throws {
    let store = try await Store.holding((0..<50).map { Person(name: "Name \($0)", place: "Place \($0 % 5)") })
    var plan = try Person.schema.plan(FetchRequest(sortDescriptors: Self.sorts[index]))
    for (limit, isBackward) in [(nil, false), (60, false), (nil, true)] {
      plan.limit = limit
      let statement = isBackward ? plan.backwardKeys : plan.orderedKeys
      let lines = try await store.perform(on: try await store.connections().orderReader.database) { connection in
        try connection.all("EXPLAIN QUERY PLAN " + statement.sql, statement.arguments) { $0.text(3) ?? "" }
      }
      #expect(lines.count == 1 && lines[0].contains("USING COVERING INDEX"), "\(lines)")
      #expect(!lines.contains { $0.contains("TEMP B-TREE") }, "\(lines)")
    }
  }

  /// The steps of SQLite's machine until a first screenful was there.
  private static func steps(_ sort: [SortDescriptor<Person>], of store: Store) async throws -> Int32 {
    let scan = OrderScan(
      plan: try Person.schema.plan(FetchRequest(sortDescriptors: sort)), days: DaySections(timeZone: .gmt))
    return try await store.perform(on: try await store.connections().orderReader.database) { connection in
      var steps: Int32 = 0
      _ = try scan.read(on: connection, screenful: 60) { _ in
        var statement = sqlite3_next_stmt(connection.handle, nil)
        while let current = statement {
          if sqlite3_stmt_busy(current) != 0 { steps += sqlite3_stmt_status(current, SQLITE_STMTSTATUS_VM_STEP, 0) }
          statement = sqlite3_next_stmt(connection.handle, current)
        }
      }
      return steps
    }
  }

  @Test func aScreenfulCostsTheSameInAnyTable() async throws {
    func store(_ count: Int) async throws -> Store {
      let store = Store(at: .temporary, schema: .people)
      try await store.write("Fill") { context in
        for number in 0..<count {
          try context.insertInBulk(
            Person(name: "Name \(number)", place: "Place \(number % 70)", day: "\(2000 + number % 20)"))
        }
      }
      return store
    }
    let (small, large) = (try await store(200), try await store(6000))
    for sort in Self.sorts {
      let (few, many) = (try await Self.steps(sort, of: small), try await Self.steps(sort, of: large))
      #expect(few > 60)
      #expect(many <= few + 10, "\(sort)")
    }
  }

  @Test func oneConfigurationIsOneQuery() async throws {
    let store = try await Store.holding((0..<50).map { Person(name: "Name \($0)", place: "Place \($0 % 5)") })
    let controller = try await FetchedResultsController(sectioned(PersonSort((.place, false))), in: store)
    await controller.settle()
    let reader = try await store.connections().orderReader.database
    let count = StatementCount()
    try await reader.perform { count.attach(to: $0) }
    try await MainActor.run {
      try controller.configure {
        $0.sectionIdentifier = \.day
        $0.sortDescriptors = .byDayReversed
        $0.predicate = #Predicate { $0.place == "Place 1" }
      }
    }
    await controller.settle()
    try await reader.perform { count.detach(from: $0) }
    #expect(count.scans == 1)
  }
}

/// Counts the statements that read an order.
private final class StatementCount: @unchecked Sendable {
  /// Only touched on the connection's queue, and after it is done.
  private(set) var scans = 0

  func attach(to connection: Connection) {
    sqlite3_trace_v2(
      connection.handle, UInt32(SQLITE_TRACE_STMT),
      { _, context, _, text in
        guard let context, let text else { return 0 }
        let sql = String(cString: text.assumingMemoryBound(to: CChar.self))
        if sql.hasPrefix("SELECT d.pk"), sql.contains("ORDER BY"), !sql.contains("LIMIT 1") || sql.contains("LIMIT 100")
        {
          Unmanaged<StatementCount>.fromOpaque(context).takeUnretainedValue().scans += 1
        }
        return 0
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  func detach(from connection: Connection) { sqlite3_trace_v2(connection.handle, 0, nil, nil) }
}
