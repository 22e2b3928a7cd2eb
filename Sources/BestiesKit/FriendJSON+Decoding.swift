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

  /// What one element of the array says.
  static func draft(_ element: Any) throws -> FriendDraft {
    guard let object = element as? [String: Any] else {
      throw WrongJSON(description: "A friend is a JSON object.")
    }
    var draft = FriendDraft()
    if let id = try text("id", in: object) { draft.id = try FriendField.id(id) }
    guard object["name"] != nil else { throw FriendField.ParseError.blankName }
    for field in FriendField.all {
      if let value = object[field.key] { try draft.set(field) { try field.setJSON(&$0, value) } }
    }
    if let added = try text("added", in: object) {
      guard let date = Date(storedValue: .text(added)) else {
        throw WrongJSON(description: "“added” must be an instant in UTC, such as 2026-11-30T09:15:00.000Z.")
      }
      draft.addedAt = date
    }
    return draft
  }

  private static func text(_ key: String, in object: [String: Any]) throws -> String? {
    guard let value = object[key], !(value is NSNull) else { return nil }
    guard let text = value as? String else {
      throw WrongJSON(description: "“\(key)” must be a text.")
    }
    return text
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
