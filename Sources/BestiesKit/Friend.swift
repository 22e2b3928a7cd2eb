import Foundation

/// A friend: who it is, where and when you met, and how to reach them.
public struct Friend: Identifiable, Hashable, Sendable {
  /// What tells this friend from all others, in every copy and export.
  public var id: String
  /// The name, never blank.
  public var name: String
  /// Where you met, `nil` if that is not known.
  public var meetingPlace: String?
  /// When you met, as far as that is known.
  public var meetingDate: PartialDate?
  /// The birthday, possibly without its year.
  public var birthday: PartialDate?
  /// The phone numbers, in the order they were given.
  public var phones: [ContactValue]
  /// The e-mail addresses, in the order they were given.
  public var emails: [ContactValue]
  /// The tags, each once.
  public var tags: [String]
  /// Free text, possibly of many lines.
  public var note: String
  /// When the friend was added.
  public var addedAt: Date

  /// Creates a friend.
  ///
  /// - Parameters:
  ///   - id: The id.
  ///   - name: The name.
  ///   - meetingPlace: Where you met.
  ///   - meetingDate: When you met.
  ///   - birthday: The birthday.
  ///   - phones: The phone numbers.
  ///   - emails: The e-mail addresses.
  ///   - tags: The tags.
  ///   - note: Free text.
  ///   - addedAt: When the friend was added.
  public init(
    id: String, name: String, meetingPlace: String? = nil, meetingDate: PartialDate? = nil,
    birthday: PartialDate? = nil, phones: [ContactValue] = [], emails: [ContactValue] = [],
    tags: [String] = [], note: String = "", addedAt: Date
  ) {
    self.id = id
    self.name = name
    self.meetingPlace = meetingPlace
    self.meetingDate = meetingDate
    self.birthday = birthday
    self.phones = phones
    self.emails = emails
    self.tags = tags
    self.note = note
    self.addedAt = addedAt
  }
}
