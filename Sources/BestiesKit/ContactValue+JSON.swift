import Foundation
import TextFormats

/// Labelled values as the store keeps them: a JSON array.
extension ContactValue {
  /// The values as a JSON array.
  static func json(of values: [ContactValue]) -> String {
    guard !values.isEmpty else { return "[]" }
    var bytes: [UInt8] = []
    FriendJSON.append(values, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Reads what the store has. What another tool has written and is no such array, or no such value in one, is a value of its
  /// own without a label, so that it is seen and kept.
  ///
  /// What ``json(of:)`` has written is read without a decoder, unless it has escapes: a list has some in every row.
  static func list(stored text: String) -> [ContactValue] {
    if let values = plainList(text) { return values }
    guard let elements = JSONText.value(of: text.utf8) as? [Any] else {
      return text.allSatisfy(\.isWhitespace) ? [] : [ContactValue(value: text)]
    }
    return elements.map { element in
      FriendJSON.contactValue(element) ?? ContactValue(value: JSONText.text(of: element) ?? "\(element)")
    }
  }

  private static func plainList(_ json: String) -> [ContactValue]? {
    var json = json
    return json.withUTF8 { bytes in
      var scanner = PlainScanner(bytes: bytes)
      guard scanner.pass("[") else { return nil }
      var values: [ContactValue] = []
      repeat {
        guard scanner.pass(#"{"label":""#), let label = scanner.text(), scanner.pass(#","value":""#),
          let value = scanner.text(), scanner.pass("}")
        else { return nil }
        values.append(ContactValue(label: label, value: value))
      } while scanner.pass(",")
      return scanner.pass("]") && scanner.isAtEnd ? values : nil
    }
  }
}

/// Reads JSON of one fixed form.
private struct PlainScanner {
  let bytes: UnsafeBufferPointer<UInt8>
  private var position = 0

  init(bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  var isAtEnd: Bool { position == bytes.count }

  /// Passes a text that has to stand here; false if it doesn't.
  mutating func pass(_ text: StaticString) -> Bool {
    let count = text.utf8CodeUnitCount
    guard let start = bytes.baseAddress, count <= bytes.count - position,
      memcmp(start + position, text.utf8Start, count) == 0
    else { return false }
    position += count
    return true
  }

  /// Reads a text up to its closing quote, which is passed; nil if it has escapes.
  mutating func text() -> String? {
    let rest = UnsafeBufferPointer(rebasing: bytes[position...])
    guard let end = rest.firstIndex(of: UInt8(ascii: "\"")) else { return nil }
    let text = UnsafeBufferPointer(rebasing: rest[..<end])
    guard !text.contains(UInt8(ascii: "\\")) else { return nil }
    position += end + 1
    return String(decoding: text, as: UTF8.self)
  }
}
