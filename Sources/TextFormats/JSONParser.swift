import Foundation

/// Reads one JSON text into values: `[String: Any]`, `[Any]`, `String`, `Double`, `Bool` and `NSNull`.
///
/// Foundation's reader takes some numbers for their neighbours (`2.1099999999999999` becomes 2.1100000000000003) and leaves out a
/// U+FEFF at the beginning of a string. A number is the nearest double here, as everywhere else that decimal text is read.
///
/// A comma behind the last element or member is passed over, as Foundation does it.
///
/// Source: <https://www.rfc-editor.org/rfc/rfc8259>
struct JSONParser {
  /// The text is not JSON, or is nested deeper than anybody writes it.
  private struct NotJSON: Error {}

  private static let deepest = 512

  private let bytes: [UInt8]
  private var position = 0

  /// The value of a text; nil if it is not JSON.
  static func value(of bytes: [UInt8]) -> Any? {
    var parser = JSONParser(bytes: bytes)
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { parser.position = 3 }
    guard let value = try? parser.value(depth: 0) else { return nil }
    parser.passBlanks()
    return parser.position == bytes.count ? value : nil
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func passBlanks() {
    while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
  }

  /// Passes a byte, if it comes next.
  private mutating func passes(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    position += 1
    return true
  }

  private mutating func value(depth: Int) throws -> Any {
    guard depth < Self.deepest else { throw NotJSON() }
    passBlanks()
    switch next {
    case UInt8(ascii: "{"): return try object(depth: depth)
    case UInt8(ascii: "["): return try array(depth: depth)
    case UInt8(ascii: "\""): return try text()
    case UInt8(ascii: "t"): return try word("true", true)
    case UInt8(ascii: "f"): return try word("false", false)
    case UInt8(ascii: "n"): return try word("null", NSNull())
    default: return try number()
    }
  }

  private mutating func word(_ word: StaticString, _ value: Any) throws -> Any {
    let length = word.utf8CodeUnitCount
    let isThere = word.withUTF8Buffer { bytes[position...].prefix(length).elementsEqual($0) }
    guard isThere else { throw NotJSON() }
    position += length
    return value
  }

  private mutating func array(depth: Int) throws -> [Any] {
    position += 1
    var elements: [Any] = []
    passBlanks()
    if passes(UInt8(ascii: "]")) { return elements }
    while true {
      elements.append(try value(depth: depth + 1))
      passBlanks()
      if passes(UInt8(ascii: "]")) { return elements }
      guard passes(UInt8(ascii: ",")) else { throw NotJSON() }
      passBlanks()
      if passes(UInt8(ascii: "]")) { return elements }
    }
  }

  private mutating func object(depth: Int) throws -> [String: Any] {
    position += 1
    var members: [String: Any] = [:]
    passBlanks()
    if passes(UInt8(ascii: "}")) { return members }
    while true {
      guard next == UInt8(ascii: "\"") else { throw NotJSON() }
      let key = try text()
      passBlanks()
      guard passes(UInt8(ascii: ":")) else { throw NotJSON() }
      members[key] = try value(depth: depth + 1)
      passBlanks()
      if passes(UInt8(ascii: "}")) { return members }
      guard passes(UInt8(ascii: ",")) else { throw NotJSON() }
      passBlanks()
      if passes(UInt8(ascii: "}")) { return members }
    }
  }

  // MARK: Numbers

  private mutating func digits() throws {
    let start = position
    while let byte = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { position += 1 }
    guard position > start else { throw NotJSON() }
  }

  private mutating func number() throws -> Double {
    let start = position
    _ = passes(UInt8(ascii: "-"))
    if !passes(UInt8(ascii: "0")) { try digits() }
    if passes(UInt8(ascii: ".")) { try digits() }
    if passes(UInt8(ascii: "e")) || passes(UInt8(ascii: "E")) {
      if !passes(UInt8(ascii: "-")) { _ = passes(UInt8(ascii: "+")) }
      try digits()
    }
    guard let number = DecimalText.number(String(decoding: bytes[start..<position], as: UTF8.self)) else {
      throw NotJSON()
    }
    return number
  }

  // MARK: Texts

  private mutating func text() throws -> String {
    position += 1
    var start = position
    var unescaped: [UInt8]?
    while let byte = next {
      switch byte {
      case UInt8(ascii: "\""):
        let end = position
        position += 1
        let text = String(validating: (unescaped ?? []) + bytes[start..<end], as: UTF8.self)
        guard let text else { throw NotJSON() }
        return text
      case UInt8(ascii: "\\"):
        unescaped = (unescaped ?? []) + bytes[start..<position]
        position += 1
        unescaped?.append(contentsOf: try escape().utf8)
        start = position
      case 0..<0x20: throw NotJSON()
      default: position += 1
      }
    }
    throw NotJSON()
  }

  private mutating func escape() throws -> String {
    guard let byte = next else { throw NotJSON() }
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return String(Unicode.Scalar(byte))
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{c}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): break
    default: throw NotJSON()
    }
    var unit = try codeUnit()
    if (0xD800...0xDBFF).contains(unit), passes(UInt8(ascii: "\\")), passes(UInt8(ascii: "u")) {
      let low = try codeUnit()
      guard (0xDC00...0xDFFF).contains(low) else { throw NotJSON() }
      unit = 0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00)
    }
    guard let scalar = Unicode.Scalar(unit) else { throw NotJSON() }
    return String(scalar)
  }

  private mutating func codeUnit() throws -> UInt32 {
    let end = position + 4
    guard end <= bytes.count, bytes[position..<end].allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
      let unit = UInt32(String(decoding: bytes[position..<end], as: UTF8.self), radix: 16)
    else { throw NotJSON() }
    position = end
    return unit
  }
}
