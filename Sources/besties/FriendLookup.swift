import BestiesKit
import Commands
import FetchedResults

/// Finds the friend that somebody means by an id: an exact one, or a unique beginning or ending of one.
struct FriendLookup {
  let context: ReadContext

  /// How many candidates a message names.
  private static let shownCandidates = 20

  /// The friend of an id.
  ///
  /// - Throws: ``Failure`` if there is none, or several.
  func friend(_ typed: String) throws -> (id: RecordID<Friend>, friend: Friend) {
    guard let found = try friendIfAny(typed) else {
      throw Failure("There is no friend with the id “\(typed)”.", status: .nothingMatched)
    }
    return found
  }

  /// The friend of an id; nil if there is none.
  ///
  /// - Throws: ``Failure`` if there are several.
  func friendIfAny(_ typed: String) throws -> (id: RecordID<Friend>, friend: Friend)? {
    if let id: RecordID<Friend> = try context.recordID(of: typed) {
      return try context.record(id).map { (id, $0) }
    }
    guard let digits = Self.digits(of: typed) else { return nil }
    let ids = try context.recordIDs(abbreviatedTo: digits, of: Friend.self)
    let friends = try ids.prefix(Self.shownCandidates).compactMap { try context.record($0) }
    guard ids.count <= 1 else { throw Self.ambiguity(of: typed, friends, count: ids.count) }
    guard let id = ids.first, let friend = friends.first else { return nil }
    return (id, friend)
  }

  /// What to say of something that fits several friends.
  static func ambiguity(of typed: String, _ friends: [Friend], count: Int) -> Failure {
    var details = friends.prefix(shownCandidates).map { friend in
      let known = [friend.name, friend.meetingPlace, friend.meetingDate?.text].compactMap(\.self)
      return "\(friend.id)  \(known.joined(separator: ", "))"
    }
    if count > details.count { details.append("and \(count - details.count) more") }
    return Failure("“\(typed)” fits \(count) friends; say which by an id:", details: details)
  }

  /// The digits of an abbreviated id, without hyphens; nil if it is too short or something else.
  private static func digits(of typed: String) -> String? {
    let digits = typed.lowercased().filter { $0 != "-" }
    let isID = digits.utf8.allSatisfy { byte in
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
    }
    return isID && digits.utf8.count >= 4 ? digits : nil
  }
}
