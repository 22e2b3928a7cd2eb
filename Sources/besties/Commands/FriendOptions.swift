import BestiesKit
import Commands
import ListApp

/// The options that say what a friend is like, which `add` and `edit` share.
enum FriendOptions {
  static let all = [
    CommandOption("place", argument: "TEXT", summary: "where you met"),
    CommandOption("date", argument: "DATE", summary: "when you met: YYYY-MM-DD, YYYY-MM or YYYY"),
    CommandOption("birthday", argument: "DATE", summary: "the same, or --MM-DD without the year"),
    CommandOption("phone", argument: "[LABEL:]NUMBER", summary: "a phone number; may be repeated"),
    CommandOption("email", argument: "[LABEL:]ADDRESS", summary: "an e-mail address; may be repeated"),
    CommandOption("tag", argument: "TAG", summary: "a tag; may be repeated"),
    CommandOption("note", argument: "TEXT", summary: "anything else"),
  ]

  /// What the options say; those that are not there keep what is.
  ///
  /// - Throws: ``UsageError`` or what is wrong with a value.
  static func draft(_ arguments: CommandArguments) throws -> FriendDraft {
    var draft = FriendDraft()
    if let name = arguments.value(of: "name") { draft.name = .set(try FriendField.name(name)) }
    if let place = arguments.value(of: "place") { draft.meetingPlace = .set(FriendField.place(place)) }
    if let date = arguments.value(of: "date") { draft.meetingDate = .set(try FriendField.date(date, as: .date)) }
    if let date = arguments.value(of: "birthday") { draft.birthday = .set(try FriendField.date(date, as: .birthday)) }
    if arguments.contains("phone") { draft.phones = .set(try contactValues(arguments, "phone")) }
    if arguments.contains("email") { draft.emails = .set(try contactValues(arguments, "email")) }
    if arguments.contains("tag") { draft.tags = .set(FriendField.tags(arguments.values(of: "tag"))) }
    if let note = arguments.value(of: "note") { draft.note = .set(note) }
    return draft
  }

  private static func contactValues(
    _ arguments: CommandArguments, _ option: String
  ) throws(UsageError) -> [ContactValue] {
    let values = arguments.values(of: option).map { ContactValue(spelling: $0) }
    if let label = FriendField.bareLabel(in: values) {
      throw .invalid("There is nothing behind “\(label):”; write --\(option) \(label):….")
    }
    return FriendField.contactValues(values)
  }
}
