import CSQLite

/// SQLite through its C API and nothing else, which is what ours is measured against.
final class RawSQLite {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  private var handle: OpaquePointer?

  init(path: String) throws {
    guard sqlite3_open_v2(path, &handle, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nil) == SQLITE_OK else {
      throw failure
    }
    sqlite3_busy_timeout(handle, 5000)
  }

  deinit { sqlite3_close_v2(handle) }

  private var failure: Failure { Failure(description: String(cString: sqlite3_errmsg(handle))) }

  func execute(_ script: String) throws {
    guard sqlite3_exec(handle, script, nil, nil, nil) == SQLITE_OK else { throw failure }
  }

  /// Prepares a statement, steps through its rows and keeps the integers of its first column.
  func keys(_ sql: String) throws -> ContiguousArray<Int64> {
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK else { throw failure }
    defer { sqlite3_finalize(statement) }
    var keys: ContiguousArray<Int64> = []
    while true {
      switch sqlite3_step(statement) {
      case SQLITE_ROW: keys.append(sqlite3_column_int64(statement, 0))
      case SQLITE_DONE: return keys
      default: throw failure
      }
    }
  }

  /// The tables of a file without its triggers, and its indexes, as SQL.
  static func definitions(of path: String) throws -> (tables: String, indexes: String) {
    let raw = try RawSQLite(path: path)
    func texts(_ type: String) throws -> String {
      var statement: OpaquePointer?
      let sql = "SELECT sql FROM sqlite_schema WHERE type = '\(type)' AND sql IS NOT NULL AND name NOT LIKE 'sqlite%'"
      guard sqlite3_prepare_v2(raw.handle, sql, -1, &statement, nil) == SQLITE_OK else { throw raw.failure }
      defer { sqlite3_finalize(statement) }
      var script = ""
      while sqlite3_step(statement) == SQLITE_ROW, let text = sqlite3_column_text(statement, 0) {
        script += String(cString: text) + ";\n"
      }
      return script
    }
    return (try texts("table"), try texts("index"))
  }
}
