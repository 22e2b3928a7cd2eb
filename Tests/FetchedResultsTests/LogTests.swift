import Foundation
import SQLite
import Synchronization
import Testing

@testable import FetchedResults

/// The lines that a log was given.
private final class LogLines: Sendable {
  private let lines = Mutex<[String]>([])

  var all: [String] { lines.withLock(\.self) }

  /// A log whose clock stands still at a minute after the beginning of 2001.
  func log(_ level: StoreLog.Level, _ categories: Set<StoreLog.Category>) -> StoreLog {
    let clock = LogClock(start: Date(timeIntervalSinceReferenceDate: 0)) { .seconds(60) }
    return StoreLog(subsystem: "people", level: level, categories: categories, clock: clock) { line in
      self.lines.withLock { $0.append(line) }
    }
  }
}

@Suite struct LogTests {
  private let lines = LogLines()

  private func store(_ level: StoreLog.Level, _ categories: StoreLog.Category...) -> Store {
    Store(at: .temporary, schema: .people, log: lines.log(level, Set(categories)))
  }

  @Test func openingAndStepsAreToldWithoutWhatPeopleEntered() async throws {
    let store = store(.debug, .store, .step)
    try await store.write("Add Zoë") { context in try context.insert(Person(name: "Zoë")) }
    try await store.undo()
    try await store.redo()
    await store.close()
    #expect(
      lines.all == [
        "2001-01-01T00:01:00.000Z info people store opened in a temporary file in 0.0 ms",
        "2001-01-01T00:01:00.000Z info people step step 1 made: <private>",
        "2001-01-01T00:01:00.000Z info people step committed in 0.0 ms",
        "2001-01-01T00:01:00.000Z info people step step 1 undone: <private>",
        "2001-01-01T00:01:00.000Z info people step committed in 0.0 ms",
        "2001-01-01T00:01:00.000Z info people step step 1 done again: <private>",
        "2001-01-01T00:01:00.000Z info people step committed in 0.0 ms",
        "2001-01-01T00:01:00.000Z info people store closing in a temporary file",
      ])
  }

  @Test func traceShowsWhatPeopleEnteredInOneLine() async throws {
    let store = store(.trace, .step)
    try await store.write("Add Zoë\n\u{1b}[31m") { context in try context.insert(Person(name: "Zoë")) }
    #expect(lines.all.first == "2001-01-01T00:01:00.000Z info people step step 1 made: Add Zoë␊␛[31m")
  }

  @Test func aFailedStepIsAnError() async throws {
    struct Refused: Error {}
    let store = store(.error, .step, .store)
    await #expect(throws: Refused.self) { try await store.write("Add") { _ in throw Refused() } }
    #expect(
      lines.all == ["2001-01-01T00:01:00.000Z error people step not committed, after 0.0 ms: Refused <private>"])
  }

  @Test(arguments: [(StoreLog.Level.debug, "<private>"), (.trace, "'Zoë'")])
  func statementsAreToldWithTheirTimeAndRows(level: StoreLog.Level, value: String) async throws {
    let store = store(level, .sql)
    try await store.write("Add Zoë") { context in try context.insert(Person(name: "Zoë")) }
    let name = "Zoë"
    _ = try await store.read { try $0.count(FetchRequest<Person>(predicate: #Predicate { $0.name.contains(name) })) }
    #expect(
      lines.all.suffix(3) == [
        "2001-01-01T00:01:00.000Z debug people sql reader: 0.0 ms, 0 rows: BEGIN",
        "2001-01-01T00:01:00.000Z debug people sql reader: 0.0 ms, 1 row: SELECT count(*) FROM (SELECT 1 FROM person_derived AS d "
          + "JOIN person AS r ON r.pk = d.pk WHERE text_contains(r.name, ?)) [\(value)]",
        "2001-01-01T00:01:00.000Z debug people sql reader: 0.0 ms, 0 rows: COMMIT",
      ])
  }

  @Test @MainActor func aFetchIsToldFromItsReasonToItsResults() async throws {
    let store = store(.debug, .fetch)
    try await store.write("Fill") { context in
      for name in ["Ann", "Bob", "Cleo"] { try context.insert(Person(name: name, place: "Gym")) }
    }
    let controller = try FetchedResultsController(sectioned(PersonSort((.place, false))), in: store, screenful: 2)
    await controller.settle()
    let name = "Bob"
    try controller.configure { $0.predicate = #Predicate { $0.name == name } }
    await controller.settle()
    try await store.write("Add") { context in try context.insert(Person(name: "Bob", place: "Choir")) }
    await controller.settle()
    #expect(
      lines.all.map { $0.replacing("2001-01-01T00:01:00.000Z debug people fetch person ", with: "") } == [
        "1: the list is new",
        "1: the first 2 after 0.0 ms",
        "1: all 3 in 1 sections after 0.0 ms",
        "2: the request has changed",
        "2: all 1 in 1 sections after 0.0 ms",
        "3: the store has changed",
        "3: all 2 in 2 sections after 0.0 ms",
      ])
  }

  @Test @MainActor func aFetchThatANewerOneReplacesIsToldAsCancelled() async throws {
    let store = store(.debug, .fetch)
    let controller = try FetchedResultsController(sectioned(PersonSort((.name, false))), in: store)
    try controller.configure { $0.predicate = #Predicate { $0.note == "" } }
    await controller.settle()
    #expect(lines.all.contains { $0.hasSuffix("fetch person 1: cancelled after 0.0 ms") })
  }

  @Test func whatLevelAndCategoriesLeaveOutIsNotEvenMade() {
    let log = lines.log(.info, [.store])
    func unwanted() -> String {
      Issue.record("This message is not to be made.")
      return ""
    }
    log(.debug, .store, unwanted())
    log(.error, .fetch, unwanted())
    log(.info, .store, "wanted")
    #expect(lines.all == ["2001-01-01T00:01:00.000Z info people store wanted"])
    #expect(log.statementObserver(for: "reader") == nil)
  }

  @Test func whatEndedAStatementIsSaid() throws {
    let connection = try Connection(path: "", access: .create)
    connection.observer = lines.log(.trace, [.sql]).statementObserver(for: "test")
    try connection.execute("CREATE TABLE t (n INTEGER UNIQUE);\n  INSERT INTO t VALUES (1), (2)")
    #expect(throws: SQLiteError.self) { try connection.run("INSERT INTO t VALUES (?)", [1]) }
    #expect(throws: CancellationError.self) {
      try connection.query("SELECT n FROM t") { _ in throw CancellationError() }
    }
    #expect(
      lines.all.map { $0.replacing("2001-01-01T00:01:00.000Z ", with: "") } == [
        "debug people sql test: 0.0 ms, 0 rows: CREATE TABLE t (n INTEGER UNIQUE); INSERT INTO t VALUES (1), (2)",
        "error people sql test: 0.0 ms, failed (2067): INSERT INTO t VALUES (?) [1]",
        "debug people sql test: 0.0 ms, cancelled after 1 rows: SELECT n FROM t",
      ])
  }

  @Test func durationsAreTenthsOfMilliseconds() {
    #expect(Duration.microseconds(12_849).inMilliseconds == "12.8 ms")
    #expect(Duration.seconds(2).inMilliseconds == "2000.0 ms")
    #expect(Duration.nanoseconds(49_999).inMilliseconds == "0.0 ms")
  }
}
