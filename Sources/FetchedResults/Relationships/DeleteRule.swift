/// What happens to a record when one that it is related to is deleted.
///
/// The rule stands where the relationship is stored, as in SQL's `ON DELETE`; in Core Data and SwiftData it stands at the
/// other end. Triggers follow it, so it holds for other tools' deletions too.
///
///     .toOne(\.author, "author", onDelete: .deny)
///
/// It mirrors `NSDeleteRule`: <https://developer.apple.com/documentation/coredata/nsdeleterule>
public enum DeleteRule: Hashable, Sendable, CaseIterable {
  /// The record stays, and is no longer related to it.
  case nullify
  /// The record is deleted, too.
  case cascade
  /// The deletion is refused with ``RelationshipError/deletionDenied(reason:)``.
  case deny
}

/// Why a record can't be saved or deleted, as far as others have to do with it.
///
///     do {
///       try await store.write("Delete Lem") { try $0.delete(lem) }
///     } catch RelationshipError.deletionDenied(let reason) {
///       print(reason)
///     }
///
/// It mirrors the validation errors of relationships:
/// <https://developer.apple.com/documentation/coredata/nsvalidationrelationshipdeniesdeleteerror>
public enum RelationshipError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A record was to be related to one that is not in the store, or is there no more.
  case notInStore(table: String, id: String)
  /// A record was to be deleted that others can't do without.
  case deletionDenied(reason: String)

  /// One plain sentence.
  public var description: String {
    switch self {
    case .notInStore(let table, let id):
      id.isEmpty
        ? "A record of \(table) without an id can't be referred to; insert it first, and read it back."
        : "There is no record \(id) of \(table); insert it before another refers to it."
    case .deletionDenied(let reason): reason
    }
  }
}
