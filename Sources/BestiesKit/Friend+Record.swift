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

  /// All that a search looks at: the name, the meeting place and the tags.
  public var searchText: String { Self.searchFields(self).joined(separator: "\n") }

  private static func searchFields(_ friend: Friend) -> [String] {
    [friend.name, friend.meetingPlace ?? ""] + friend.tags
  }

  /// Where and how a friend is stored.
  public static let schema = RecordSchema<Friend>(
    table: "friend",
    attributes: [
      .identifier(\.id),
      .column(\.name, "name", order: .collated),
      .column(\.meetingPlace, "meeting_place", order: .collated),
      .column(\.meetingDate, "meeting_date", order: .value),
      .column(\.birthday, "birthday"),
      .contactValues(\.phones, "phones"),
      .contactValues(\.emails, "emails"),
      .list(\.tags, table: "friend_tag", itemTable: "tag"),
      .column(\.note, "note", default: "''"),
      .column(\.addedAt, "added_at", order: .value, default: "(strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))"),
      .section(\.initial, of: \.name, .initial),
      .section(\.meetingDay, of: \.meetingDate, .value),
      .section(\.addedDay, of: \.addedAt, .day),
      .folded(\.searchText, "search_text", fields: searchFields),
    ],
    indexes: FriendSort.all.map(\.descriptors))
}

extension Attribute<Friend> {
  /// Phones or e-mails, as JSON.
  fileprivate static func contactValues(
    _ keyPath: WritableKeyPath<Friend, [ContactValue]> & Sendable, _ name: String
  ) -> Attribute {
    text(keyPath, name, default: "[]", encode: ContactValue.json, decode: ContactValue.list(stored:))
  }
}

extension Schema {
  /// The friends' store. Its number is `BEST` in ASCII.
  public static let besties = Schema(applicationID: 0x4245_5354, version: 1, records: [Friend.self])
}
