import SQLite

extension OrderScan.Result {
  /// More changed records than this are slower to put in their places than reading the order anew.
  static var updateLimit: Int { 256 }

  /// Puts changed records in their places.
  ///
  /// - Parameters:
  ///   - changed: Records that were made, changed or removed.
  ///   - scan: The scan that the order came from; its plan has no condition.
  ///   - connection: A reader, in a transaction.
  /// - Throws: ``UpdateError`` if the order turns out to be of another state; what reading throws.
  /// - Complexity: O(*n*) copies of keys, and O(log *n*) rows read for each record.
  mutating func update(_ changed: Set<Int64>, scan: OrderScan, on connection: Connection) throws {
    let plan = scan.plan
    guard let all = KeySet(changed) else { throw UpdateError.orderIsOutdated }
    var rest = OrderScan.Result()
    rest.keys.reserveCapacity(keys.count)
    for (index, section) in sections.enumerated() {
      let end = index + 1 < sections.count ? sections[index + 1].start : keys.count
      let start = rest.keys.count
      for position in section.start..<end where !all.contains(keys[position]) { rest.keys.append(keys[position]) }
      if rest.keys.count > start { rest.sections.append(section.starting(at: start)) }
    }
    var days = scan.days
    let arriving = try changed.compactMap { try SortPosition(of: $0, in: plan, on: connection) }
      .sorted { $0.precedes($1, by: plan.order) }
    var merged = OrderScan.Result()
    merged.keys.reserveCapacity(rest.keys.count + arriving.count)
    merged.isComplete = true
    var taken = 0
    var nextSection = 0
    func takeRest(until end: Int) {
      while taken < end {
        if nextSection < rest.sections.count, rest.sections[nextSection].start == taken {
          let section = rest.sections[nextSection]
          if merged.sections.last?.key != section.key {
            merged.sections.append(section.starting(at: merged.keys.count))
          }
          nextSection += 1
        }
        let sectionEnd = nextSection < rest.sections.count ? rest.sections[nextSection].start : rest.keys.count
        let stop = min(end, sectionEnd)
        merged.keys += rest.keys[taken..<stop]
        taken = stop
      }
    }
    for position in arriving {
      takeRest(until: try rest.index(of: position, plan: plan, from: taken, on: connection))
      let key = scan.sectionKey(position.section, &days)
      if merged.sections.last?.key != key || merged.sections.isEmpty {
        merged.sections.append(.init(key: key, identifier: .null, start: merged.keys.count))
      }
      merged.keys.append(position.key)
    }
    takeRest(until: rest.keys.count)
    try merged.renameSections(from: self, changed: all, scan: scan, on: connection)
    self = merged
  }

  /// Where a record belongs among the keys from an index on.
  private func index(
    of position: SortPosition, plan: FetchPlan, from start: Int, on connection: Connection
  ) throws -> Int {
    var (low, high) = (start, keys.count)
    while low < high {
      let middle = (low + high) / 2
      guard let other = try SortPosition(of: keys[middle], in: plan, on: connection) else {
        throw UpdateError.orderIsOutdated
      }
      if other.precedes(position, by: plan.order) { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Names the sections whose first record is another than before, as a scan would.
  private mutating func renameSections(
    from old: OrderScan.Result, changed: KeySet, scan: OrderScan, on connection: Connection
  ) throws {
    var known: [SectionKey: (identifier: Value, first: Int64)] = [:]
    known.reserveCapacity(old.sections.count)
    for section in old.sections { known[section.key] = (section.identifier, old.keys[section.start]) }
    sections = try sections.map { section in
      let first = keys[section.start]
      if let known = known[section.key], known.first == first, !changed.contains(first) {
        return .init(key: section.key, identifier: known.identifier, start: section.start)
      }
      let identifier = try scan.identifier(of: section.key, first: first, on: connection)
      return .init(key: section.key, identifier: identifier, start: section.start)
    }
  }

  /// The order in memory is of another state of the store than the connection sees.
  enum UpdateError: Error {
    case orderIsOutdated
  }
}
