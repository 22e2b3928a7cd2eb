import Foundation
import TextFormats

/// A kind of fields: how its values are read from text, and written.
protocol FieldKind: Sendable {
  associatedtype Value: Hashable & Sendable
  /// Whether there are several values, to which another cell can add.
  static var isList: Bool { get }
  /// A value from a line of the form.
  func value(line: String) throws -> Value
  func line(_ value: Value) -> String
  /// A value from a cell of CSV, behind that of an earlier cell of the same field.
  func value(cell: String, behind earlier: Value) throws -> Value
  func cell(_ value: Value) -> String
  /// A value from the arguments of options.
  func value(option: [String]) throws -> Value
  /// A value from JSON, as `JSONText` reads it.
  func value(json: Any, key: String) throws -> Value
  func appendJSON(_ value: Value, to bytes: inout [UInt8])
  /// The values as they are shown in full.
  func cardTexts(_ value: Value) -> [String]
  func unreadableText(_ value: Value) -> String?
  /// What a search of the details looks at.
  func searchTexts(_ value: Value) -> [String]
  /// The value as an import compares it with others.
  func compared(_ value: Value) -> Value
}

extension FieldKind {
  static var isList: Bool { false }
  func value(cell: String, behind earlier: Value) throws -> Value { try value(line: cell) }
  func cell(_ value: Value) -> String { line(value) }
  func value(option: [String]) throws -> Value { try value(line: option.last ?? "") }
  func value(json: Any, key: String) throws -> Value {
    guard !(json is NSNull) else { return try value(line: "") }
    guard let text = json as? String else { throw WrongJSON(description: "“\(key)” must be a text.") }
    return try value(line: text)
  }
  func cardTexts(_ value: Value) -> [String] { [line(value)].filter { !$0.isEmpty } }
  func unreadableText(_ value: Value) -> String? { nil }
  func searchTexts(_ value: Value) -> [String] { cardTexts(value) }
  func compared(_ value: Value) -> Value { value }
}

/// Something of the wrong kind under a key of JSON.
struct WrongJSON: Error, CustomStringConvertible {
  let description: String

  /// The elements of an array; none for null.
  static func array(_ json: Any, key: String) throws(WrongJSON) -> [Any] {
    if json is NSNull { return [] }
    guard let array = json as? [Any] else { throw WrongJSON(description: "“\(key)” must be an array.") }
    return array
  }
}

struct NameKind: FieldKind {
  func value(line: String) throws -> String { try FriendField.name(line) }
  func line(_ value: String) -> String { value }
  func appendJSON(_ value: String, to bytes: inout [UInt8]) { JSONText.append(value, to: &bytes) }
}

struct PlaceKind: FieldKind {
  func value(line: String) -> String? { FriendField.place(line) }
  func line(_ value: String?) -> String { value ?? "" }
  func appendJSON(_ value: String?, to bytes: inout [UInt8]) { JSONText.append(value, to: &bytes) }
}

struct DateKind: FieldKind {
  let form: PartialDate.Form

  func value(line: String) throws -> PartialDate? { try FriendField.date(line, as: form) }
  func line(_ value: PartialDate?) -> String { value?.text ?? "" }
  func cell(_ value: PartialDate?) -> String { value?.fileText ?? "" }
  func appendJSON(_ value: PartialDate?, to bytes: inout [UInt8]) { JSONText.append(value?.fileText, to: &bytes) }
  func unreadableText(_ value: PartialDate?) -> String? { value?.unreadableText }
}

struct ContactsKind: FieldKind {
  static let isList = true
  /// Whether the values are found by their digits, too, which every script has of its own.
  let areNumbers: Bool

  func value(line: String) throws -> [ContactValue] { try FriendField.contactValues(spelling: line) }
  func line(_ value: [ContactValue]) -> String { ContactValue.spelling(of: value) }
  func value(cell: String, behind earlier: [ContactValue]) throws -> [ContactValue] {
    FriendField.contactValues(earlier + (try ListCell.contactValues(cell)))
  }
  func cell(_ value: [ContactValue]) -> String { ListCell.cell(value) }
  func value(option: [String]) throws -> [ContactValue] {
    let values = option.map { ContactValue(spelling: $0) }
    if let label = FriendField.bareLabel(in: values) { throw FriendField.ParseError.bareLabel(label) }
    return FriendField.contactValues(values)
  }
  func value(json: Any, key: String) throws -> [ContactValue] {
    FriendField.contactValues(
      try WrongJSON.array(json, key: key).map { element in
        guard let value = FriendJSON.contactValue(element) else {
          throw WrongJSON(description: "“\(key)” must be an array of texts, or of objects with value and label.")
        }
        return value
      })
  }
  func appendJSON(_ value: [ContactValue], to bytes: inout [UInt8]) { FriendJSON.append(value, to: &bytes) }
  func cardTexts(_ value: [ContactValue]) -> [String] { value.map(\.spelling) }
  func searchTexts(_ value: [ContactValue]) -> [String] {
    value.flatMap { contact in
      let digits = contact.value.compactMap(\.wholeNumberValue).filter { $0 < 10 }.map(String.init).joined()
      return [contact.label, contact.value, areNumbers ? digits : ""].filter { !$0.isEmpty }
    }
  }
}

struct TagsKind: FieldKind {
  static let isList = true

  func value(line: String) -> [String] { FriendField.tags([String](spelling: line)) }
  func line(_ value: [String]) -> String { value.spelling }
  func value(cell: String, behind earlier: [String]) throws -> [String] {
    FriendField.tags(earlier + (try ListCell.texts(cell)))
  }
  func cell(_ value: [String]) -> String { ListCell.cell(value) }
  func value(option: [String]) -> [String] { FriendField.tags(option) }
  func value(json: Any, key: String) throws -> [String] {
    guard let texts = try WrongJSON.array(json, key: key) as? [String] else {
      throw WrongJSON(description: "“\(key)” must be an array of texts.")
    }
    return FriendField.tags(texts)
  }
  func appendJSON(_ value: [String], to bytes: inout [UInt8]) { FriendJSON.append(value, to: &bytes) }
}

struct NoteKind: FieldKind {
  func value(line: String) -> String { FriendField.note(line) }
  func line(_ value: String) -> String { value }
  func appendJSON(_ value: String, to bytes: inout [UInt8]) { JSONText.append(value, to: &bytes) }
  /// Lines may end in LF for one and in CR LF for the other, as they do in two copies of one file.
  func compared(_ value: String) -> String { value.withPlainLineEnds }
}
