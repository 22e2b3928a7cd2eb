/// What to do when a record was changed in the store while somebody edited an older version of it.
///
///     try context.save(edited, basedOn: asRead, as: id, policy: .storeTrumps)
///
/// It mirrors the merge policies of Core Data: <https://developer.apple.com/documentation/coredata/nsmergepolicy>
///
/// | policy | only one side changed the attribute | both did | the store's record is deleted |
/// |---|---|---|---|
/// | ``error`` | that side's value | throws ``MergeConflict`` | throws ``MergeConflict`` |
/// | ``storeTrumps`` | that side's value | the store's value | stays deleted |
/// | ``objectTrumps`` | that side's value | the edited value | comes back |
/// | ``overwrite`` | the edited record's value | the edited value | comes back |
/// | ``rollback`` | the store's value | the store's value | stays deleted |
public enum MergePolicy: Hashable, Sendable, CaseIterable {
  /// Nothing is written where both have changed an attribute: whoever saves is told, and decides.
  case error
  /// Where both have changed an attribute, the store is right.
  case storeTrumps
  /// Where both have changed an attribute, the edited record is right.
  case objectTrumps
  /// The edited record is written as it is, whatever the store holds.
  case overwrite
  /// What was edited is dropped if the store's record has changed at all.
  case rollback
}

/// Two changes of one record that ``MergePolicy/error`` won't decide between.
///
///     catch let conflict as MergeConflict<Book> { … }  // conflict.base, conflict.store, conflict.edited
///
/// It mirrors `NSMergeConflict`: <https://developer.apple.com/documentation/coredata/nsmergeconflict>
public struct MergeConflict<R: Record>: Error {
  /// The record.
  public let id: RecordID<R>
  /// The version that was edited.
  public let base: R
  /// The record as it is stored now; nil if it has been deleted.
  public let store: R?
  /// The record as it was to be saved.
  public let edited: R
  /// The properties that both sides have changed; none if the record has been deleted.
  public let attributes: [PartialKeyPath<R> & Sendable]
}

extension MergeConflict: CustomStringConvertible {
  /// One plain sentence, without what people have entered.
  public var description: String {
    store == nil
      ? "The record was deleted while it was being edited; nothing was saved."
      : "The record was changed elsewhere while it was being edited (\(columns)); nothing was saved."
  }

  private var columns: String {
    attributes.map { String("\($0)".drop { $0 != "." }.dropFirst()) }.joined(separator: ", ")
  }
}
