/// Turns the bytes of a terminal into events.
///
/// A pure value: the same bytes give the same events, however they are cut into pieces.
///
/// ```swift
/// var parser = InputParser()
/// parser.parse([0x1B, 0x5B])  // []: it may be a key, or Esc and `[`
/// parser.parse([0x41])        // [.key(.up)]
/// ```
///
/// A lone Esc looks like the start of a key. When `awaitsMore` is true and nothing follows for a
/// moment, call `flush()`.
///
/// See <https://invisible-island.net/xterm/ctlseqs/ctlseqs.html>.
public struct InputParser: Sendable {
  /// Bytes that are not events yet.
  private var buffer: [UInt8] = []
  /// The bytes of a paste that has not ended yet.
  private var paste: [UInt8]?

  /// Makes a parser that has read nothing.
  public init() {}

  /// Whether what came last may be an Esc by itself, which only time can tell.
  public var awaitsMore: Bool { paste == nil && buffer.first == Byte.escape }

  /// Reads more bytes.
  public mutating func parse(_ bytes: some Sequence<UInt8>) -> [Event] {
    buffer.append(contentsOf: bytes)
    return drain(isFinal: false)
  }

  /// Takes what has been read as all there is: an Esc that nothing followed is the key Esc.
  public mutating func flush() -> [Event] {
    guard awaitsMore else { return [] }
    return drain(isFinal: true)
  }

  private mutating func drain(isFinal: Bool) -> [Event] {
    var events: [Event] = []
    var position = 0
    loop: while position < buffer.count {
      if paste != nil {
        guard let event = readPaste(from: &position) else { break }
        events.append(event)
        continue
      }
      switch EscapeSequence.read(buffer[position...], isFinal: isFinal) {
      case .incomplete: break loop
      case .skip(let count): position += count
      case .event(let event, let count):
        events.append(event)
        position += count
      case .pasteStart(let count):
        paste = []
        position += count
      }
    }
    buffer.removeFirst(position)
    return events
  }

  /// Moves bytes into the paste; its event when the end has come.
  private mutating func readPaste(from position: inout Int) -> Event? {
    while let escape = buffer[position...].firstIndex(of: Byte.escape) {
      paste?.append(contentsOf: buffer[position..<escape])
      position = escape
      let possibleMarker = buffer[escape...].prefix(Byte.pasteEnd.count)
      if possibleMarker.elementsEqual(Byte.pasteEnd) {
        position += Byte.pasteEnd.count
        let text = Self.normalized(paste ?? [])
        paste = nil
        return .paste(text)
      }
      if Byte.pasteEnd.starts(with: possibleMarker) { return nil }
      paste?.append(Byte.escape)
      position += 1
    }
    paste?.append(contentsOf: buffer[position...])
    position = buffer.count
    return nil
  }

  /// The text of a paste: terminals send CR, or CR LF, for the end of a line.
  private static func normalized(_ bytes: [UInt8]) -> String {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var previous: UInt8?
    for byte in bytes {
      defer { previous = byte }
      if byte == Byte.lineFeed, previous == Byte.carriageReturn { continue }
      result.append(byte == Byte.carriageReturn ? Byte.lineFeed : byte)
    }
    return String(decoding: result, as: UTF8.self)
  }
}

/// The bytes that mean something to a terminal.
enum Byte {
  static let bell: UInt8 = 0x07
  static let lineFeed: UInt8 = 0x0A
  static let carriageReturn: UInt8 = 0x0D
  static let escape: UInt8 = 0x1B
  static let pasteEnd = Array("\u{1B}[201~".utf8)
}
