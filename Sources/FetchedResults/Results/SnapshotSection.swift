/// Records of a ``Snapshot`` in a row that stand under one header.
///
///     let ids = snapshot[snapshot.sections[0].range]
///
/// It mirrors `NSFetchedResultsSectionInfo`:
/// <https://developer.apple.com/documentation/coredata/nsfetchedresultssectioninfo>
public struct SnapshotSection<Identifier: Hashable & ColumnValue>: Hashable, Sendable {
  /// What its records have in common.
  public let identifier: Identifier
  /// Where its records are in the snapshot.
  public let range: Range<Int>
  /// What tells a record of this section from one of another.
  let key: SectionKey
}

extension SnapshotSection {
  /// The sections that a scan found; `blank` is the one of records whose value can't be read.
  // There are thousands of sections in each answer, of optional text as a rule: made for that it takes a tenth of the time.
  @_specialize(where Identifier == String?)
  static func sections(of result: OrderScan.Result, blank: Identifier) -> [Self] {
    var sections: [Self] = []
    sections.reserveCapacity(result.sections.count)
    for (index, section) in result.sections.enumerated() {
      let end = index + 1 < result.sections.count ? result.sections[index + 1].start : result.keys.count
      sections.append(
        Self(
          identifier: Identifier(storedValue: section.identifier) ?? blank, range: section.start..<end, key: section.key
        ))
    }
    return sections
  }
}
