import FetchedResults
import Foundation
import TextFormats

extension FriendJSON {
  /// Content that is no JSON of friends.
  public enum ParseError: Error, Hashable, Sendable {
    /// The whole is no JSON, or no array.
    case notAnArray
    /// One element of the array, counted from 1, can't be a friend.
    case badElement(number: Int, reason: String)
  }

  /// Reads an array of friends.
  ///
  /// A key that is not there leaves its field; `null` clears it; keys that are not known are passed
  /// over.
  ///
  /// - Parameter bytes: The bytes of a file.
  /// - Returns: For each element a draft, or what is wrong with it.
  /// - Throws: ``ParseError/notAnArray``.
  public static func drafts(
    from bytes: [UInt8]
  ) throws(ParseError) -> [Result<FriendDraft, ParseError>] {
    guard let array = JSONText.value(of: bytes) as? [Any] else { throw .notAnArray }
    return array.enumerated().map { index, element in
      Result { try draft(element) }
        .mapError { .badElement(number: index + 1, reason: "\($0)") }
    }
  }

  /// Something of the wrong kind under a key.
  private struct WrongKind: Error, CustomStringConvertible {
    let description: String
  }

  /// What one element of the array says.
  static func draft(_ element: Any) throws -> FriendDraft {
    guard let object = element as? [String: Any] else {
      throw WrongKind(description: "A friend is a JSON object.")
    }
    var draft = FriendDraft()
    if let id = try text("id", in: object) { draft.id = try FriendField.id(id) }
    guard let name = try text("name", in: object) else { throw FriendField.ParseError.blankName }
    draft.name = .set(try FriendField.name(name))
    if object["meetingPlace"] != nil {
      draft.meetingPlace = .set(FriendField.place(try text("meetingPlace", in: object) ?? ""))
    }
    if object["meetingDate"] != nil {
      let date = try text("meetingDate", in: object) ?? ""
      draft.meetingDate = .set(try FriendField.date(date, as: .date))
    }
    if object["birthday"] != nil {
      let date = try text("birthday", in: object) ?? ""
      draft.birthday = .set(try FriendField.date(date, as: .birthday))
    }
    if let phones = try contactValues("phones", in: object) { draft.phones = .set(phones) }
    if let emails = try contactValues("emails", in: object) { draft.emails = .set(emails) }
    if let tags = try array("tags", in: object) {
      guard let texts = tags as? [String] else {
        throw WrongKind(description: "“tags” must be an array of texts.")
      }
      draft.tags = .set(FriendField.tags(texts))
    }
    if object["note"] != nil { draft.note = .set(FriendField.note(try text("note", in: object) ?? "")) }
    if let added = try text("added", in: object) {
      guard let date = Date(storedValue: .text(added)) else {
        throw WrongKind(description: "“added” must be an instant in UTC, such as 2026-11-30T09:15:00.000Z.")
      }
      draft.addedAt = date
    }
    return draft
  }

  private static func text(_ key: String, in object: [String: Any]) throws -> String? {
    guard let value = object[key], !(value is NSNull) else { return nil }
    guard let text = value as? String else {
      throw WrongKind(description: "“\(key)” must be a text.")
    }
    return text
  }

  private static func array(_ key: String, in object: [String: Any]) throws -> [Any]? {
    guard let value = object[key] else { return nil }
    if value is NSNull { return [] }
    guard let array = value as? [Any] else {
      throw WrongKind(description: "“\(key)” must be an array.")
    }
    return array
  }

  private static func contactValues(
    _ key: String, in object: [String: Any]
  ) throws -> [ContactValue]? {
    guard let array = try array(key, in: object) else { return nil }
    return FriendField.contactValues(
      try array.map { element in
        guard let value = contactValue(element) else {
          throw WrongKind(
            description: "“\(key)” must be an array of texts, or of objects with value and label.")
        }
        return value
      })
  }

  /// A labelled value: an object with `value` and, possibly, `label`, or just the value's text.
  static func contactValue(_ element: Any) -> ContactValue? {
    if let value = element as? String { return ContactValue(value: value) }
    guard let object = element as? [String: Any], let value = object["value"] as? String else {
      return nil
    }
    switch object["label"] {
    case nil, is NSNull: return ContactValue(value: value)
    case let label as String: return ContactValue(label: label, value: value)
    default: return nil
    }
  }
}

extension FriendJSON.ParseError: CustomStringConvertible {
  /// One sentence that says what is wrong.
  public var description: String {
    switch self {
    case .notAnArray: "This is not a JSON array of friends."
    case .badElement(let number, let reason): "Friend \(number) of the array: \(reason)"
    }
  }
}
