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
    let all = KeySet(changed)
    var days = scan.days
    let arriving = try changed.compactMap { try SortPosition(of: $0, in: plan, on: connection) }
      .sorted { $0.precedes($1, by: plan.order) }
    var rest = Rest(of: self, without: all)
    var merged = OrderScan.Result()
    merged.keys.reserveCapacity(keys.count + arriving.count)
    merged.isComplete = true
    for position in arriving {
      rest.move(until: try index(of: position, among: rest, plan: plan, on: connection), to: &merged)
      let key = scan.sectionKey(position.section, &days)
      if plan.section != nil, merged.sections.last?.key != key || merged.sections.isEmpty {
        merged.sections.append(.init(key: key, identifier: .null, start: merged.keys.count))
      }
      merged.keys.append(position.key)
    }
    rest.move(until: keys.count, to: &merged)
    try merged.renameSections(from: self, changed: all, scan: scan, on: connection)
    self = merged
  }

  /// What stays in its order, moved piece by piece to where what has changed comes between.
  private struct Rest {
    let order: OrderScan.Result
    let changed: KeySet
    /// Where changed records were.
    let gone: [Int]
    /// All before this has been moved.
    private(set) var position = 0
    private var goneCount = 0
    private var sectionCount = 0

    init(of order: OrderScan.Result, without changed: KeySet) {
      self.order = order
      self.changed = changed
      gone = order.keys.indices.filter { changed.contains(order.keys[$0]) }
    }

    mutating func move(until end: Int, to merged: inout OrderScan.Result) {
      let sections = order.sections
      while position < end {
        while sectionCount < sections.count, sections[sectionCount].start <= position { sectionCount += 1 }
        if goneCount < gone.count, gone[goneCount] == position {
          goneCount += 1
          position += 1
          continue
        }
        let sectionEnd = sectionCount < sections.count ? sections[sectionCount].start : end
        let stop = min(end, sectionEnd, goneCount < gone.count ? gone[goneCount] : end)
        if sectionCount > 0, merged.sections.last?.key != sections[sectionCount - 1].key || merged.sections.isEmpty {
          merged.sections.append(sections[sectionCount - 1].starting(at: merged.keys.count))
        }
        merged.keys.append(order.keys, in: position..<stop)
        position = stop
      }
    }
  }

  /// Where a record belongs among those that stay.
  private func index(
    of position: SortPosition, among rest: Rest, plan: FetchPlan, on connection: Connection
  ) throws -> Int {
    var (low, high) = (rest.position, keys.count)
    while low < high {
      let middle = (low + high) / 2
      // What has changed doesn't tell: it is no longer where it was.
      guard let probe = (middle..<high).first(where: { !rest.changed.contains(keys[$0]) }) else {
        high = middle
        continue
      }
      guard let other = try SortPosition(of: keys[probe], in: plan, on: connection) else {
        throw UpdateError.orderIsOutdated
      }
      if other.precedes(position, by: plan.order) { low = probe + 1 } else { high = middle }
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
    var renamed = OrderScan.Result()
    var places: [Int] = []
    for (index, section) in sections.enumerated() {
      let first = keys[section.start]
      if let known = known[section.key], known.first == first, !changed.contains(first) {
        sections[index] = .init(key: section.key, identifier: known.identifier, start: section.start)
      } else {
        places.append(index)
        renamed.sections.append(section.starting(at: renamed.keys.count))
        renamed.keys.append(first)
      }
    }
    for (index, section) in zip(places, try scan.named(renamed, on: connection).sections) {
      sections[index] = .init(key: section.key, identifier: section.identifier, start: sections[index].start)
    }
  }

  /// The order in memory is of another state of the store than the connection sees.
  enum UpdateError: Error {
    case orderIsOutdated
  }
}
