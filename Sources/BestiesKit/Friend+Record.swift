public import FetchedResults
import Foundation
public import SQLite

extension PartialDate: ColumnValue {
  /// TEXT.
  public static var columnType: String { "TEXT" }

  /// Reads a date, with or without its year; another text that is not blank is an unreadable one.
  public init?(storedValue: Value) {
    guard case .text(let text) = storedValue, !text.allSatisfy(\.isWhitespace) else { return nil }
    self = PartialDate(text) ?? PartialDate(unreadable: text)
  }

  /// The date's text, whose order is that of the dates.
  public var storedValue: Value { .text(text) }
}

extension Friend: Record {
  /// A blank friend, which reading fills in.
  public init() { self.init(id: "", name: "", addedAt: Date(timeIntervalSince1970: 0)) }

  /// The letter of the name, for sections.
  public var initial: String? { name.isEmpty ? nil : String(name.prefix(1)) }

  /// The known part of the meeting date, for sections.
  public var meetingDay: String? { meetingDate?.text }

  /// The local day of adding, for sections.
  public var addedDay: String? { nil }

  /// The month and day of the birthday as one number, 1201 for 1 December; nil where either is not known.
  public var birthdayDay: Int? {
    guard let birthday, let month = birthday.month, let day = birthday.day else { return nil }
    return 100 * month + day
  }

  /// All that a search looks at: the name, the meeting place and the tags.
  public var searchText: String { Self.searchFields(self).joined(separator: "\n") }

  private static func searchFields(_ friend: Friend) -> [String] {
    [friend.name, friend.meetingPlace ?? ""] + friend.tags
  }

  /// What else is known: dates, phones as they are written and as digits alone, e-mails, labels and the note.
  public var detailText: String { Self.detailFields(self).joined(separator: "\n") }

  private static let details = FriendField.all.filter(\.isDetail)

  private static func detailFields(_ friend: Friend) -> [String] { details.flatMap { $0.searchTexts(friend) } }

  /// Where and how a friend is stored.
  public static let schema = RecordSchema<Friend>(
    table: "friend",
    attributes: [.identifier(\.id)] + FriendField.all.map(\.attribute) + [
      .column(\.addedAt, "added_at", order: .value, default: "(strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))"),
      .section(\.initial, of: \.name, .initial),
      .section(\.meetingDay, of: \.meetingDate, .value),
      .section(\.addedDay, of: \.addedAt, .day),
      .computed(\.birthdayDay, "birthday_day"),
      .folded(\.searchText, "search_text", fields: searchFields),
      .folded(\.detailText, "detail_text", fields: detailFields),
    ],
    indexes: FriendSort.all.map(\.descriptors))
}

extension Schema {
  /// The friends' store. Its number is `BEST` in ASCII.
  ///
  /// Version 2 added all the record types beside the friends, their birthdays' days and the text of their details.
  public static let besties = Schema(
    applicationID: 0x4245_5354, version: 2,
    records: [Friend.self, ContactCard.self, SyncedCard.self, DistinctPair.self, SavedSearch.self])
}
