public import FetchedResults
import Foundation

/// Takes drafts into a store: each becomes a new friend, changes one, or is found to be there already.
///
/// A draft with an id means the friend of that id. One without means the friend who is as the draft says, in all that it
/// says: the *n*-th of equal drafts means the *n*-th of equal friends, the oldest first. So taking the same drafts a second
/// time changes nothing, and two real people with the same name both stay.
public struct FriendImporter {
  /// What became of a draft.
  public enum Outcome: Hashable, Sendable {
    /// It is a new friend.
    case created
    /// A friend was changed.
    case updated
    /// A friend was like that already.
    case unchanged
  }

  /// Makes new friends of drafts, ready to be inserted: on any thread, ahead of ``FriendImporter/take(_:prepared:)``.
  public struct Preparation: Sendable {
    fileprivate let preparation: RecordPreparation<Friend>
    fileprivate let addedAt: Date

    /// The friend that a draft becomes if it is a new one; nil if it has no name.
    public func friend(of draft: FriendDraft) -> PreparedRecord<Friend>? {
      (try? draft.makeFriend(id: "", addedAt: addedAt)).map(preparation.prepare)
    }
  }

  /// What spares the store work, if most drafts will be new friends: the store had none.
  public var preparation: Preparation? {
    wasEmpty ? Preparation(preparation: context.preparation(of: Friend.self), addedAt: addedAt) : nil
  }

  private let context: WriteContext
  /// One for all, so that “recently added” keeps the order of the file.
  private let addedAt: Date
  private let wasEmpty: Bool
  private var firstInserted: RecordID<Friend>?
  /// The friends that an earlier draft has meant.
  private var taken = KeySet()

  /// Starts to import.
  ///
  /// - Parameters:
  ///   - context: The step that the import is.
  ///   - addedAt: When new friends are added.
  /// - Throws: ``StoreError``.
  public init(in context: WriteContext, addedAt: Date = .now) throws {
    self.context = context
    self.addedAt = addedAt
    wasEmpty = try context.count(FetchRequest<Friend>()) == 0
  }

  /// Takes a draft in.
  ///
  /// - Parameters:
  ///   - draft: The draft, which has a name.
  ///   - prepared: The friend that it becomes if it is a new one, if that was made beforehand.
  /// - Returns: What became of it.
  /// - Throws: ``StoreError``.
  public mutating func take(_ draft: FriendDraft, prepared: PreparedRecord<Friend>? = nil) throws -> Outcome {
    if let id = draft.id {
      guard let record: RecordID<Friend> = try context.recordID(of: id) else { return try create(draft, prepared) }
      return try change(record, draft)
    }
    guard let record = try equalFriend(draft) else { return try create(draft, prepared) }
    taken.insert(record.key)
    return .unchanged
  }

  private mutating func create(_ draft: FriendDraft, _ prepared: PreparedRecord<Friend>?) throws -> Outcome {
    let record =
      if let prepared {
        try context.insertInBulk(prepared: prepared)
      } else {
        try context.insertInBulk(try draft.makeFriend(id: "", addedAt: addedAt))
      }
    if firstInserted == nil { firstInserted = record }
    return .created
  }

  private mutating func change(_ record: RecordID<Friend>, _ draft: FriendDraft) throws -> Outcome {
    taken.insert(record.key)
    guard let friend = try context.record(record), !draft.matches(friend) else { return .unchanged }
    try context.update(record) { $0 = draft.applied(to: $0) }
    return .updated
  }

  /// The oldest friend who is as the draft says, and whom no other draft has meant.
  private func equalFriend(_ draft: FriendDraft) throws -> RecordID<Friend>? {
    guard !wasEmpty, case .set(let name) = draft.name else { return nil }
    var found: RecordID<Friend>?
    try context.forEach(FetchRequest<Friend>(predicate: #Predicate { $0.name == name })) { record, friend in
      guard found == nil, firstInserted.map({ record < $0 }) ?? true, !taken.contains(record.key) else { return }
      if draft.means(friend) { found = record }
    }
    return found
  }
}

/// A set of record keys, a bit each.
private struct KeySet {
  private var words: [UInt64] = []

  func contains(_ key: Int64) -> Bool {
    let (word, bit) = Int(key).quotientAndRemainder(dividingBy: 64)
    return word < words.count && words[word] & 1 << bit != 0
  }

  mutating func insert(_ key: Int64) {
    let (word, bit) = Int(key).quotientAndRemainder(dividingBy: 64)
    if word >= words.count { words += Array(repeating: 0, count: word + 1 - words.count) }
    words[word] |= 1 << bit
  }
}
