/// The identities of fetched records, in order, under their sections: a value that does not change when the store does.
///
///     for section in controller.snapshot.sections {
///       print(section.identifier ?? "No place", section.range.count)
///     }
///
/// It is a random-access collection of record ids. A list of a million takes four bytes for each, eight where keys are
/// beyond 2³².
///
/// It mirrors `NSDiffableDataSourceSnapshot`:
/// <https://developer.apple.com/documentation/uikit/nsdiffabledatasourcesnapshot>
public struct Snapshot<SectionIdentifier: Hashable & ColumnValue, R: Record>: Sendable {
  /// Records in a row that stand under one header.
  public typealias Section = SnapshotSection<SectionIdentifier>

  /// The sections, in order.
  public let sections: [Section]
  /// Whether this is everything the request asks for, rather than its beginning.
  public let isComplete: Bool

  /// Counts the snapshots that a controller has published; another number means that something may have changed.
  public internal(set) var revision = 0

  /// The number of the latest commit of a step that it was read after, 0 before the first; see ``WriteContext/commit``.
  public internal(set) var commit = 0

  let keys: KeyList

  init(sections: [Section], keys: KeyList, isComplete: Bool) {
    self.sections = sections
    self.keys = keys
    self.isComplete = isComplete
  }

  /// A snapshot of nothing, before the first fetch has answered.
  public static var empty: Snapshot { Snapshot(sections: [], keys: [], isComplete: false) }

  /// The position of a record.
  ///
  /// - Parameter id: The record.
  /// - Returns: Its position, from 0; nil if it is not in the snapshot.
  /// - Complexity: O(*n*), a comparison of integers each.
  public func position(of id: RecordID<R>) -> Int? { keys.firstIndex(of: id.key) }

  /// The section that holds a position, by its own position among the sections.
  ///
  ///     if let section = snapshot.sectionPosition(at: 12) { print(snapshot.sections[section].identifier ?? "") }
  ///
  /// - Parameter position: A position in the snapshot.
  /// - Returns: The section's position in ``sections``; nil if there is no such position, or there are no sections.
  /// - Complexity: O(log *s*) in the number of sections.
  public func sectionPosition(at position: Int) -> Int? {
    var (low, high) = (0, sections.count)
    while low < high {
      let middle = (low + high) / 2
      if sections[middle].range.upperBound <= position { low = middle + 1 } else { high = middle }
    }
    return low < sections.count && sections[low].range.contains(position) ? low : nil
  }

  /// Whether a section's records are all there: the last one of an incomplete snapshot may have more.
  ///
  /// - Parameter position: The section's position in ``sections``.
  /// - Returns: Whether its range is as long as it will be.
  public func isCounted(section position: Int) -> Bool { isComplete || position < sections.count - 1 }
}

extension Snapshot {
  /// The snapshot without some records, and without the sections that they leave empty: what a store will show once it
  /// has deleted them.
  ///
  ///     let shown = books.snapshot.removing([deleted])  // before the deletion is committed
  ///
  /// - Parameter ids: The records; those that are not there don't matter.
  /// - Returns: The smaller snapshot.
  /// - Complexity: O(*n*), a copy of the ids.
  public func removing(_ ids: Set<RecordID<R>>) -> Snapshot {
    guard !ids.isEmpty else { return self }
    let gone = positions(of: ids)
    guard !gone.isEmpty else { return self }
    var kept = KeyList()
    kept.reserveCapacity(keys.count - gone.count)
    var start = 0
    for position in gone {
      kept.append(keys, in: start..<position)
      start = position + 1
    }
    kept.append(keys, in: start..<keys.count)
    var sections: [Section] = []
    sections.reserveCapacity(self.sections.count)
    var before = 0
    for section in self.sections {
      let first = section.range.lowerBound - before
      while before < gone.count, section.range.contains(gone[before]) { before += 1 }
      let range = first..<section.range.upperBound - before
      if !range.isEmpty { sections.append(Section(identifier: section.identifier, range: range, key: section.key)) }
    }
    var result = Snapshot(sections: sections, keys: kept, isComplete: isComplete)
    (result.revision, result.commit) = (revision, commit)
    return result
  }

  /// Where some records are, in order; those that are not there are left out.
  ///
  /// - Complexity: O(*n*).
  func positions(of ids: Set<RecordID<R>>) -> [Int] {
    // A few are looked for one by one. Bits are faster to ask than the set, for every key there is.
    guard ids.count > 8 else { return ids.compactMap(position).sorted() }
    let set = KeySet(ids.map(\.key))
    return keys.indices.filter { set.contains(keys[$0]) }
  }
}

extension Snapshot: RandomAccessCollection {
  /// The first position.
  public var startIndex: Int { 0 }
  /// The position after the last.
  public var endIndex: Int { keys.count }
  /// The record at a position.
  ///
  /// - Parameter position: From 0, below `count`.
  public subscript(position: Int) -> RecordID<R> { RecordID(key: keys[position]) }
}

extension Snapshot: Equatable {
  /// Whether both hold the same records under the same sections.
  ///
  /// - Complexity: O(*n* + *s*) in the numbers of records and sections.
  public static func == (left: Snapshot, right: Snapshot) -> Bool {
    left.isComplete == right.isComplete && left.keys == right.keys && left.sections == right.sections
  }
}
