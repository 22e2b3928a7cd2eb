import FetchedResults
import Foundation
import SQLite
import SeededRandom
import Testing

/// Instants go in and come out whole, and order as they do in memory.
struct WholeDateTests {
  private let file = ScratchStore()

  /// A record whose dates have an order, and none.
  private struct Moment: Record, Equatable {
    var id = ""
    var sorted = Date(timeIntervalSince1970: 0)
    var plain: Date?

    static let schema = RecordSchema<Moment>(
      table: "moment",
      attributes: [
        .identifier(\.id), .column(\.sorted, "sorted", order: .value, default: "''"), .column(\.plain, "plain"),
      ], indexes: [[SortDescriptor(\.sorted)]])
  }

  private var store: Store {
    Store(at: .file(file.url), schema: Schema(applicationID: 1, version: 1, records: [Moment.self]))
  }

  @Test func instantsComeBackAsTheyWere() async throws {
    var generator = SeededGenerator(seed: 1)
    // From the year 1900 to 2100, at any fraction of a second that a date can have there.
    let dates = (0..<2000).map { _ in
      Date(timeIntervalSinceReferenceDate: Double.random(in: -3.2e9...3.2e9, using: &generator))
    }
    for date in dates + [Date.now, .distantPast, Date(timeIntervalSinceReferenceDate: 0.1)] {
      #expect(Date(storedValue: date.storedValue) == date, "\(date.timeIntervalSinceReferenceDate)")
    }
  }

  @Test(
    arguments: [
      (1_764_500_000.0, "2025-11-30T10:53:20.000Z"), (1_764_500_000.12, "2025-11-30T10:53:20.120Z"),
      (1_764_500_000.123_456, "2025-11-30T10:53:20.123456Z"), (-0.25, "1969-12-31T23:59:59.750Z"),
    ])
  func aCountFrom1970HasNoMoreDigitsThanItNeeds(seconds: Double, text: String) {
    #expect(Date(timeIntervalSince1970: seconds).storedValue == .text(text))
  }

  @Test func recordsMadeWithinAMillisecondKeepTheirOrder() async throws {
    let start = Date(timeIntervalSinceReferenceDate: 786_000_000)
    // The first and the fourth have fewer digits than those between.
    let dates = [0, 0.000_000_5, 0.000_3, 0.001, 0.001_5].map(start.addingTimeInterval)
    let store = store
    try await store.write("Fill") { context in
      for (number, date) in zip([3, 1, 4, 0, 2], [dates[3], dates[1], dates[4], dates[0], dates[2]]) {
        try context.insert(Moment(id: "\(number)", sorted: date, plain: date))
      }
    }
    let ids = try await store.read {
      try $0.fetch(FetchRequest<Moment>(sortDescriptors: [SortDescriptor(\.sorted)])).map(\.id)
    }
    #expect(ids == ["0", "1", "2", "3", "4"])
    // Another tool writes milliseconds, or whole seconds.
    try file.connect().execute(
      "INSERT INTO moment (id, sorted, plain) VALUES ('early', '2025-11-28T05:19:59Z', '2025-11-28T05:19:59Z')")
    for date in dates {
      let sorted = #Predicate<Moment> { $0.sorted < date }
      let plain = #Predicate<Moment> { $0.plain.flatMap { $0 < date } == true }
      let exact = #Predicate<Moment> { $0.sorted == date && $0.plain == date }
      let listed = #Predicate<Moment> { [date].contains($0.sorted) }
      let all = try await store.read { try $0.fetch(FetchRequest<Moment>()) }
      for predicate in [sorted, plain, exact, listed] {
        let found = try await store.read { try $0.fetch(FetchRequest(predicate: predicate)).map(\.id) }
        #expect(try found == all.filter(predicate.evaluate).map(\.id))
      }
    }
  }
}
