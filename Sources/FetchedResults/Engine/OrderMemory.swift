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
  ///
  /// - Complexity: O(1) if nothing has changed; O(*n*) copies if something has, or the sort was turned around.
  mutating func order(of scan: OrderScan, on connection: Connection) throws -> OrderScan.Result? {
    guard var held = known, held.scan == scan || scan.turns(held.scan) else { return nil }
    known = nil
    do {
      guard try update(&held, on: connection) else { return nil }
    } catch {
      // It is as it was; who asks next goes on from there.
      known = held
      throw error
    }
    if held.scan != scan {
      held = Known(scan: scan, order: held.order.withSectionsTurned(), journalEnd: held.journalEnd)
    }
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

extension OrderScan {
  /// Whether this is the order of another scan with its sections the other way round: they are what has one value of the
  /// leading term, whose direction is all that differs.
  fileprivate func turns(_ other: OrderScan) -> Bool {
    guard plan.table == other.plan.table, plan.section == other.plan.section, days == other.days,
      plan.condition == nil, other.plan.condition == nil, let term = plan.order.first, let old = other.plan.order.first,
      term.column == old.column, term.isDescending != old.isDescending,
      plan.order.dropFirst() == other.plan.order.dropFirst()
    else { return false }
    switch plan.section {
    case .column(let column), .looked(_, let column): return column == term.column
    case .day, .number, nil: return false
    }
  }
}

extension OrderScan.Result {
  /// The sections from the last to the first, each as it is; what has no value comes last in either direction.
  fileprivate func withSectionsTurned() -> OrderScan.Result {
    var turned = OrderScan.Result()
    turned.isComplete = isComplete
    turned.keys.reserveCapacity(keys.count)
    let order =
      sections.indices.reversed().filter { sections[$0].key != .null }
      + sections.indices.filter { sections[$0].key == .null }
    for index in order {
      turned.sections.append(sections[index].starting(at: turned.keys.count))
      let end = index + 1 < sections.count ? sections[index + 1].start : keys.count
      turned.keys.append(keys, in: sections[index].start..<end)
    }
    return turned
  }
}
