/// What has to change in a snapshot to make another of it: all that a list needs to animate.
///
///     let difference = new.difference(from: old)
///     for row in difference.deletions { … }       // by positions in the old snapshot, ascending
///     for row in difference.insertions { … }      // by positions in the new one, ascending
///     old.applying(difference) == new             // true
///
/// A record that stays in its place among those that stay is not mentioned. One that changes its place, or its section,
/// is deleted and inserted, and ``Row/counterpart`` says where from or where to.
///
/// It mirrors what `NSFetchedResultsControllerDelegate` is told, and Swift's `CollectionDifference`:
/// <https://developer.apple.com/documentation/coredata/nsfetchedresultscontrollerdelegate>
public struct SnapshotDifference<SectionIdentifier: Hashable & ColumnValue, R: Record>: Hashable, Sendable {
  /// A record that comes or goes, by one of the positions that `NSFetchedResultsChangeType` comes with:
  /// <https://developer.apple.com/documentation/coredata/nsfetchedresultschangetype>
  public struct Row: Hashable, Sendable {
    /// The record.
    public let id: RecordID<R>
    /// Its position: in the old snapshot for a deletion, in the new one for an insertion.
    public let position: Int
    /// The position of its section among the sections of the same snapshot.
    public let section: Int
    /// Its position in the other snapshot, if it is there too: then it moves.
    public let counterpart: Int?
  }

  /// A section that comes or goes.
  public struct Section: Hashable, Sendable {
    /// What its records have in common.
    public let identifier: SectionIdentifier
    /// Its position among the sections: of the old snapshot for a deletion, of the new one for an insertion.
    public let position: Int
    let key: SectionKey
  }

  /// A section whose identifier is spelled in another way, though its records sort as equal.
  public struct Renaming: Hashable, Sendable {
    /// The section's position in the new snapshot.
    public let position: Int
    /// The old spelling.
    public let old: SectionIdentifier
    /// The new one.
    public let new: SectionIdentifier
  }

  /// Records that go, or move away, by their old positions.
  public let deletions: [Row]
  /// Records that come, or move here, by their new positions.
  public let insertions: [Row]
  /// Records that stay in sight but have other values, by their new positions.
  public let updates: [Int]
  /// Sections that go.
  public let sectionDeletions: [Section]
  /// Sections that come.
  public let sectionInsertions: [Section]
  /// Sections that are spelled in another way.
  public let renamings: [Renaming]
  /// Whether the old and the new snapshot are everything that their requests ask for.
  let wasComplete, isComplete: Bool

  /// Whether both snapshots show the same.
  public var isEmpty: Bool {
    deletions.isEmpty && insertions.isEmpty && updates.isEmpty && sectionDeletions.isEmpty && sectionInsertions.isEmpty
      && renamings.isEmpty
  }

  /// Records that move, by their old and new positions.
  ///
  /// - Complexity: O(*c*) in the number of changes.
  public var moves: [(from: Int, to: Int)] {
    insertions.compactMap { row in row.counterpart.map { ($0, row.position) } }
  }

  /// What has to change in the new snapshot to make the old one of it. Updates are not part of it: which values a record
  /// had is not known.
  ///
  ///     new.applying(difference.inverse()) == old  // true
  ///
  /// - Returns: The difference the other way.
  /// - Complexity: O(*c*) in the number of changes.
  public func inverse() -> SnapshotDifference {
    SnapshotDifference(
      deletions: insertions, insertions: deletions, updates: [], sectionDeletions: sectionInsertions,
      sectionInsertions: sectionDeletions,
      renamings: renamings.map { Renaming(position: $0.position, old: $0.new, new: $0.old) }, wasComplete: isComplete,
      isComplete: wasComplete)
  }

  /// The difference of the ids alone, as Swift spells it.
  ///
  ///     Array(old).applying(difference.collectionDifference) == Array(new)  // true
  ///
  /// It is `CollectionDifference`: <https://developer.apple.com/documentation/swift/collectiondifference>
  ///
  /// - Complexity: O(*c* log *c*) in the number of changes.
  public var collectionDifference: CollectionDifference<RecordID<R>> {
    let removals = deletions.map {
      CollectionDifference<RecordID<R>>.Change.remove(
        offset: $0.position, element: $0.id, associatedWith: $0.counterpart)
    }
    let insertions = insertions.map {
      CollectionDifference<RecordID<R>>.Change.insert(
        offset: $0.position, element: $0.id, associatedWith: $0.counterpart)
    }
    // The initializer refuses changes that contradict each other, which these can't.
    return CollectionDifference(removals + insertions) ?? [].difference(from: [])
  }
}
