import Foundation

/// Reads the elements of a JSON file one by one, in constant memory, each with its line and its bytes.
///
/// The elements are those of an array, which is the whole file or a member of the object that it holds, or else values
/// that stand one after the other, as in JSON lines. What the bytes of an element say is the caller's to find out.
///
/// ```swift
/// var reader = try JSONElementReader(member: "features") { try input.next() }
/// while let element = try reader.next() { … }
/// ```
public struct JSONElementReader {
  /// One value of the file, or the place behind which nothing can be told apart any more.
  public struct Element: Hashable, Sendable {
    /// The number of the line that it begins on.
    public let line: Int
    /// It as it stands in the file; behind a break, all that is at hand.
    public let bytes: [UInt8]
    /// Why nothing is read behind this place, as a part of a sentence; nil for a value.
    public let breakage: String?
  }

  /// The file does not hold what was asked for.
  public enum ContentError: Error, Hashable, Sendable {
    /// The file begins neither as an array nor as an object.
    case noElements
    /// The file is no object that has such a member, and an array in it.
    case noSuchArray(member: String)
    /// The file ends, or stops being JSON, before the array begins.
    case broken(line: Int)
  }

  /// The longest element that is read, in bytes.
  public static let longestElement = 16 * 1024 * 1024

  private let nextBytes: () throws -> [UInt8]
  private var buffer: [UInt8] = []
  private var position = 0
  private var line = 1
  private var isAtEnd = false
  private var isArray = false
  private var isMember = false
  private var isFinished = false

  /// Starts to read the elements of an array, or values one after the other.
  ///
  /// - Parameter nextBytes: Gives the next bytes of the file, none at its end.
  /// - Throws: ``ContentError/noElements`` or whatever getting bytes throws.
  public init(_ nextBytes: @escaping () throws -> [UInt8]) throws {
    self.nextBytes = nextBytes
    switch try firstSign() {
    case UInt8(ascii: "["):
      isArray = true
      position += 1
    case UInt8(ascii: "{"): break
    default: throw ContentError.noElements
    }
  }

  /// Starts to read the elements of an array that is a member of the object in the file.
  ///
  /// - Parameters:
  ///   - member: The member's name.
  ///   - nextBytes: Gives the next bytes of the file, none at its end.
  /// - Throws: ``ContentError`` or whatever getting bytes throws.
  public init(member: String, _ nextBytes: @escaping () throws -> [UInt8]) throws {
    self.nextBytes = nextBytes
    guard try firstSign() == UInt8(ascii: "{") else { throw ContentError.noSuchArray(member: member) }
    position += 1
    guard try passMembers(upTo: member) else { throw ContentError.noSuchArray(member: member) }
    isArray = true
    isMember = true
  }

  /// Reads on to the next element.
  ///
  /// - Returns: What stands there; `nil` at the end.
  /// - Throws: Whatever getting bytes throws.
  public mutating func next() throws -> Element? {
    guard !isFinished else { return nil }
    guard let sign = try nextSign() else {
      return isArray ? try rest("the array that this belongs to is never closed") : nil
    }
    if isArray, sign == UInt8(ascii: "]") {
      position += 1
      return try end()
    }
    guard let end = try endOfElement() else { return try rest("what begins here is never closed") }
    let bytes = Array(buffer[position..<end])
    let start = line
    line += bytes.count { $0 == UInt8(ascii: "\n") }
    position = end
    guard !bytes.isEmpty, try passSeparator() else {
      position = end - bytes.count
      line = start
      return try rest("a comma is missing or misplaced near here")
    }
    return Element(line: start, bytes: bytes, breakage: nil)
  }

  /// Looks at what stands behind the array.
  private mutating func end() throws -> Element? {
    isFinished = true
    if isMember {
      do {
        if try nextSign() == UInt8(ascii: ",") {
          position += 1
          while try passMembers(upTo: nil) {}
        } else if try nextSign() == UInt8(ascii: "}") {
          position += 1
        } else {
          return try rest("the object that this belongs to is never closed")
        }
      } catch is ContentError {
        return try rest("the object that this belongs to is never closed")
      }
    }
    return try nextSign() == nil ? nil : try rest("there is text behind the \(isMember ? "object" : "array")")
  }

  // MARK: Members

  /// Passes the members of an object up to the array in the one that is named; whether it is there.
  private mutating func passMembers(upTo name: String?) throws -> Bool {
    while true {
      guard try nextSign() == UInt8(ascii: "\""), let key = try passElement(), try nextSign() == UInt8(ascii: ":")
      else {
        throw ContentError.broken(line: line)
      }
      position += 1
      let sign = try nextSign()
      if sign == UInt8(ascii: "["), let name, text(key) == name {
        position += 1
        return true
      }
      guard sign != nil, try passElement() != nil else { throw ContentError.broken(line: line) }
      switch try nextSign() {
      case UInt8(ascii: ","): position += 1
      case UInt8(ascii: "}"):
        position += 1
        return false
      default: throw ContentError.broken(line: line)
      }
    }
  }

  private mutating func passElement() throws -> [UInt8]? {
    guard let end = try endOfElement(), end > position else { return nil }
    let bytes = Array(buffer[position..<end])
    line += bytes.count { $0 == UInt8(ascii: "\n") }
    position = end
    return bytes
  }

  private func text(_ key: [UInt8]) -> String? {
    JSONText.value(of: key) as? String
  }

  // MARK: Scanning

  private mutating func firstSign() throws -> UInt8? {
    while buffer.count < 3, !isAtEnd { try fill() }
    if buffer.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    return try nextSign()
  }

  /// The next byte that is no blank, which stays to be read; `nil` at the end.
  private mutating func nextSign() throws -> UInt8? {
    while true {
      while position < buffer.count {
        let byte = buffer[position]
        guard byte == 0x20 || (0x09...0x0D).contains(byte) else { return byte }
        if byte == UInt8(ascii: "\n") { line += 1 }
        position += 1
      }
      guard !isAtEnd else { return nil }
      try fill()
    }
  }

  /// Passes what has to stand behind an element.
  private mutating func passSeparator() throws -> Bool {
    let sign = try nextSign()
    guard isArray else { return sign == nil || sign == UInt8(ascii: "{") }
    if sign == UInt8(ascii: ",") { position += 1 }
    return sign == nil || sign == UInt8(ascii: ",") || sign == UInt8(ascii: "]")
  }

  /// Where the element that begins here ends; `nil` if it doesn't.
  private mutating func endOfElement() throws -> Int? {
    var scan = ElementScan()
    var length = 0
    while true {
      while position + length < buffer.count {
        if scan.ends(before: buffer[position + length]) { return position + length }
        length += 1
        if scan.isComplete { return position + length }
      }
      guard !isAtEnd else { return scan.isScalar ? position + length : nil }
      guard length <= Self.longestElement else { return nil }
      try fill()
    }
  }

  /// Ends the reading, since nothing of what is left can be told apart any more.
  private mutating func rest(_ reason: String) throws -> Element {
    isFinished = true
    return Element(line: line, bytes: Array(buffer[position...]), breakage: reason)
  }

  private mutating func fill() throws {
    if position > 0 {
      buffer.removeFirst(position)
      position = 0
    }
    let bytes = try nextBytes()
    isAtEnd = bytes.isEmpty
    buffer += bytes
  }
}

/// Finds the end of one JSON value, byte by byte.
private struct ElementScan {
  private var depth = 0
  private var isInText = false
  private var isEscaped = false
  /// Whether the last byte taken was the value's last.
  private(set) var isComplete = false

  /// Whether it is a number or a word, which ends where something else begins.
  var isScalar: Bool { depth == 0 && !isInText }

  /// Takes a byte, unless the value has ended before it.
  mutating func ends(before byte: UInt8) -> Bool {
    if isInText {
      if isEscaped {
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if byte == UInt8(ascii: "\"") {
        isInText = false
        isComplete = depth == 0
      }
      return false
    }
    switch byte {
    case UInt8(ascii: "\""): isInText = true
    case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
    case UInt8(ascii: "}"), UInt8(ascii: "]"):
      guard depth > 0 else { return true }
      depth -= 1
      isComplete = depth == 0
    case UInt8(ascii: ","), 0x20, 0x09...0x0D:
      return depth == 0
    default: break
    }
    return false
  }
}
