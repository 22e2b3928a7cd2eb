import SQLite

/// The latest order of all records of a table, held in memory and brought up to date from the ``RowJournal``.
///
/// Another one takes its place: it takes four bytes a record, or eight.
struct OrderMemory: Sendable {
  private struct Known: Sendable {
    let scan: OrderScan
    var order: OrderScan.Result
    var journalEnd: Int64
  }

  private var known: Known?

  /// Takes over an order that was read in the transaction that the connection is in.
  mutating func take(_ order: OrderScan.Result, of scan: OrderScan, on connection: Connection) throws {
    known = Known(scan: scan, order: order, journalEnd: try RowJournal.end(of: scan.plan.table, on: connection))
  }

  mutating func forget() { known = nil }

  /// The order of a scan as the connection's transaction sees it; nil if it is not at hand.
  mutating func order(of scan: OrderScan, on connection: Connection) throws -> OrderScan.Result? {
    guard var held = known, held.scan == scan else { return nil }
    known = nil
    guard try update(&held, on: connection) else { return nil }
    known = held
    return held.order
  }

  private func update(_ held: inout Known, on connection: Connection) throws -> Bool {
    let table = held.scan.plan.table
    switch try RowJournal.news(since: held.journalEnd, of: table, on: connection) {
    case .none: return true
    case .everything: return false
    case .changed(let keys):
      guard keys.count <= OrderScan.Result.updateLimit else { return false }
      do {
        try held.order.update(keys, scan: held.scan, on: connection)
      } catch is OrderScan.Result.UpdateError {
        return false
      }
      held.journalEnd = try RowJournal.end(of: table, on: connection)
      return true
    }
  }
}
