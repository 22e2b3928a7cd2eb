import CSQLite

/// The current row of a running statement.
///
/// It is valid only inside the closure that receives it. Columns are numbered from 0; a number outside the statement's
/// columns reads as NULL.
public struct Row: ~Copyable {
  let handle: OpaquePointer

  /// The number of columns.
  public var count: Int { Int(sqlite3_column_count(handle)) }

  /// Whether the column holds NULL.
  public func isNull(_ column: Int) -> Bool {
    sqlite3_column_type(handle, Int32(column)) == SQLITE_NULL
  }

  /// Whether the column holds text.
  public func isText(_ column: Int) -> Bool {
    sqlite3_column_type(handle, Int32(column)) == SQLITE_TEXT
  }

  /// The column as an integer; text and NULL read as SQLite converts them.
  public func integer(_ column: Int) -> Int64 { sqlite3_column_int64(handle, Int32(column)) }

  /// The column as a number; text and NULL read as SQLite converts them.
  public func real(_ column: Int) -> Double { sqlite3_column_double(handle, Int32(column)) }

  /// The column as text, or nil for NULL. Bytes that are not UTF-8 become U+FFFD.
  public func text(_ column: Int) -> String? {
    guard let start = sqlite3_column_text(handle, Int32(column)) else { return nil }
    let length = Int(sqlite3_column_bytes(handle, Int32(column)))
    return String(decoding: UnsafeBufferPointer(start: start, count: length), as: UTF8.self)
  }

  /// Calls the body with the column's bytes: a text's UTF-8, a blob's content, or nothing for NULL.
  ///
  /// The bytes belong to SQLite and are gone with the row.
  public func withBytes<Result>(_ column: Int, _ body: (UnsafeRawBufferPointer) throws -> Result)
    rethrows -> Result
  {
    let start = sqlite3_column_blob(handle, Int32(column))
    let length = Int(sqlite3_column_bytes(handle, Int32(column)))
    return try body(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : length))
  }

  /// The column as it is stored.
  public func value(_ column: Int) -> Value {
    switch sqlite3_column_type(handle, Int32(column)) {
    case SQLITE_INTEGER: .integer(integer(column))
    case SQLITE_FLOAT: .real(real(column))
    case SQLITE_TEXT: .text(text(column) ?? "")
    case SQLITE_BLOB: .blob(withBytes(column) { Array($0) })
    default: .null
    }
  }
}
