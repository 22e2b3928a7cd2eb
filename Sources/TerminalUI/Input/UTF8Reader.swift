/// Decodes UTF-8 that arrives in pieces.
enum UTF8Reader {
  enum Result: Equatable {
    /// A code point, and how many bytes it took.
    case scalar(Unicode.Scalar, count: Int)
    /// That many bytes can't be part of any code point.
    case invalid(count: Int)
    /// More bytes are needed.
    case incomplete
  }

  /// Decodes the code point at the start of some bytes, of which there is at least one.
  static func read(_ bytes: ArraySlice<UInt8>) -> Result {
    guard let first = bytes.first else { return .incomplete }
    let (length, initial): (Int, UInt32)
    // What the second byte may be keeps overlong forms, surrogates and what is above U+10FFFF out.
    var second: ClosedRange<UInt8> = 0x80...0xBF
    switch first {
    case 0..<0x80: return .scalar(Unicode.Scalar(first), count: 1)
    case 0xC2...0xDF: (length, initial) = (2, UInt32(first & 0x1F))
    case 0xE0...0xEF:
      (length, initial) = (3, UInt32(first & 0x0F))
      if first == 0xE0 { second = 0xA0...0xBF }
      if first == 0xED { second = 0x80...0x9F }
    case 0xF0...0xF4:
      (length, initial) = (4, UInt32(first & 0x07))
      if first == 0xF0 { second = 0x90...0xBF }
      if first == 0xF4 { second = 0x80...0x8F }
    default: return .invalid(count: 1)
    }
    var value = initial
    for (index, byte) in bytes.prefix(length).dropFirst().enumerated() {
      guard (index == 0 ? second : 0x80...0xBF).contains(byte) else {
        return .invalid(count: index + 1)
      }
      value = value << 6 | UInt32(byte & 0x3F)
    }
    guard bytes.count >= length else { return .incomplete }
    guard let scalar = Unicode.Scalar(value) else { return .invalid(count: 1) }
    return .scalar(scalar, count: length)
  }
}
