import Foundation
import SQLite

extension Translated {
  /// Whether the value is among some others, which are one argument together, however many they are.
  ///
  /// What SQLite compares as Swift does is looked up in the list by an index, and by it the records of a key.
  func isAmong(_ values: [Value]) -> SQLFragment {
    var tests: [SQLFragment] = []
    if values.contains(.null) { tests.append("(" + fragment + " IS NULL)") }
    // Nothing is equal to what is not a number.
    let others = values.filter { $0 != .null && !$0.isNotANumber }
    if !isText {
      tests.append(isIn(fragment, others))
    } else if isComposed {
      tests.append(isIn(fragment, others.map(\.composed)))
    } else if isKey {
      tests.append(isIn(fragment, others.filter(\.isASCII)))
      tests.append(isIn(.call("text_composed", fragment), others.filter { !$0.isASCII }.map(\.composed)))
    } else {
      tests.append(isIn(.call("text_composed", fragment), others.map(\.composed)))
    }
    return .balanced(tests.filter { $0.sql != "0" }, by: " OR ", none: "0")
  }

  private func isIn(_ expression: SQLFragment, _ values: [Value]) -> SQLFragment {
    guard !values.isEmpty else { return SQLFragment(sql: "0") }
    let isPlain = values.allSatisfy(\.isPlainInJSON)
    let item = isPlain ? "value" : "listed_value(value)"
    let list = values.map { isPlain ? $0.json : Value.text($0.listed).json }.joined(separator: ",")
    let test = expression + SQLFragment(sql: " IN (SELECT \(item) FROM json_each(?))", arguments: [.text("[\(list)]")])
    // A condition is true or false, also of NULL.
    return isKey ? "(" + test + ")" : "(" + expression + " IS NOT NULL AND " + test + ")"
  }
}

extension Value {
  var isNotANumber: Bool { if case .real(let number) = self { number.isNaN } else { false } }

  /// Whether it is no text, or one of ASCII alone.
  var isASCII: Bool { if case .text(let text) = self { text.utf8.allSatisfy { $0 < 0x80 } } else { true } }

  /// Whether SQLite reads it from JSON as it is: its numbers may be off by the last bit, its texts end at a NUL.
  fileprivate var isPlainInJSON: Bool {
    switch self {
    case .integer: true
    case .text(let text): !text.utf8.contains(0)
    case .null, .real, .blob: false
    }
  }

  /// An integer or a text as JSON.
  fileprivate var json: String {
    switch self {
    case .integer(let number): String(number)
    case .text(let text): String([text].jsonArray.dropFirst().dropLast())
    case .null, .real, .blob: "null"
    }
  }

  /// The value as a text that ``init(listed:)`` reads, for those that JSON has not.
  fileprivate var listed: String {
    switch self {
    case .null: ""
    case .integer(let number): "i\(number)"
    case .real(let number): "r\(number.bitPattern)"
    case .text(let text): "t" + Data(text.utf8).base64EncodedString()
    case .blob(let bytes): "b" + Data(bytes).base64EncodedString()
    }
  }

  /// Reads a value that was written by ``listed``.
  init(listed text: String) {
    let rest = String(text.dropFirst())
    switch text.first {
    case "i": self = Int64(rest).map(Value.integer) ?? .null
    case "r": self = UInt64(rest).map { .real(Double(bitPattern: $0)) } ?? .null
    case "t": self = Data(base64Encoded: rest).map { .text(String(decoding: $0, as: UTF8.self)) } ?? .null
    case "b": self = Data(base64Encoded: rest).map { .blob(Array($0)) } ?? .null
    default: self = .null
    }
  }
}
