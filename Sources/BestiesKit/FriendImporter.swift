public import FetchedResults
import Foundation
import Synchronization

/// Takes drafts into a store: each becomes a new friend, changes one, or is found to be there already.
///
/// A draft with an id means the friend of that id. One without means the friend who is as the draft says, in all that it
/// says: the *n*-th of equal drafts means the *n*-th of equal friends, the oldest first. So taking the same drafts a second
/// time changes nothing, and two real people with the same name both stay.
///
/// A few friends are looked up by their names. Where more are to come, all friends are read once, and each is known by a hash of
/// what the drafts say: so it takes as long whether there are friends already or not, and whatever their names.
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

  /// Makes drafts ready to be taken: on any thread, ahead of ``FriendImporter/take(_:prepared:fraction:)``.
  public final class Preparation: Sendable {
    private let preparation: RecordPreparation<Friend>
    private let addedAt: Date
    /// Whether the latest draft with an id meant a friend who was there: the next one likely does, too, and needs nothing.
    fileprivate let findsFriends = Atomic(false)

    fileprivate init(_ preparation: RecordPreparation<Friend>, addedAt: Date) {
      self.preparation = preparation
      self.addedAt = addedAt
    }

    /// Makes a draft ready.
    ///
    /// - Parameter draft: The draft.
    /// - Returns: What ``FriendImporter/take(_:prepared:fraction:)`` takes; nil if the draft has no name, or if it likely means
    ///   a friend who is there.
    public func prepare(_ draft: FriendDraft) -> PreparedDraft? {
      draft.id != nil && findsFriends.load(ordering: .relaxed) ? nil : prepared(draft)
    }

    fileprivate func prepared(_ draft: FriendDraft) -> PreparedDraft? {
      guard let friend = try? draft.makeFriend(id: "", addedAt: addedAt) else { return nil }
      return PreparedDraft(
        record: preparation.prepare(friend), friend: friend, hash: friend.hashValue(of: draft.fields))
    }
  }

  /// A draft that is ready to be taken; see ``Preparation``.
  public struct PreparedDraft: Sendable {
    fileprivate let record: PreparedRecord<Friend>
    fileprivate let friend: Friend
    /// The hash of what the draft says.
    fileprivate let hash: Int
  }

  /// What spares the step work.
  public let preparation: Preparation

  private let context: WriteContext
  /// One for all, so that “recently added” keeps the order of the file.
  private let addedAt: Date
  /// How many friends there were.
  private let friendCount: Int
  private var firstInserted: RecordID<Friend>?
  /// The friends that an earlier draft has meant.
  private var taken = RecordSet<Friend>()
  /// The friends there were, by what drafts say; by no more kinds of drafts than have a place here.
  private var hashes: [FriendDraft.Fields: RecordHashes<Friend>] = [:]
  /// What looking friends up by their names has cost, for each kind of drafts: about as many friends read one after the other.
  private var lookUpCosts: [FriendDraft.Fields: Int] = [:]

  private static let mostKinds = 8
  private static let lookUpCost = 12

  /// Starts to import.
  ///
  /// - Parameters:
  ///   - context: The step that the import is.
  ///   - addedAt: When new friends are added.
  /// - Throws: ``StoreError``.
  public init(in context: WriteContext, addedAt: Date = .now) throws {
    self.context = context
    self.addedAt = addedAt
    friendCount = try context.count(FetchRequest<Friend>())
    preparation = Preparation(context.preparation(of: Friend.self), addedAt: addedAt)
  }

  /// Takes a draft in.
  ///
  /// - Parameters:
  ///   - draft: The draft, which has a name.
  ///   - prepared: It, if it was made ready beforehand.
  ///   - fraction: How much of all drafts has come, from 0 to 1; nil if that can't be told.
  /// - Returns: What became of it.
  /// - Throws: ``StoreError``, ``FriendField/ParseError/blankName``.
  /// - Complexity: O(log *n*) on average, in the number of friends.
  public mutating func take(
    _ draft: FriendDraft, prepared: PreparedDraft? = nil, fraction: Double? = nil
  ) throws -> Outcome {
    let outcome = try outcome(of: draft, prepared, fraction)
    if outcome != .unchanged { try context.reviewBulk(of: Friend.self, fraction: fraction) }
    return outcome
  }

  private mutating func outcome(
    of draft: FriendDraft, _ prepared: PreparedDraft?, _ fraction: Double?
  ) throws -> Outcome {
    if let id = draft.id {
      let found = try context.record(of: id, in: Friend.self)
      preparation.findsFriends.store(found != nil, ordering: .relaxed)
      if let found { return try change(found.record, found.id, draft) }
    }
    guard let prepared = prepared ?? preparation.prepared(draft) else { throw FriendField.ParseError.blankName }
    guard draft.id == nil, let record = try equalFriend(draft, prepared, fraction) else { return try create(prepared) }
    taken.insert(record)
    return .unchanged
  }

  private mutating func create(_ prepared: PreparedDraft) throws -> Outcome {
    let record = try context.insertInBulk(prepared: prepared.record)
    if firstInserted == nil { firstInserted = record }
    return .created
  }

  private mutating func change(_ friend: Friend, _ id: RecordID<Friend>, _ draft: FriendDraft) throws -> Outcome {
    taken.insert(id)
    let changed = draft.applied(to: friend)
    guard changed != friend else { return .unchanged }
    try context.updateInBulk(id, from: friend, to: changed)
    return .updated
  }

  // MARK: Equal friends

  /// The oldest friend who is as the draft says, and whom no other draft has meant.
  private mutating func equalFriend(
    _ draft: FriendDraft, _ prepared: PreparedDraft, _ fraction: Double?
  ) throws -> RecordID<Friend>? {
    guard friendCount > 0 else { return nil }
    var fields = draft.fields
    if hashes[fields] == nil {
      // Of drafts of many kinds the last ones are told apart by their names alone.
      if hashes.count >= Self.mostKinds { fields = .name }
      let cost = Double(lookUpCosts[fields, default: 0]) / min(max(fraction ?? 1, 1e-9), 1)
      guard cost >= Double(friendCount) else { return try friendOfThatName(draft, fields) }
      if hashes[fields] == nil {
        hashes[fields] = try RecordHashes(of: Friend.self, in: context, before: firstInserted) {
          $0.hashValue(of: fields)
        }
      }
    }
    let hash = fields == draft.fields ? prepared.hash : prepared.friend.hashValue(of: fields)
    let (context, taken) = (context, taken)
    return try hashes[fields]?.first(hash, unless: taken.contains) { record in
      try context.record(record).map(draft.means) ?? false
    }
  }

  /// The same, looked for among the friends of that name.
  private mutating func friendOfThatName(
    _ draft: FriendDraft, _ fields: FriendDraft.Fields
  ) throws -> RecordID<Friend>? {
    guard case .set(let name) = draft.name else { return nil }
    var found: RecordID<Friend>?
    var cost = Self.lookUpCost
    try context.forEach(FetchRequest<Friend>(predicate: #Predicate { $0.name == name })) { record, friend in
      cost += 1
      guard found == nil, firstInserted.map({ record < $0 }) ?? true, !taken.contains(record) else { return }
      if draft.means(friend) { found = record }
    }
    lookUpCosts[fields, default: 0] += cost
    return found
  }
}
