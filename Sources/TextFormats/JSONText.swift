import Foundation

/// JSON written piece by piece, and read.
public enum JSONText {
  /// What a JSON text says, as Foundation's classes; nil if it is not JSON.
  ///
  /// Foundation's reader takes a U+FEFF at the beginning of any string for a byte order mark, and leaves it out. One that is
  /// written as an escape stays.
  ///
  /// - Parameter bytes: The text, in UTF-8, of any value.
  /// - Returns: The value.
  /// - Complexity: O(*n*).
  public static func value(of bytes: some Sequence<UInt8>) -> Any? {
    var data = Data(bytes)
    let mark = Data([0xEF, 0xBB, 0xBF])
    var start = data.startIndex + 1
    while start < data.endIndex, let found = data.range(of: mark, in: start..<data.endIndex) {
      start = found.upperBound
      // Behind a backslash it is no JSON, and stays that.
      guard data[found.lowerBound - 1] != UInt8(ascii: "\\") else { continue }
      data.replaceSubrange(found, with: Data(#"\ufeff"#.utf8))
      start += 3
    }
    return try? JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)
  }

  /// Appends a text in quotes.
  ///
  /// Control characters are escaped, also those that JSON would let through, DEL and the ones from
  /// U+0080: the output may end up on a terminal.
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
        let byte = utf8[index]
        let isC1 = byte == 0xC2 && index + 1 < utf8.count && utf8[index + 1] < 0xA0
        if byte >= 0x20, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"), byte != 0x7F, !isC1 {
          index += 1
          continue
        }
        bytes += utf8[plainStart..<index]
        index += isC1 ? 2 : 1
        plainStart = index
        appendEscaped(isC1 ? utf8[index - 1] : byte, to: &bytes)
      }
      bytes += utf8[plainStart...]
    }
    bytes.append(UInt8(ascii: "\""))
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

  /// Appends the escape of a character below U+0100.
  private static func appendEscaped(_ byte: UInt8, to bytes: inout [UInt8]) {
    switch byte {
    case UInt8(ascii: "\""): bytes += #"\""#.utf8
    case UInt8(ascii: "\\"): bytes += #"\\"#.utf8
    case UInt8(ascii: "\n"): bytes += #"\n"#.utf8
    case UInt8(ascii: "\r"): bytes += #"\r"#.utf8
    case UInt8(ascii: "\t"): bytes += #"\t"#.utf8
    case 0x08: bytes += #"\b"#.utf8
    case 0x0C: bytes += #"\f"#.utf8
    default:
      let digits = Array("0123456789abcdef".utf8)
      bytes += #"\u00"#.utf8
      bytes += [digits[Int(byte >> 4)], digits[Int(byte & 0xF)]]
    }
  }
}
