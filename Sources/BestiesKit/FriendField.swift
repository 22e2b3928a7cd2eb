import FetchedResults
import Foundation

/// One field of a friend: what it is called in each place, where it is stored, how text becomes its value, and back.
///
/// A class, since an import goes through the table for every row: a field is passed as one reference.
///
/// Whatever goes through the fields follows from the table ``all``: the store's columns, CSV, JSON, the options of commands, the
/// form, what `list` and `show` print, and what an import compares.
///
/// ```swift
/// let header = FriendField.all.map(\.key)
/// ```
public final class FriendField: Sendable {
  /// An option of `add` and `edit`.
  public struct Option: Sendable {
    /// Its name, such as `place` of `--place`.
    public let name: String
    /// What the help calls its argument.
    public let argument: String
    /// What the help says of it.
    public let summary: String
  }

  /// Its key in JSON, and the title of its column in CSV.
  public let key: String
  /// The option that sets it; nil for the name, which `add` takes as its operand.
  public let option: Option?
  /// What stands before its line of the form.
  public let label: String
  /// What stands before a value where a friend is shown in full.
  public let cardLabel: String
  /// What an empty line of the form asks for.
  public let placeholder: String
  /// Whether a sign for a line end in the form is one.
  public let takesLines: Bool
  /// Whether it has several values, so that its column may stand twice and its option be repeated.
  public let isList: Bool
  /// Whether it is searched with the details, not with what stands on a row.
  let isDetail: Bool
  /// Where it is stored.
  let attribute: Attribute<Friend>
  let keyPath: PartialKeyPath<Friend> & Sendable

  /// The value as one line of text, as the form and `list` have it; a note may have several.
  public let line: @Sendable (Friend) -> String
  /// Sets the value to what a line of the form says; throws what is wrong with it, as a sentence.
  public let setLine: @Sendable (inout Friend, String) throws -> Void
  /// The values as they are shown in full, each by itself where there are several; none if the field is empty.
  public let cardTexts: @Sendable (Friend) -> [String]
  /// What another tool has written in the field's place, and no file could be read with; nil if it is a value.
  public let unreadableText: @Sendable (Friend) -> String?
  /// Sets the value to the arguments of its option.
  let setOption: @Sendable (inout Friend, [String]) throws -> Void
  /// The value as a cell of CSV.
  let cell: @Sendable (Friend) -> String
  /// Sets the value to what a cell says, or adds that to a list.
  let setCell: @Sendable (inout Friend, String) throws -> Void
  /// What a search of the details looks at.
  let searchTexts: @Sendable (Friend) -> [String]
  let appendJSON: @Sendable (Friend, inout [UInt8]) -> Void
  let setJSON: @Sendable (inout Friend, Any) throws -> Void
  /// Copies the value of the first friend to the second.
  let copy: @Sendable (Friend, inout Friend) -> Void
  /// Whether an import takes the values of two friends for the same.
  let isSame: @Sendable (Friend, Friend) -> Bool
  /// Feeds what ``isSame`` compares.
  let hash: @Sendable (Friend, inout Hasher) -> Void

  private init<Kind: FieldKind>(
    _ key: String, _ keyPath: WritableKeyPath<Friend, Kind.Value> & Sendable, _ kind: Kind, option: Option? = nil,
    label: String, cardLabel: String, placeholder: String = "", takesLines: Bool = false, isDetail: Bool = true,
    stored attribute: Attribute<Friend>
  ) {
    self.key = key
    self.option = option
    self.label = label
    self.cardLabel = cardLabel
    self.placeholder = placeholder
    self.takesLines = takesLines
    isList = Kind.isList
    self.isDetail = isDetail
    self.attribute = attribute
    self.keyPath = keyPath
    let property = Property(keyPath)
    line = { kind.line(property.value(of: $0)) }
    setLine = { property.set(try kind.value(line: $1), of: &$0) }
    cardTexts = { kind.cardTexts(property.value(of: $0)) }
    unreadableText = { kind.unreadableText(property.value(of: $0)) }
    setOption = { property.set(try kind.value(option: $1), of: &$0) }
    cell = { kind.cell(property.value(of: $0)) }
    setCell = { property.set(try kind.value(cell: $1, behind: property.value(of: $0)), of: &$0) }
    searchTexts = { kind.searchTexts(property.value(of: $0)) }
    appendJSON = { kind.appendJSON(property.value(of: $0), to: &$1) }
    setJSON = { property.set(try kind.value(json: $1, key: key), of: &$0) }
    copy = { property.set(property.value(of: $0), of: &$1) }
    isSame = { kind.compared(property.value(of: $0)) == kind.compared(property.value(of: $1)) }
    hash = { $1.combine(kind.compared(property.value(of: $0))) }
  }
}

extension FriendField {
  /// Every field but the id and the time of adding, in the order of the columns.
  public static let all: [FriendField] = [
    FriendField(
      "name", \.name, NameKind(), label: "Name", cardLabel: "name", isDetail: false,
      stored: .column(\.name, "name", order: .collated)),
    FriendField(
      "meetingPlace", \.meetingPlace, PlaceKind(),
      option: Option(name: "place", argument: "TEXT", summary: "where you met"), label: "Place", cardLabel: "place",
      placeholder: "where you met", isDetail: false, stored: .column(\.meetingPlace, "meeting_place", order: .collated)),
    FriendField(
      "meetingDate", \.meetingDate, DateKind(form: .date),
      option: Option(name: "date", argument: "DATE", summary: "when you met: YYYY-MM-DD, YYYY-MM or YYYY"),
      label: "Date",
      cardLabel: "date", placeholder: "2021-06-09, 2021-06 or 2021",
      stored: .column(\.meetingDate, "meeting_date", order: .value)),
    FriendField(
      "birthday", \.birthday, DateKind(form: .birthday),
      option: Option(name: "birthday", argument: "DATE", summary: "the same, or --MM-DD without the year"),
      label: "Birthday",
      cardLabel: "birthday", placeholder: "1990-05-01 or --05-01", stored: .column(\.birthday, "birthday")),
    FriendField(
      "phones", \.phones, ContactsKind(areNumbers: true),
      option: Option(name: "phone", argument: "[LABEL:]NUMBER", summary: "a phone number; may be repeated"),
      label: "Phones",
      cardLabel: "phone", placeholder: "cell:+34 600, work:…", stored: .contactValues(\.phones, "phones")),
    FriendField(
      "emails", \.emails, ContactsKind(areNumbers: false),
      option: Option(name: "email", argument: "[LABEL:]ADDRESS", summary: "an e-mail address; may be repeated"),
      label: "E-mails", cardLabel: "e-mail", placeholder: "home:zoe@example.org, …",
      stored: .contactValues(\.emails, "emails")),
    FriendField(
      "tags", \.tags, TagsKind(), option: Option(name: "tag", argument: "TAG", summary: "a tag; may be repeated"),
      label: "Tags", cardLabel: "tags", placeholder: "climbing, work", isDetail: false,
      stored: .list(\.tags, table: "friend_tag", itemTable: "tag")),
    FriendField(
      "note", \.note, NoteKind(), option: Option(name: "note", argument: "TEXT", summary: "anything else"),
      label: "Note",
      cardLabel: "note", takesLines: true, stored: .column(\.note, "note", default: "''")),
  ]
}

extension Attribute<Friend> {
  /// Phones or e-mails, as JSON.
  fileprivate static func contactValues(
    _ keyPath: WritableKeyPath<Friend, [ContactValue]> & Sendable, _ name: String
  ) -> Attribute {
    text(keyPath, name, default: "[]", encode: ContactValue.json, decode: ContactValue.list(stored:))
  }
}
