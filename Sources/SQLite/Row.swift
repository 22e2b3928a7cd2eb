import CSQLite
import Glibc

/// The current row of a running statement, or a copy of one.
///
/// It is valid only inside the closure that receives it. Columns are numbered from 0; a number outside the statement's
/// columns reads as NULL.
public struct Row: ~Copyable {
  private enum Source {
    case statement(OpaquePointer, isUTF8: Bool)
    case copy(UnsafeBufferPointer<RowCopies.Cell>, bytes: UnsafeRawBufferPointer)
  }

  private let source: Source

  init(handle: OpaquePointer, isUTF8: Bool) { source = .statement(handle, isUTF8: isUTF8) }

  init(copyOf cells: UnsafeBufferPointer<RowCopies.Cell>, bytes: UnsafeRawBufferPointer) {
    source = .copy(cells, bytes: bytes)
  }

  /// The number of columns.
  public var count: Int {
    switch source {
    case .statement(let handle, _): Int(sqlite3_column_count(handle))
    case .copy(let cells, _): cells.count
    }
  }

  /// Whether the column holds NULL.
  public func isNull(_ column: Int) -> Bool { type(column) == SQLITE_NULL }

  /// Whether the column holds text.
  public func isText(_ column: Int) -> Bool { type(column) == SQLITE_TEXT }

  /// SQLite's number of the column's type.
  func type(_ column: Int) -> Int32 {
    switch source {
    case .statement(let handle, _): sqlite3_column_type(handle, Int32(column))
    case .copy(let cells, _): cells.indices ~= column ? cells[column].type : SQLITE_NULL
    }
  }

  /// The column as an integer; text and NULL read as SQLite converts them.
  public func integer(_ column: Int) -> Int64 {
    switch source {
    case .statement(let handle, _): sqlite3_column_int64(handle, Int32(column))
    case .copy(let cells, _):
      switch type(column) {
      case SQLITE_INTEGER: cells[column].number
      case SQLITE_FLOAT: Int64(exactly: real(column).rounded(.towardZero)) ?? (real(column) < 0 ? .min : .max)
      case SQLITE_TEXT, SQLITE_BLOB: Int64(strtoll(text(column) ?? "", nil, 10))
      default: 0
      }
    }
  }

  /// The column as a number; text and NULL read as SQLite converts them.
  public func real(_ column: Int) -> Double {
    switch source {
    case .statement(let handle, _): sqlite3_column_double(handle, Int32(column))
    case .copy(let cells, _):
      switch type(column) {
      case SQLITE_INTEGER: Double(cells[column].number)
      case SQLITE_FLOAT: Double(bitPattern: UInt64(bitPattern: cells[column].number))
      case SQLITE_TEXT, SQLITE_BLOB: strtod(text(column) ?? "", nil)
      default: 0
      }
    }
  }

  /// The column as text, or nil for NULL. Bytes that are not UTF-8 become U+FFFD.
  public func text(_ column: Int) -> String? {
    switch source {
    case .statement(let handle, _):
      // SQLite's own text of a number has fifteen digits, from which another number may be read.
      if type(column) == SQLITE_FLOAT { return String(real(column)) }
      guard let start = sqlite3_column_text(handle, Int32(column)) else { return nil }
      let length = Int(sqlite3_column_bytes(handle, Int32(column)))
      return String(decoding: UnsafeBufferPointer(start: start, count: length), as: UTF8.self)
    case .copy:
      switch type(column) {
      case SQLITE_INTEGER: return String(integer(column))
      case SQLITE_FLOAT: return String(real(column))
      case SQLITE_TEXT, SQLITE_BLOB: return withBytes(column) { String(decoding: $0, as: UTF8.self) }
      default: return nil
      }
    }
  }

  /// Calls the body with the column's bytes: a text's UTF-8, a blob's content, or nothing for NULL.
  ///
  /// The bytes are gone with the row.
  public func withBytes<Result>(_ column: Int, _ body: (UnsafeRawBufferPointer) throws -> Result)
    rethrows -> Result
  {
    switch source {
    case .statement(let handle, let isUTF8):
      // Text that lies there in UTF-8 is taken as it lies; made a C string, it would be copied.
      let isOtherText = !isUTF8 && sqlite3_column_type(handle, Int32(column)) == SQLITE_TEXT
      let start =
        isOtherText
        ? UnsafeRawPointer(sqlite3_column_text(handle, Int32(column))) : sqlite3_column_blob(handle, Int32(column))
      let length = Int(sqlite3_column_bytes(handle, Int32(column)))
      return try body(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : length))
    case .copy(let cells, let bytes):
      switch type(column) {
      case SQLITE_TEXT, SQLITE_BLOB:
        let start = Int(cells[column].number)
        return try body(UnsafeRawBufferPointer(rebasing: bytes[start..<start + Int(cells[column].length)]))
      default:
        var text = text(column) ?? ""
        return try text.withUTF8 { try body(UnsafeRawBufferPointer($0)) }
      }
    }
  }

  /// The column as it is stored.
  public func value(_ column: Int) -> Value {
    switch type(column) {
    case SQLITE_INTEGER: .integer(integer(column))
    case SQLITE_FLOAT: .real(real(column))
    case SQLITE_TEXT: .text(text(column) ?? "")
    case SQLITE_BLOB: .blob(withBytes(column) { Array($0) })
    default: .null
    }
  }
}
