import Foundation
public import SQLite

/// A type whose values a column can hold.
///
/// Texts, integers, numbers, booleans, dates and optionals of these are; a type of your own becomes one by saying how it
/// is stored:
///
///     import SQLite
///
///     struct Hex: Hashable, ColumnValue {
///       var digits: String
///       static var columnType: String { "TEXT" }
///       var storedValue: Value { .text(digits) }
///
///       init?(storedValue: Value) {
///         guard case .text(let digits) = storedValue, digits.count == 6 else { return nil }
///         self.digits = digits
///       }
///     }
///
/// Predicates and sorts compare what is stored: equal values are to be stored alike, and a type that is `Comparable` in the order
/// of what it stores.
///
/// Other tools write to the store too, so a value that is not of the type is no mistake of the program: it is read as nil,
/// and leaves the property as it is in a blank record.
///
/// It mirrors Core Data's `ValueTransformer`: <https://developer.apple.com/documentation/foundation/valuetransformer>. What
/// a declared type means to SQLite: <https://www.sqlite.org/datatype3.html>
public protocol ColumnValue: Sendable {
  /// The column's declared type, such as `TEXT`.
  static var columnType: String { get }
  /// Whether NULL is a value.
  static var isOptional: Bool { get }
  /// Reads a stored value.
  ///
  /// - Parameter storedValue: The value; nil comes of one that is not of this type.
  init?(storedValue: Value)
  /// Reads a column of a row; a type may do so without making a `Value` of it first, which is faster.
  ///
  /// - Parameters:
  ///   - row: The row.
  ///   - column: The column, counted from 0; nil comes of a value that is not of this type.
  init?(row: borrowing Row, column: Int)
  /// The value as it is stored.
  var storedValue: Value { get }
}

extension ColumnValue {
  /// Whether NULL is a value: not unless the type says so.
  public static var isOptional: Bool { false }
  /// Reads the stored value of the column.
  ///
  /// - Parameters:
  ///   - row: The row.
  ///   - column: The column, counted from 0.
  public init?(row: borrowing Row, column: Int) { self.init(storedValue: row.value(column)) }
}

extension String: ColumnValue {
  /// TEXT.
  public static var columnType: String { "TEXT" }
  /// Reads text, and numbers as text.
  ///
  /// - Parameter storedValue: The value; nil comes of NULL and of a blob.
  public init?(storedValue: Value) {
    switch storedValue {
    case .text(let text): self = text
    case .integer(let number): self = String(number)
    case .real(let number): self = String(number)
    case .null, .blob: return nil
    }
  }
  /// Reads text, and numbers as text.
  ///
  /// - Parameters:
  ///   - row: The row.
  ///   - column: The column, counted from 0; nil comes of NULL and of a blob.
  public init?(row: borrowing Row, column: Int) {
    if row.isText(column), let text = row.text(column) {
      self = text
    } else {
      self.init(storedValue: row.value(column))
    }
  }
  /// The text.
  public var storedValue: Value { .text(self) }
}

extension Int: ColumnValue {
  /// INTEGER.
  public static var columnType: String { "INTEGER" }
  /// Reads an integer.
  ///
  /// - Parameter storedValue: The value; nil comes of anything else.
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
  ///
  /// - Parameter storedValue: The value; nil comes of anything else.
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
  ///
  /// - Parameter storedValue: The value; nil comes of anything else.
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
  ///
  /// - Parameter storedValue: The value.
  public init?(storedValue: Value) {
    switch storedValue {
    case .null: self = .none
    default:
      guard let wrapped = Wrapped(storedValue: storedValue) else { return nil }
      self = wrapped
    }
  }
  /// Reads NULL as nil, and anything else as the wrapped type does.
  ///
  /// - Parameters:
  ///   - row: The row.
  ///   - column: The column, counted from 0.
  public init?(row: borrowing Row, column: Int) {
    if row.isNull(column) {
      self = .none
    } else {
      guard let wrapped = Wrapped(row: row, column: column) else { return nil }
      self = wrapped
    }
  }
  /// NULL, or the wrapped value's.
  public var storedValue: Value { self?.storedValue ?? .null }
}
