import Foundation
public import SQLite

/// A type whose values a column can hold.
///
/// Strings, integers, numbers, booleans, dates and optionals of these are; a type of your own becomes one by saying how it
/// is stored:
///
///     extension Hex: ColumnValue {
///       public static var columnType: String { "TEXT" }
///       public init?(storedValue: SQLite.Value) { … }
///       public var storedValue: SQLite.Value { .text(text) }
///     }
public protocol ColumnValue: Sendable {
  /// The column's declared type, such as `TEXT`.
  static var columnType: String { get }
  /// Whether NULL is a value.
  static var isOptional: Bool { get }
  /// Reads a stored value; nil if it is not of this type, as may be when another tool wrote it.
  init?(storedValue: Value)
  /// The value as it is stored.
  var storedValue: Value { get }
}

extension ColumnValue {
  /// Whether NULL is a value: not unless the type says so.
  public static var isOptional: Bool { false }
}

extension String: ColumnValue {
  /// TEXT.
  public static var columnType: String { "TEXT" }
  /// Reads text, and numbers as text.
  public init?(storedValue: Value) {
    switch storedValue {
    case .text(let text): self = text
    case .integer(let number): self = String(number)
    case .real(let number): self = String(number)
    case .null, .blob: return nil
    }
  }
  /// The text.
  public var storedValue: Value { .text(self) }
}

extension Int: ColumnValue {
  /// INTEGER.
  public static var columnType: String { "INTEGER" }
  /// Reads an integer.
  public init?(storedValue: Value) {
    guard case .integer(let number) = storedValue else { return nil }
    self.init(exactly: number)
  }
  /// The integer.
  public var storedValue: Value { .integer(Int64(self)) }
}

extension Double: ColumnValue {
  /// REAL.
  public static var columnType: String { "REAL" }
  /// Reads a number, whole or not.
  public init?(storedValue: Value) {
    switch storedValue {
    case .real(let number): self = number
    case .integer(let number): self = Double(number)
    case .null, .text, .blob: return nil
    }
  }
  /// The number.
  public var storedValue: Value { .real(self) }
}

extension Bool: ColumnValue {
  /// INTEGER.
  public static var columnType: String { "INTEGER" }
  /// Reads 0 as false and any other integer as true.
  public init?(storedValue: Value) {
    guard case .integer(let number) = storedValue else { return nil }
    self = number != 0
  }
  /// 0 or 1.
  public var storedValue: Value { .integer(self ? 1 : 0) }
}

extension Optional: ColumnValue where Wrapped: ColumnValue {
  /// The wrapped type's.
  public static var columnType: String { Wrapped.columnType }
  /// NULL is a value.
  public static var isOptional: Bool { true }
  /// Reads NULL as nil, and anything else as the wrapped type does.
  public init?(storedValue: Value) {
    switch storedValue {
    case .null: self = .none
    default:
      guard let wrapped = Wrapped(storedValue: storedValue) else { return nil }
      self = wrapped
    }
  }
  /// NULL, or the wrapped value's.
  public var storedValue: Value { self?.storedValue ?? .null }
}
