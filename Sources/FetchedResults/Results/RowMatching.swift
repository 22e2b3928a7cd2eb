/// Which records of two snapshots stay in their place, and which come and go.
struct RowMatching {
  /// A record that comes or goes.
  struct Row {
    let key: Int64
    let position: Int
    let section: Int
    let counterpart: Int?
  }

  /// The keys of a snapshot, and where its sections end.
  struct Rows {
    let keys: KeyList
    let ends: [Int]

    init<S, R>(_ snapshot: Snapshot<S, R>) {
      keys = snapshot.keys
      ends = snapshot.sections.map(\.range.upperBound)
    }

    func range(ofSection section: Int) -> Range<Int> { (section == 0 ? 0 : ends[section - 1])..<ends[section] }
  }

  /// Finds the sections of positions that rise.
  private struct SectionCursor {
    let ends: [Int]
    private var section = 0

    init(ends: [Int]) { self.ends = ends }

    mutating func section(at position: Int) -> Int {
      while section < ends.count, ends[section] <= position { section += 1 }
      return section
    }
  }

  let deletions: [Row]
  let insertions: [Row]

  /// - Parameters:
  ///   - old: The old rows.
  ///   - new: The new ones.
  ///   - sections: For each old section its position among the new ones, if it stays.
  init(old: Rows, new: Rows, sections: Positions) {
    let middle = Self.differingRanges(old, new, sections)
    let (oldKeys, newKeys) = (old.keys[middle.old], new.keys[middle.new])
    var matching = SequenceMatching(nearlyAlike: oldKeys, newKeys) ?? SequenceMatching(old: oldKeys, new: newKeys)
    if !old.ends.isEmpty { Self.unmatchOtherSections(&matching, old, new, in: middle.old, sections) }
    var oldSections = SectionCursor(ends: old.ends)
    deletions = middle.old.filter { matching.newPositions[$0] == nil }.map { position in
      Row(
        key: old.keys[position], position: position, section: oldSections.section(at: position),
        counterpart: matching.counterpartInNew[position])
    }
    var newSections = SectionCursor(ends: new.ends)
    insertions = middle.new.filter { matching.oldPositions[$0] == nil }.map { position in
      Row(
        key: new.keys[position], position: position, section: newSections.section(at: position),
        counterpart: matching.counterpartInOld[position])
    }
  }

  /// A record that stays in order but changes its section moves too.
  private static func unmatchOtherSections(
    _ matching: inout SequenceMatching, _ old: Rows, _ new: Rows, in range: Range<Int>, _ sections: Positions
  ) {
    var (oldSections, newSections) = (SectionCursor(ends: old.ends), SectionCursor(ends: new.ends))
    for position in range {
      guard let target = matching.newPositions[position] else { continue }
      if sections[oldSections.section(at: position)] != newSections.section(at: target) {
        matching.unmatch(position, target)
      }
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
    _ old: Rows, _ new: Rows, _ sections: Positions
  ) -> (old: Range<Int>, new: Range<Int>) {
    let shorter = min(old.keys.count, new.keys.count)
    let fewerSections = min(old.ends.count, new.ends.count)
    // How far sections agree from either end decides how far rows may be skipped.
    var (first, last) = (0, 0)
    while first < fewerSections, sections[first] == first { first += 1 }
    while last < fewerSections - first, sections[old.ends.count - 1 - last] == new.ends.count - 1 - last { last += 1 }
    var begin = 0
    var section = 0
    while begin < shorter, old.keys[begin] == new.keys[begin] {
      if !old.ends.isEmpty {
        while section < first, old.ends[section] <= begin { section += 1 }
        guard section < first, new.range(ofSection: section).contains(begin) else { break }
      }
      begin += 1
    }
    var end = 0
    section = 0
    while end < shorter - begin, old.keys[old.keys.count - 1 - end] == new.keys[new.keys.count - 1 - end] {
      if !old.ends.isEmpty {
        while section < last, old.range(ofSection: old.ends.count - 1 - section).lowerBound > old.keys.count - 1 - end {
          section += 1
        }
        guard section < last,
          new.range(ofSection: new.ends.count - 1 - section).contains(new.keys.count - 1 - end)
        else { break }
      }
      end += 1
    }
    return (begin..<old.keys.count - end, begin..<new.keys.count - end)
  }
}
