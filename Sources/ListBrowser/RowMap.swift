import FetchedResults

/// Which row of a list shows what: each section has a header, and a row for each of its records unless it is folded.
///
/// It holds one number a section, so that a list of a million records costs what its sections cost.
struct RowMap: Hashable, Sendable {
  /// What a row shows.
  enum Content: Hashable, Sendable {
    /// The header of a section.
    case header(section: Int)
    /// A record, by its position in the snapshot.
    case record(position: Int, section: Int)
  }

  /// A section as the list shows it.
  struct Section: Hashable, Sendable {
    let positions: Range<Int>
    let isFolded: Bool

    var rowCount: Int { 1 + (isFolded ? 0 : positions.count) }
  }

  private let sections: [Section]
  /// The row of each section's header, and the number of rows at the end.
  private let starts: [Int]

  init(_ sections: [Section]) {
    self.sections = sections
    var starts = [0]
    starts.reserveCapacity(sections.count + 1)
    for section in sections { starts.append(starts[starts.count - 1] + section.rowCount) }
    self.starts = starts
  }

  /// The rows of a snapshot's sections.
  init(_ sections: [SnapshotSection<String?>], folds: Folds) {
    self.init(sections.map { Section(positions: $0.range, isFolded: folds.contains($0.identifier)) })
  }

  /// The number of rows.
  var count: Int { starts[starts.count - 1] }

  /// What a row shows; nil outside of the list.
  ///
  /// - Complexity: O(log *s*) in the number of sections.
  subscript(row: Int) -> Content? {
    guard 0..<count ~= row else { return nil }
    let section = sectionIndex { starts[$0 + 1] > row }
    let offset = row - starts[section]
    return offset == 0
      ? .header(section: section)
      : .record(position: sections[section].positions.lowerBound + offset - 1, section: section)
  }

  /// The row of a section's header.
  func row(ofSection section: Int) -> Int { starts[section] }

  /// The row of a record, or of its section's header if that is folded; nil if no section has it.
  ///
  /// - Complexity: O(log *s*) in the number of sections.
  func row(ofPosition position: Int) -> Int? {
    let section = sectionIndex { sections[$0].positions.upperBound > position }
    guard section < sections.count, sections[section].positions.contains(position) else { return nil }
    let first = starts[section]
    return sections[section].isFolded ? first : first + 1 + position - sections[section].positions.lowerBound
  }

  /// The section that a row is part of; nil outside of the list.
  func section(ofRow row: Int) -> Int? {
    switch self[row] {
    case .header(let section), .record(_, let section): section
    case nil: nil
    }
  }

  /// The first section that fulfils a condition which all later ones fulfil too.
  private func sectionIndex(where condition: (Int) -> Bool) -> Int {
    var (low, high) = (0, sections.count)
    while low < high {
      let middle = (low + high) / 2
      if condition(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
