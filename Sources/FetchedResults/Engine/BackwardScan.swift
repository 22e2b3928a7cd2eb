import Dispatch
import SQLite
import Synchronization

/// The end of an order, read backward by a second reader while the first reads the beginning.
///
/// Both take a stretch of rows on before they read it, until all are taken on: so they meet wherever that is, however fast each
/// of them is, and even if the second is at other work and never begins.
final class BackwardScan: Sendable {
  /// How many rows nobody has taken on; below zero if there were fewer than a stretch.
  private let rest: Atomic<Int>
  /// How many rows are taken on at a time.
  private let stretch: Int

  private let found = Mutex<OrderScan.Result?>(nil)
  private let ending = DispatchSemaphore(value: 0)

  /// Begins to read, as soon as the reader has time and if it sees the same state of the store.
  ///
  /// - Parameters:
  ///   - scan: The scan.
  ///   - count: How many rows there are, or more.
  ///   - stretch: How many rows are taken on at a time, at least 1.
  ///   - journalEnd: The state of the store that the beginning is read from.
  ///   - reader: The second reader.
  init(_ scan: OrderScan, count: Int, stretch: Int, at journalEnd: Int64, on reader: Database) {
    rest = Atomic(count)
    self.stretch = stretch
    reader.start { [self] connection in
      defer { ending.signal() }
      let rows = try? connection?.readTransaction { () -> OrderScan.Result? in
        guard let connection, try RowJournal.end(of: scan.plan.table, on: connection) == journalEnd else { return nil }
        let rows = try scan.rows(on: connection, by: scan.plan.backwardKeys) { _, rows in takesOn(after: rows) }
        return try scan.named(rows.reversed, on: connection)
      }
      found.withLock { $0 = rows ?? nil }
    }
  }

  /// Whether a reader that has read some rows reads on: in its stretch, or in another one if there is one left, which it thereby
  /// takes on.
  func takesOn(after rows: OrderScan.Result) -> Bool {
    !rows.keys.count.isMultiple(of: stretch) || rest.subtract(stretch, ordering: .relaxed).oldValue > 0
  }

  /// Waits for what the second reader has read.
  ///
  /// - Parameter check: Called now and then; throws if nobody wants the order any more.
  /// - Returns: The last rows, in order and with the identifiers of their sections; nil if they could not be read.
  /// - Throws: What the check throws.
  func rows(check: () throws -> Void) throws -> OrderScan.Result? {
    while ending.wait(timeout: .now() + .milliseconds(1)) == .timedOut { try check() }
    return found.withLock(\.self)
  }

  /// Has the second reader stop.
  func abandon() { rest.store(0, ordering: .relaxed) }
}

extension OrderScan {
  /// Steps through the whole order from both ends at once.
  ///
  /// - Parameters:
  ///   - connection: A reader, in a transaction.
  ///   - second: Another reader.
  ///   - leastSpan: Keys that lie less far apart are read as soon by one.
  ///   - stretch: How many rows a reader takes on at a time, at least 1.
  /// - Returns: Everything.
  /// - Throws: As ``read(on:screenful:publish:)``.
  /// - Complexity: O(*n*), in half the time if there is a second processor.
  func read(
    on connection: Connection, and second: Database, from leastSpan: Int, stretch: Int = 1024
  ) throws -> Result {
    guard let range = try plan.keyRange(on: connection),
      case (let distance, let overflows) = range.upperBound.subtractingReportingOverflow(range.lowerBound),
      !overflows, distance >= leastSpan, distance < .max
    else { return try read(on: connection) }
    let journalEnd = try RowJournal.end(of: plan.table, on: connection)
    // There are no more rows than keys could lie in the range.
    let backward = BackwardScan(self, count: Int(distance) + 1, stretch: stretch, at: journalEnd, on: second)
    defer { backward.abandon() }
    var isMet = false
    var rows = try rows(on: connection) { _, rows in
      isMet = !backward.takesOn(after: rows)
      return !isMet
    }
    rows = try named(rows, on: connection)
    guard isMet else { return rows }
    guard let end = try backward.rows(check: connection.checkCancellation) else { return try read(on: connection) }
    rows.append(end)
    return rows
  }
}

extension OrderScan.Result {
  /// The same rows from the last to the first.
  fileprivate var reversed: Self {
    var reversed = Self()
    let ends = sections.dropFirst().map(\.start) + [keys.count]
    for (section, end) in zip(sections, ends).reversed() {
      reversed.sections.append(section.starting(at: keys.count - end))
    }
    reversed.keys.append(reversed: keys)
    return reversed
  }

  /// Adds the last rows of the order, among which may be some that are here already.
  fileprivate mutating func append(_ end: Self) {
    guard let first = end.keys.first else { return }
    let count = keys.firstIndex(of: first) ?? keys.count
    keys.removeLast(keys.count - count)
    sections.removeLast(sections.reversed().prefix { $0.start >= count }.count)
    for section in end.sections where section.key != sections.last?.key {
      sections.append(section.starting(at: count + section.start))
    }
    keys.append(end.keys, in: 0..<end.keys.count)
  }
}
