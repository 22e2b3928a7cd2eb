/// A value as SQLite stores it: one of five storage classes.
///
///     try connection.run("INSERT INTO tag(name) VALUES (?)", [.text("climbing")])
///
/// Source: <https://www.sqlite.org/datatype3.html>
public enum Value: Hashable, Sendable {
  /// The absent value.
  case null
  /// A signed 64-bit number.
  case integer(Int64)
  /// A double-precision number.
  case real(Double)
  /// UTF-8 text.
  case text(String)
  /// Bytes, kept as they are.
  case blob([UInt8])
}

extension Value: ExpressibleByNilLiteral, ExpressibleByIntegerLiteral, ExpressibleByStringLiteral {
  /// The absent value.
  public init(nilLiteral: ()) { self = .null }

  /// An integer.
  public init(integerLiteral value: Int64) { self = .integer(value) }

  /// A text.
  public init(stringLiteral value: String) { self = .text(value) }
}

extension Value: CustomStringConvertible {
  /// The value as an SQL literal.
  public var description: String {
    switch self {
    case .null: "NULL"
    case .integer(let value): String(value)
    case .real(let value): String(value)
    case .text(let value): "'" + value.replacing("'", with: "''") + "'"
    case .blob(let bytes): "x'" + bytes.map(Self.hexadecimal).joined() + "'"
    }
  }

  private static func hexadecimal(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16)
    return digits.count == 1 ? "0" + digits : digits
  }
}
