/// Which sections of two snapshots are the same.
///
/// Sections that change their order among those that stay are deleted and inserted.
struct SectionMatching<SectionIdentifier: Hashable & ColumnValue, R: Record> {
  typealias Difference = SnapshotDifference<SectionIdentifier, R>
  typealias Section = Snapshot<SectionIdentifier, R>.Section

  private(set) var deletions: [Difference.Section] = []
  private(set) var insertions: [Difference.Section] = []
  private(set) var renamings: [Difference.Renaming] = []
  /// For each section of the old snapshot its position in the new one, if it stays.
  private(set) var newPositions: [Int?]

  init(old: [Section], new: [Section]) {
    let matching = SequenceMatching(old: old.map(\.key), new: new.map(\.key))
    newPositions = matching.newPositions
    deletions = old.indices.filter { matching.newPositions[$0] == nil }.map {
      .init(identifier: old[$0].identifier, position: $0, key: old[$0].key)
    }
    insertions = new.indices.filter { matching.oldPositions[$0] == nil }.map {
      .init(identifier: new[$0].identifier, position: $0, key: new[$0].key)
    }
    renamings = new.indices.compactMap { position in
      guard let old = matching.oldPositions[position].map({ old[$0].identifier }), old != new[position].identifier
      else { return nil }
      return .init(position: position, old: old, new: new[position].identifier)
    }
  }
}

/// Which records of two snapshots are the same and stay in their place.
struct RowMatching<SectionIdentifier: Hashable & ColumnValue, R: Record> {
  typealias Row = SnapshotDifference<SectionIdentifier, R>.Row

  private(set) var deletions: [Row] = []
  private(set) var insertions: [Row] = []

  init(
    old: Snapshot<SectionIdentifier, R>, new: Snapshot<SectionIdentifier, R>,
    sections: SectionMatching<SectionIdentifier, R>
  ) {
    let middle = Self.differingRanges(old, new, sections)
    let (oldKeys, newKeys) = (Array(old.keys[middle.old]), Array(new.keys[middle.new]))
    let matching =
      SequenceMatching(nearlyAlike: oldKeys, newKeys) ?? SequenceMatching(old: oldKeys, new: newKeys)
    let (oldStart, newStart) = (middle.old.lowerBound, middle.new.lowerBound)
    // A record that stays in order but changes its section moves too.
    var stays = Array(repeating: false, count: matching.newPositions.count)
    let newSections = middle.new.sections(endingAt: new.sections.map(\.range.upperBound))
    let oldSections = middle.old.sections(endingAt: old.sections.map(\.range.upperBound))
    let isUnsectioned = old.sections.isEmpty
    let sectionPositions = sections.newPositions
    for (offset, target) in matching.newPositions.enumerated() {
      guard let target else { continue }
      stays[offset] = isUnsectioned || sectionPositions[oldSections[offset]] == newSections[target]
    }
    for offset in 0..<middle.old.count where !stays[offset] {
      deletions.append(
        Row(
          id: old[oldStart + offset], position: oldStart + offset, section: oldSections[offset],
          counterpart: matching.counterpartInNew[offset].map { newStart + $0 }))
    }
    for offset in 0..<middle.new.count {
      if let source = matching.oldPositions[offset], stays[source] { continue }
      insertions.append(
        Row(
          id: new[newStart + offset], position: newStart + offset, section: newSections[offset],
          counterpart: matching.counterpartInOld[offset].map { oldStart + $0 }))
    }
  }

  /// Whether the record at a position of the new snapshot was not in the old one.
  func isPlainInsertion(at position: Int) -> Bool {
    var (low, high) = (0, insertions.count)
    while low < high {
      let middle = (low + high) / 2
      if insertions[middle].position < position { low = middle + 1 } else { high = middle }
    }
    return low < insertions.count && insertions[low].position == position && insertions[low].counterpart == nil
  }

  /// What is left of two snapshots without the rows that both begin with and both end with, under the same sections.
  private static func differingRanges(
    _ old: Snapshot<SectionIdentifier, R>, _ new: Snapshot<SectionIdentifier, R>,
    _ sections: SectionMatching<SectionIdentifier, R>
  ) -> (old: Range<Int>, new: Range<Int>) {
    let shorter = min(old.count, new.count)
    // How far sections agree from either end decides how far rows may be skipped.
    var (first, last) = (0, 0)
    while first < min(old.sections.count, new.sections.count), sections.newPositions[first] == first { first += 1 }
    while last < min(old.sections.count, new.sections.count) - first,
      sections.newPositions[old.sections.count - 1 - last] == new.sections.count - 1 - last
    {
      last += 1
    }
    var begin = 0
    var section = 0
    while begin < shorter, old.keys[begin] == new.keys[begin] {
      if !old.sections.isEmpty {
        while section < first, old.sections[section].range.upperBound <= begin { section += 1 }
        guard section < first, new.sections[section].range.contains(begin) else { break }
      }
      begin += 1
    }
    var end = 0
    section = 0
    while end < shorter - begin, old.keys[old.count - 1 - end] == new.keys[new.count - 1 - end] {
      if !old.sections.isEmpty {
        while section < last, old.sections[old.sections.count - 1 - section].range.lowerBound > old.count - 1 - end {
          section += 1
        }
        guard section < last,
          new.sections[new.sections.count - 1 - section].range.contains(new.count - 1 - end)
        else { break }
      }
      end += 1
    }
    return (begin..<old.count - end, begin..<new.count - end)
  }
}

/// Which elements of two sequences of distinct elements are the same and in the same order.
struct SequenceMatching<Element: Hashable> {
  /// For each old element its position in the new sequence, if it stays in order.
  private(set) var newPositions: [Int?]
  /// For each new element its position in the old sequence, if it stays in order.
  private(set) var oldPositions: [Int?]
  /// For each old element its position in the new sequence, wherever that is.
  let counterpartInNew: [Int?]
  /// For each new element its position in the old sequence, wherever that is.
  let counterpartInOld: [Int?]

  init(newPositions: [Int?], oldPositions: [Int?], counterpartInNew: [Int?], counterpartInOld: [Int?]) {
    self.newPositions = newPositions
    self.oldPositions = oldPositions
    self.counterpartInNew = counterpartInNew
    self.counterpartInOld = counterpartInOld
  }

  /// - Complexity: O(*n* + *m*): each element is hashed once.
  init(old: [Element], new: [Element]) {
    var positions: [Element: Int] = [:]
    positions.reserveCapacity(old.count)
    for (position, element) in old.enumerated() { positions[element] = position }
    let inOld = new.map { positions[$0] }
    var inNew = [Int?](repeating: nil, count: old.count)
    for (position, source) in inOld.enumerated() { if let source { inNew[source] = position } }
    counterpartInNew = inNew
    counterpartInOld = inOld
    newPositions = Array(repeating: nil, count: old.count)
    oldPositions = Array(repeating: nil, count: new.count)

    // Walk both; where they disagree, the element that is further from its place is the one that moves.
    var movedInOld = Array(repeating: false, count: old.count)
    var (left, right) = (0, 0)
    while left < old.count, right < new.count {
      guard let target = inNew[left], !movedInOld[left] else {
        left += 1
        continue
      }
      guard let source = inOld[right], source >= left else {
        right += 1
        continue
      }
      if source == left {
        newPositions[left] = right
        oldPositions[right] = left
        left += 1
        right += 1
      } else if target - right > source - left {
        left += 1
      } else {
        movedInOld[source] = true
        right += 1
      }
    }
  }
}

extension Range<Int> {
  /// The section of each of these positions, by its own position among sections that end before other positions.
  fileprivate func sections(endingAt ends: [Int]) -> [Int] {
    var section = 0
    return map { position in
      while section < ends.count, ends[section] <= position { section += 1 }
      return section
    }
  }
}
