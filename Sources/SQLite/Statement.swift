import CSQLite

/// A compiled statement, owned by its connection's cache.
final class Statement {
  let handle: OpaquePointer
  let sql: String
  /// Whether somebody is stepping through its rows.
  var isRunning = false

  init(handle: OpaquePointer, sql: String) {
    self.handle = handle
    self.sql = sql
  }

  deinit { sqlite3_finalize(handle) }

  func bind(_ arguments: [Value]) throws(SQLiteError) {
    guard arguments.count == Int(sqlite3_bind_parameter_count(handle)) else {
      throw SQLiteError(
        extendedCode: SQLITE_RANGE,
        message:
          "the statement takes \(sqlite3_bind_parameter_count(handle)) values, not \(arguments.count)",
        sql: sql, arguments: arguments)
    }
    for (index, argument) in arguments.enumerated() {
      let code = bind(argument, at: Int32(index + 1))
      guard code == SQLITE_OK else {
        throw SQLiteError(
          connection: sqlite3_db_handle(handle), code: code, sql: sql, arguments: arguments)
      }
    }
  }

  private func bind(_ value: Value, at index: Int32) -> Int32 {
    switch value {
    case .null:
      return sqlite3_bind_null(handle, index)
    case .integer(let number):
      return sqlite3_bind_int64(handle, index, number)
    case .real(let number):
      return sqlite3_bind_double(handle, index, number)
    case .text(var text):
      return text.withUTF8 { bytes in
        // An empty buffer may have no address, which SQLite would take for NULL.
        bytes.withMemoryRebound(to: CChar.self) { characters in
          sqlite3_bind_text64(
            handle, index, characters.baseAddress ?? emptyText, UInt64(characters.count),
            besties_sqlite_transient(), UInt8(SQLITE_UTF8))
        }
      }
    case .blob(let bytes):
      return bytes.withUnsafeBytes { bytes in
        guard let address = bytes.baseAddress else {
          return sqlite3_bind_zeroblob(handle, index, 0)
        }
        return sqlite3_bind_blob64(
          handle, index, address, UInt64(bytes.count), besties_sqlite_transient())
      }
    }
  }

  func reset() {
    sqlite3_reset(handle)
    sqlite3_clear_bindings(handle)
  }
}

/// Some address for a text of no bytes; nothing is read from it.
private var emptyText: UnsafePointer<CChar> { sqlite3_errstr(SQLITE_OK) }
