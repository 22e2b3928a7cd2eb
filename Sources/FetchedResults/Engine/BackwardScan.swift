import Dispatch
import SQLite
import Synchronization

/// The end of an order, read backward by a second reader while the first reads the beginning.
///
/// The two meet at a record that a sample puts into the middle. The second reader may be at other work, or see another state
/// of the store; then the first goes on alone.
final class BackwardScan: Sendable {
  private enum State {
    case waiting
    case reading
    case ended(OrderScan.Result?)
    /// Nobody wants it any more.
    case abandoned
  }

  private let state = Mutex(State.waiting)
  private let ending = DispatchSemaphore(value: 0)

  /// Begins to read, as soon as the reader has time.
  ///
  /// - Parameters:
  ///   - scan: The scan.
  ///   - meetingKey: The record to end with.
  ///   - journalEnd: The state of the store that the beginning is read from.
  ///   - reader: The second reader.
  init(_ scan: OrderScan, downTo meetingKey: Int64, at journalEnd: Int64, on reader: Database) {
    Task {
      try? await reader.perform { connection in
        guard self.begins() else { return }
        let rows = try? connection.readTransaction { () -> OrderScan.Result? in
          guard try RowJournal.end(of: scan.plan.table, on: connection) == journalEnd else { return nil }
          var isBehind = false
          let rows = try scan.rows(on: connection, by: scan.plan.backwardKeys) { key, rows in
            guard !isBehind, rows.keys.count % 1024 > 0 || !self.isAbandoned else { return false }
            isBehind = key == meetingKey
            return true
          }
          return isBehind ? try scan.named(rows.reversed, on: connection) : nil
        }
        self.state.withLock { $0 = .ended(rows) }
        self.ending.signal()
      }
    }
  }

  /// Whether the second reader is at it, or done.
  var hasBegun: Bool {
    state.withLock { state in
      switch state {
      case .waiting, .abandoned: false
      case .reading, .ended: true
      }
    }
  }

  private var isAbandoned: Bool {
    state.withLock { if case .abandoned = $0 { true } else { false } }
  }

  private func begins() -> Bool {
    state.withLock { state in
      guard case .waiting = state else { return false }
      state = .reading
      return true
    }
  }

  /// Waits for the rows.
  ///
  /// - Parameter check: Called now and then; throws if nobody wants the order any more.
  /// - Returns: The rows from the meeting key on, in order and with the identifiers of their sections; nil if they won't be
  ///   read.
  /// - Throws: What the check throws.
  func rows(check: () throws -> Void) throws -> OrderScan.Result? {
    state.withLock { if case .waiting = $0 { $0 = .abandoned } }
    guard hasBegun else { return nil }
    while ending.wait(timeout: .now() + .milliseconds(1)) == .timedOut { try check() }
    return state.withLock { if case .ended(let rows) = $0 { rows } else { nil } }
  }

  /// Has the second reader stop.
  func abandon() { state.withLock { $0 = .abandoned } }
}

extension OrderScan {
  /// Steps through the whole order from both ends at once.
  ///
  /// - Parameters:
  ///   - connection: A reader, in a transaction.
  ///   - second: Another reader.
  ///   - leastSpan: Keys that lie less far apart are read as soon by one.
  /// - Returns: Everything.
  /// - Throws: As ``read(on:screenful:publish:)``.
  /// - Complexity: O(*n*), in half the time if there is a second processor.
  func read(on connection: Connection, and second: Database, from leastSpan: Int) throws -> Result {
    guard let middle = try middle(ofSpanFrom: leastSpan, on: connection) else { return try read(on: connection) }
    let journalEnd = try RowJournal.end(of: plan.table, on: connection)
    let backward = BackwardScan(self, downTo: middle, at: journalEnd, on: second)
    defer { backward.abandon() }
    var end: Result?
    let beginning = try rows(on: connection) { key, _ in
      if key == middle { end = try backward.rows(check: connection.checkCancellation) }
      return end == nil
    }
    var rows = try named(beginning, on: connection)
    if let end { rows.append(end) }
    rows.isComplete = true
    return rows
  }

  /// A record that stands near the middle of the order, by a sample; nil if there are too few for it to matter.
  private func middle(ofSpanFrom leastSpan: Int, on connection: Connection) throws -> Int64? {
    let table = "\(plan.table)_derived"
    let range = try connection.first("SELECT (SELECT min(pk) FROM \(table)), (SELECT max(pk) FROM \(table))") {
      ($0.integer(0), $0.integer(1))
    }
    guard let (first, last) = range, last &- first >= leastSpan else { return nil }
    let step = (last - first) / Self.sampleSize
    let statement = plan.orderedKeys(among: (0..<Self.sampleSize).map { first + step * $0 })
    let sample = try connection.all(statement.sql, statement.arguments) { $0.integer(0) }
    return sample.isEmpty ? nil : sample[sample.count / 2]
  }

  /// How many records are looked at: the middle is missed by some six hundredths.
  private static let sampleSize: Int64 = 64
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

  /// Adds the rows that follow; the last section may go on in them.
  fileprivate mutating func append(_ rest: Self) {
    let count = keys.count
    for section in rest.sections where section.key != sections.last?.key {
      sections.append(section.starting(at: count + section.start))
    }
    keys.append(rest.keys, in: 0..<rest.keys.count)
  }
}
