/// Reads one key, report or escape sequence at the start of some bytes.
enum EscapeSequence {
  enum Result: Equatable {
    case event(Event, count: Int)
    case pasteStart(count: Int)
    /// A sequence that means nothing here.
    case skip(count: Int)
    case incomplete
  }

  /// Reads from bytes of which there is at least one.
  ///
  /// - Parameters:
  ///   - bytes: What has arrived.
  ///   - isFinal: Nothing will follow: what could still become a sequence is the keys it looks like.
  /// - Returns: What was read, and how many bytes it took.
  static func read(_ bytes: ArraySlice<UInt8>, isFinal: Bool) -> Result {
    guard let first = bytes.first else { return .incomplete }
    guard first == Byte.escape else { return key(bytes) }
    let lone = Result.event(.key(.escape), count: 1)
    guard let second = bytes.dropFirst().first else { return isFinal ? lone : .incomplete }
    let result: Result?
    switch second {
    case UInt8(ascii: "["): result = controlSequence(bytes)
    case UInt8(ascii: "O"): result = singleShift(bytes)
    case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "_"):
      result = controlString(bytes)
    default: return lone
    }
    guard let result else { return lone }
    guard result == .incomplete, isFinal else { return result }
    // A sequence that stopped on the way was lost; two bytes are Esc and the key that followed.
    if bytes.count == 2 { return lone }
    return isControlString(bytes) ? .incomplete : .skip(count: bytes.count)
  }

  // MARK: Without Esc

  private static func key(_ bytes: ArraySlice<UInt8>) -> Result {
    switch UTF8Reader.read(bytes) {
    case .incomplete: .incomplete
    case .invalid(let count): .event(.key(.character("\u{FFFD}")), count: count)
    case .scalar(let scalar, let count): .event(.key(key(scalar)), count: count)
    }
  }

  /// The key that sends a code point by itself.
  static func key(_ scalar: Unicode.Scalar) -> Key {
    switch scalar.value {
    case 0x08, 0x7F: .backspace
    case 0x09: .tab
    case 0x0A, 0x0D: .enter
    case 0x1B: .escape
    case 0: .control(" ")
    case 0x01...0x1A: .control(Character(Unicode.Scalar(UInt8(scalar.value) + 0x60)))
    case 0x1C...0x1F: .control(Character(Unicode.Scalar(UInt8(scalar.value) + 0x40)))
    default: .character(Character(scalar))
    }
  }

  // MARK: Esc O

  private static func singleShift(_ bytes: ArraySlice<UInt8>) -> Result? {
    guard let final = bytes.dropFirst(2).first else { return .incomplete }
    // Only what a terminal sends; Esc, a capital O and a letter are three keys.
    return letterKeys[final].map { .event(.key($0), count: 3) }
  }

  static let letterKeys: [UInt8: Key] = [
    UInt8(ascii: "A"): .up, UInt8(ascii: "B"): .down,
    UInt8(ascii: "C"): .right, UInt8(ascii: "D"): .left,
    UInt8(ascii: "H"): .home, UInt8(ascii: "F"): .end,
    UInt8(ascii: "P"): .function(1), UInt8(ascii: "Q"): .function(2),
    UInt8(ascii: "R"): .function(3), UInt8(ascii: "S"): .function(4),
  ]

  // MARK: Esc ] and its like: answers to questions that were never asked

  private static func isControlString(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard let introducer = bytes.dropFirst().first else { return false }
    return introducer != UInt8(ascii: "[") && introducer != UInt8(ascii: "O")
  }

  private static func controlString(_ bytes: ArraySlice<UInt8>) -> Result? {
    guard let third = bytes.dropFirst(2).first else { return .incomplete }
    // Answers begin with a number or a sign; before a letter, Esc and `P` are two keys.
    let starts: [UInt8] = Array("0123456789;>=!$+?G".utf8)
    guard starts.contains(third) else { return nil }
    for index in bytes.indices.dropFirst(2) {
      if bytes[index] == Byte.bell { return .skip(count: index + 1 - bytes.startIndex) }
      guard bytes[index] == Byte.escape else { continue }
      guard index + 1 < bytes.endIndex else { return .incomplete }
      // Ended by ESC \; any other Esc breaks it off and is read by itself.
      let isEnd = bytes[index + 1] == UInt8(ascii: "\\")
      return .skip(count: index + (isEnd ? 2 : 0) - bytes.startIndex)
    }
    return .incomplete
  }
}
