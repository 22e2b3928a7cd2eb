import SQLite

/// What comes of two changes of one record that were made from the same version of it, attribute by attribute.
///
///     let merge = ThreeWayMerge(base: asRead, store: asItIsNow, edited: asItShallBe)
///     if merge.conflicts.isEmpty { save(merge.merged) }
///
/// An attribute that only one side has changed is as that side has it. One that both have changed, to different values, is
/// in ``conflicts``. A merge is a value made of values: it knows no store, and serves wherever two versions meet.
///
/// It mirrors what `NSMergePolicy` does with an `NSMergeConflict`:
/// <https://developer.apple.com/documentation/coredata/nsmergeconflict>
public struct ThreeWayMerge<R: Record>: Sendable {
  /// Who is right about an attribute that both sides have changed.
  public enum Side: Hashable, Sendable {
    /// What the store holds.
    case store
    /// What was edited.
    case edited
  }

  /// The record as it is stored now.
  public let store: R
  /// The record as somebody has edited it.
  public let edited: R
  /// The record with what either side has changed; of ``conflicts`` it has what was edited.
  public let merged: R
  /// The properties that both sides have changed, to different values, in the schema's order.
  public let conflicts: [PartialKeyPath<R> & Sendable]

  /// A merge.
  ///
  /// - Parameters:
  ///   - base: The version that both others were made from.
  ///   - store: The record as it is stored now.
  ///   - edited: The record as somebody has edited it.
  /// - Complexity: O(1): as many comparisons as the schema has stored attributes.
  public init(base: R, store: R, edited: R) {
    self.store = store
    self.edited = edited
    var merged = store
    var conflicts: [PartialKeyPath<R> & Sendable] = []
    for attribute in R.schema.attributes where attribute.isStored {
      let (old, current, new) = (attribute.stored(base), attribute.stored(store), attribute.stored(edited))
      // What can't be stored is a change all the same: saving it says why it can't.
      guard new == nil || new != old && new != current else { continue }
      attribute.copy(edited, &merged)
      if current != old { conflicts.append(attribute.keyPath) }
    }
    self.merged = merged
    self.conflicts = conflicts
  }

  /// The record with each conflict decided.
  ///
  ///     merge.resolved { $0 == \Book.title ? .store : .edited }
  ///
  /// - Parameter side: Says who is right about a property.
  /// - Returns: The record.
  public func resolved(_ side: (PartialKeyPath<R>) -> Side) -> R {
    var result = merged
    for keyPath in conflicts where side(keyPath) == .store { R.schema.attribute(keyPath)?.copy(store, &result) }
    return result
  }
}

extension Attribute {
  /// The property as it is stored; nil if it can't be.
  fileprivate func stored(_ record: R) -> Value? { try? encode(record) }
}
