/// The bytes of a CSV file as UTF-8 without a byte order mark, whatever they were.
struct CSVByteSource {
  private enum Encoding {
    case unknown
    case utf8
    case utf16(isBigEndian: Bool)
  }

  private let nextBytes: () throws -> [UInt8]
  private var encoding = Encoding.unknown
  /// Bytes that don't yet make a code unit, or a whole byte order mark.
  private var rest: [UInt8] = []
  private var highSurrogate: UInt16?

  init(_ nextBytes: @escaping () throws -> [UInt8]) { self.nextBytes = nextBytes }

  /// The next bytes, none at the end.
  mutating func next() throws -> [UInt8] {
    while true {
      let bytes = try nextBytes()
      let isEnd = bytes.isEmpty
      if case .unknown = encoding {
        rest += bytes
        guard rest.count >= 3 || isEnd else { continue }
        detectEncoding()
      } else if case .utf8 = encoding {
        return bytes
      } else {
        rest += bytes
      }
      let decoded = decode(isEnd: isEnd)
      if !decoded.isEmpty || isEnd { return decoded }
    }
  }

  /// Takes the byte order mark off; one that stands anywhere else is text.
  private mutating func detectEncoding() {
    if rest.starts(with: [0xEF, 0xBB, 0xBF]) {
      rest.removeFirst(3)
      encoding = .utf8
    } else if rest.starts(with: [0xFF, 0xFE]) || rest.starts(with: [0xFE, 0xFF]) {
      encoding = .utf16(isBigEndian: rest[0] == 0xFE)
      rest.removeFirst(2)
    } else {
      encoding = .utf8
    }
  }

  private mutating func decode(isEnd: Bool) -> [UInt8] {
    guard case .utf16(let isBigEndian) = encoding else {
      defer { rest = [] }
      return rest
    }
    var decoded: [UInt8] = []
    decoded.reserveCapacity(rest.count)
    for index in stride(from: 0, to: rest.count - 1, by: 2) {
      let high = UInt16(rest[isBigEndian ? index : index + 1])
      append(high << 8 | UInt16(rest[isBigEndian ? index + 1 : index]), to: &decoded)
    }
    rest = rest.count.isMultiple(of: 2) ? [] : [rest[rest.count - 1]]
    if isEnd, !rest.isEmpty || highSurrogate != nil {
      rest = []
      highSurrogate = nil
      decoded.append(Self.invalidByte)
    }
    return decoded
  }

  /// A byte that UTF-8 doesn't have, so that what is broken is refused and not changed.
  private static let invalidByte: UInt8 = 0xFF

  private mutating func append(_ unit: UInt16, to bytes: inout [UInt8]) {
    if let high = highSurrogate {
      highSurrogate = nil
      if UTF16.isTrailSurrogate(unit) {
        let value = 0x10000 + (UInt32(high) - 0xD800) << 10 + (UInt32(unit) - 0xDC00)
        if let scalar = Unicode.Scalar(value) { bytes += UTF8.encode(scalar) ?? .init() }
        return
      }
      bytes.append(Self.invalidByte)
    }
    if UTF16.isLeadSurrogate(unit) {
      highSurrogate = unit
    } else if let scalar = Unicode.Scalar(unit) {
      bytes += UTF8.encode(scalar) ?? .init()
    } else {
      bytes.append(Self.invalidByte)
    }
  }
}
