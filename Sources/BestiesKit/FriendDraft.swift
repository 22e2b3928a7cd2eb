import Foundation

/// What somebody says of a friend: some of the fields, each with its new value.
///
/// A command's options, the form, and the rows of files all become drafts.
public struct FriendDraft: Hashable, Sendable {
  /// What is said of one field.
  public enum Edit<Value: Hashable & Sendable>: Hashable, Sendable {
    /// Nothing: the field stays as it is.
    case keep
    /// Its new value, which may be an empty one.
    case set(Value)

    /// The value that a field then has.
    ///
    /// - Parameter value: The value it has now.
    /// - Returns: The new value, or the old one.
    public func applied(to value: Value) -> Value {
      switch self {
      case .keep: value
      case .set(let newValue): newValue
      }
    }

    /// Whether a value is what was said, if anything was.
    ///
    /// - Parameter value: The value of a friend.
    /// - Returns: Whether applying the edit would leave it as it is.
    public func matches(_ value: Value) -> Bool { applied(to: value) == value }
  }

  /// The id, if one is said.
  public var id: String?
  /// When a new friend was added, if that is said; to a friend who is there it means nothing.
  public var addedAt: Date?
  /// The name.
  public var name: Edit<String> = .keep
  /// The meeting place.
  public var meetingPlace: Edit<String?> = .keep
  /// The meeting date.
  public var meetingDate: Edit<PartialDate?> = .keep
  /// The birthday.
  public var birthday: Edit<PartialDate?> = .keep
  /// The phones.
  public var phones: Edit<[ContactValue]> = .keep
  /// The e-mails.
  public var emails: Edit<[ContactValue]> = .keep
  /// The tags.
  public var tags: Edit<[String]> = .keep
  /// The note.
  public var note: Edit<String> = .keep

  /// Creates a draft that says nothing.
  public init() {}

  /// The friend with what the draft says.
  ///
  /// - Parameter friend: The friend, whose id and time of adding stay.
  /// - Returns: The changed friend.
  public func applied(to friend: Friend) -> Friend {
    var friend = friend
    friend.name = name.applied(to: friend.name)
    friend.meetingPlace = meetingPlace.applied(to: friend.meetingPlace)
    friend.meetingDate = meetingDate.applied(to: friend.meetingDate)
    friend.birthday = birthday.applied(to: friend.birthday)
    friend.phones = phones.applied(to: friend.phones)
    friend.emails = emails.applied(to: friend.emails)
    friend.tags = tags.applied(to: friend.tags)
    friend.note = note.applied(to: friend.note)
    return friend
  }

  /// Whether a friend is as the draft says, its id aside.
  ///
  /// - Parameter friend: The friend.
  /// - Returns: Whether applying the draft would leave it as it is.
  public func matches(_ friend: Friend) -> Bool { applied(to: friend) == friend }

  /// Whether it means a friend who is as it says: lines of a note may end in LF for one and in CR LF for the other, as they do in
  /// two copies of one file.
  ///
  /// - Parameter friend: The friend.
  /// - Returns: Whether both say the same.
  func means(_ friend: Friend) -> Bool {
    var (said, friend) = (applied(to: friend), friend)
    said.note = said.note.withPlainLineEnds
    friend.note = friend.note.withPlainLineEnds
    return said == friend
  }

  /// A new friend with what the draft says, other fields being empty.
  ///
  /// - Parameters:
  ///   - id: The id, if the draft has none.
  ///   - addedAt: When the friend is added, if the draft doesn't say it.
  /// - Returns: The friend.
  /// - Throws: ``FriendField/ParseError/blankName`` if the draft has no name.
  public func makeFriend(id: String, addedAt: Date) throws(FriendField.ParseError) -> Friend {
    guard case .set(let name) = name, !name.isEmpty else { throw .blankName }
    return applied(to: Friend(id: self.id ?? id, name: name, addedAt: self.addedAt ?? addedAt))
  }
}

extension String {
  /// The text with a line feed at the end of each line, whatever was there.
  var withPlainLineEnds: String {
    guard utf8.contains(UInt8(ascii: "\r")) else { return self }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(utf8.count)
    var isBehindReturn = false
    for byte in utf8 {
      let isReturn = byte == UInt8(ascii: "\r")
      if !(isBehindReturn && byte == UInt8(ascii: "\n")) { bytes.append(isReturn ? UInt8(ascii: "\n") : byte) }
      isBehindReturn = isReturn
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
