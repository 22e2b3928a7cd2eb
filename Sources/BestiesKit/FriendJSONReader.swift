import Foundation

/// Reads friends from the bytes of a JSON file, object by object, in constant memory.
///
/// The file holds an array of objects, or objects one after the other, as in JSON lines. An object that can't be a friend
/// is told as such, with its line and its bytes, and the ones behind it are read.
public struct FriendJSONReader {
  /// The longest object that is read, in bytes.
  public static let longestObject = 16 * 1024 * 1024

  private let nextBytes: () throws -> [UInt8]
  private var buffer: [UInt8] = []
  private var position = 0
  private var line = 1
  private var isAtEnd = false
  private var isArray = false
  private var isFinished = false

  /// Starts to read.
  ///
  /// - Parameter nextBytes: Gives the next bytes of the file, none at its end.
  /// - Throws: ``FriendJSON/ParseError/notAnArray`` if the file begins as something else, or whatever getting bytes
  ///   throws.
  public init(_ nextBytes: @escaping () throws -> [UInt8]) throws {
    self.nextBytes = nextBytes
    while buffer.count < 3, !isAtEnd { try fill() }
    if buffer.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    switch try nextSign() {
    case UInt8(ascii: "["):
      isArray = true
      position += 1
    case UInt8(ascii: "{"): break
    default: throw FriendJSON.ParseError.notAnArray
    }
  }

  /// Reads on to the next object.
  ///
  /// - Returns: What stands there; `nil` at the end.
  /// - Throws: Whatever getting bytes throws.
  public mutating func next() throws -> FriendFileReader.Entry? {
    guard !isFinished else { return nil }
    guard let sign = try nextSign() else {
      return isArray ? try rest("the array that this belongs to is never closed") : nil
    }
    if isArray, sign == UInt8(ascii: "]") {
      position += 1
      guard try nextSign() != nil else { return nil }
      return try rest("there is text behind the array")
    }
    guard let end = try endOfElement() else {
      return try rest("what begins here is never closed")
    }
    let bytes = Array(buffer[position..<end])
    let start = line
    line += bytes.count { $0 == UInt8(ascii: "\n") }
    position = end
    guard !bytes.isEmpty, try passSeparator() else {
      position = end - bytes.count
      line = start
      return try rest("a comma is missing or misplaced near here")
    }
    return FriendFileReader.Entry(result: draft(of: bytes), line: start, bytes: bytes, extraCellCount: 0)
  }

  private func draft(of bytes: [UInt8]) -> Result<FriendDraft, FriendFileReader.Refusal> {
    guard let element = try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed) else {
      return .failure(FriendFileReader.Refusal(reason: "this is not JSON"))
    }
    return Result { try FriendJSON.draft(element) }.mapError { FriendFileReader.Refusal(reason: "\($0)") }
  }

  // MARK: Scanning

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
      guard length <= Self.longestObject else { return nil }
      try fill()
    }
  }

  /// Refuses all that is left, since nothing in it can be told apart any more.
  private mutating func rest(_ reason: String) throws -> FriendFileReader.Entry {
    isFinished = true
    return FriendFileReader.Entry(
      result: .failure(FriendFileReader.Refusal(reason: reason)), line: line, bytes: Array(buffer[position...]),
      extraCellCount: 0)
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
