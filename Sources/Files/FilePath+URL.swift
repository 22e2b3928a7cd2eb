public import Foundation

extension FilePath {
  /// The name that a file URL stands for, whose percent signs may stand for any bytes.
  ///
  /// - Parameter url: The URL.
  public init(_ url: URL) {
    let text = Array(url.path(percentEncoded: true).utf8)
    var bytes: [UInt8] = []
    var position = 0
    while position < text.count {
      let digits = text[position...].dropFirst().prefix(2)
      if text[position] == UInt8(ascii: "%"), digits.count == 2,
        let byte = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
      {
        bytes.append(byte)
        position += 3
      } else {
        bytes.append(text[position])
        position += 1
      }
    }
    self.init(bytes: bytes)
  }

  /// The file URL that stands for the name.
  public var url: URL {
    let path = absolute.bytes.map { byte in
      let digits = String(byte, radix: 16, uppercase: true)
      return Self.isPlain(byte) ? String(UnicodeScalar(byte)) : "%" + (digits.count < 2 ? "0" : "") + digits
    }
    // Every byte is a sign that URLs have, or written as one.
    return URL(string: "file://" + path.joined()) ?? URL(filePath: description)
  }

  /// Whether a byte stands for itself in the path of a URL.
  ///
  /// Source: <https://www.rfc-editor.org/rfc/rfc3986#section-2.3>
  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "/-._~".utf8.contains(byte)
    }
  }
}
