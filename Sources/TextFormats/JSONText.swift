import Foundation

/// JSON written piece by piece, and read.
public enum JSONText {
  /// What a JSON text says; nil if it is not JSON.
  ///
  /// ```swift
  /// JSONText.value(of: #"{"mag": 2.11}"#.utf8) as? [String: Any]
  /// ```
  ///
  /// - Parameter bytes: The text, in UTF-8, of any value.
  /// - Returns: The value: of the types `[String: Any]`, `[Any]`, `String`, `Double`, `Bool` and `NSNull`. A number is the
  ///   nearest double; one beyond all doubles is no JSON.
  /// - Complexity: O(*n*).
  public static func value(of bytes: some Sequence<UInt8>) -> Any? { JSONParser.value(of: Array(bytes)) }

  /// A value as JSON, on one line.
  ///
  /// - Parameter value: A value as ``value(of:)`` gives it.
  /// - Returns: The text; nil for what JSON hasn't.
  public static func text(of value: Any) -> String? {
    guard JSONSerialization.isValidJSONObject([value]) else { return nil }
    return (try? JSONSerialization.data(withJSONObject: value, options: [.fragmentsAllowed, .sortedKeys])).map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  /// Appends a text in quotes.
  ///
  /// What a terminal may act upon is escaped, also where JSON would let it through: the output may end up on one.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - bytes: What is written to.
  public static func append(_ text: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    var text = text
    text.withUTF8 { utf8 in
      var plainStart = 0
      var index = 0
      while index < utf8.count {
        guard let (scalar, length) = escapedScalar(at: index, in: utf8) else {
          index += 1
          continue
        }
        bytes += utf8[plainStart..<index]
        index += length
        plainStart = index
        appendEscaped(scalar, to: &bytes)
      }
      bytes += utf8[plainStart...]
    }
    bytes.append(UInt8(ascii: "\""))
  }

  /// The scalar that begins at a byte, with its length, if it is one to be escaped.
  private static func escapedScalar(
    at index: Int, in utf8: UnsafeBufferPointer<UInt8>
  ) -> (scalar: UInt32, length: Int)? {
    let byte = utf8[index]
    switch byte {
    case ..<0x20, UInt8(ascii: "\""), UInt8(ascii: "\\"), 0x7F: return (UInt32(byte), 1)
    case 0xC2 where index + 1 < utf8.count && utf8[index + 1] < 0xA0: return (UInt32(utf8[index + 1]), 2)
    case 0xE2 where index + 2 < utf8.count:
      let value = 0x2000 | UInt32(utf8[index + 1] & 0x3F) << 6 | UInt32(utf8[index + 2] & 0x3F)
      return Unicode.Scalar(value)?.isUnsafeToShow == true ? (value, 3) : nil
    default: return nil
    }
  }

  /// Appends a text in quotes, or `null`.
  ///
  /// - Parameters:
  ///   - text: The text, if there is one.
  ///   - bytes: What is written to.
  public static func append(_ text: String?, to bytes: inout [UInt8]) {
    if let text {
      append(text, to: &bytes)
    } else {
      bytes += "null".utf8
    }
  }

  /// Appends the escape of a character below U+10000.
  private static func appendEscaped(_ scalar: UInt32, to bytes: inout [UInt8]) {
    switch scalar {
    case 0x22: bytes += #"\""#.utf8
    case 0x5C: bytes += #"\\"#.utf8
    case 0x0A: bytes += #"\n"#.utf8
    case 0x0D: bytes += #"\r"#.utf8
    case 0x09: bytes += #"\t"#.utf8
    case 0x08: bytes += #"\b"#.utf8
    case 0x0C: bytes += #"\f"#.utf8
    default:
      let digits = Array("0123456789abcdef".utf8)
      bytes += #"\u"#.utf8
      for shift: UInt32 in [12, 8, 4, 0] { bytes.append(digits[Int(scalar >> shift & 0xF)]) }
    }
  }
}
