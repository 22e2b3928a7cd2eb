import CSQLite
internal import Files
import Glibc

/// What SQLite answered when it could not do what it was asked.
///
/// The bound values are not part of the description, since they are people's data; ``describe(showingArguments:)``
/// shows them where somebody asks for them.
///
/// Source: <https://www.sqlite.org/rescode.html>
public struct SQLiteError: Error, Hashable, Sendable {
  /// The extended result code, such as `SQLITE_CONSTRAINT_UNIQUE` (2067).
  public let extendedCode: Int32
  /// SQLite's own words.
  public let message: String
  /// The statement, if there was one.
  public let sql: String?
  /// The values bound to the statement.
  public let arguments: [Value]
  /// The system's own number for what went wrong with a file, such as `EIO`; 0 where it said nothing.
  public let systemError: Int32

  /// The primary result code: the lower eight bits of the extended one, such as `SQLITE_CONSTRAINT` (19).
  public var code: Int32 { extendedCode & 0xff }

  /// An error with its code, words and statement.
  package init(
    extendedCode: Int32, message: String, sql: String? = nil, arguments: [Value] = [], systemError: Int32 = 0
  ) {
    self.extendedCode = extendedCode
    self.systemError = systemError
    self.message = message
    self.sql = sql
    self.arguments = arguments
  }

  init(connection handle: OpaquePointer?, code: Int32, sql: String? = nil, arguments: [Value] = []) {
    let extended = handle.map(sqlite3_extended_errcode) ?? code
    // After some failures the connection speaks of an earlier one; the code that the call returned is the truth.
    let sameKind = (extended & 0xff) == (code & 0xff)
    self.init(
      extendedCode: sameKind ? extended : code,
      message: String(
        cString: sameKind && handle != nil ? sqlite3_errmsg(handle) : sqlite3_errstr(code)),
      sql: sql, arguments: arguments, systemError: handle.map { Self.systemError(of: $0, code: code) } ?? 0)
  }

  /// What the system said. SQLite keeps it with the file, and knows of calls that open or lock one by itself; a page that the
  /// disk can't read (`EIO`) it takes for a damaged one.
  private static func systemError(of handle: OpaquePointer, code: Int32) -> Int32 {
    switch code & 0xff {
    case SQLITE_CANTOPEN: return sqlite3_system_errno(handle)
    case SQLITE_IOERR:
      let code = besties_sqlite_last_errno(handle)
      return code != 0 ? code : sqlite3_system_errno(handle)
    case SQLITE_CORRUPT, SQLITE_NOTADB: return besties_sqlite_last_errno(handle)
    // Asked while the log still has the room that it took. What else is full is the disk of the temporary files.
    case SQLITE_FULL:
      return sqlite3_db_filename(handle, "main").map { FilePath(cString: $0).folder.isOnFullDisk } == true ? ENOSPC : 0
    case SQLITE_BUSY: return besties_sqlite_lock_errno(handle)
    default: return 0
    }
  }

  /// The error as one line of text.
  ///
  /// - Parameter showingArguments: Whether the bound values are shown; they may be private.
  /// - Returns: A sentence for a log or a developer.
  public func describe(showingArguments: Bool) -> String {
    var text = "SQLite error \(extendedCode): \(message)"
    if let sql { text += " - while executing `\(sql)`" }
    if showingArguments, !arguments.isEmpty { text += " with arguments \(arguments)" }
    return text
  }
}

extension SQLiteError: CustomStringConvertible {
  /// The error without the bound values.
  public var description: String { describe(showingArguments: false) }
}

extension SQLiteError {
  /// Whether another connection held the lock for longer than the busy timeout.
  package var isBusy: Bool { code == SQLITE_BUSY || code == SQLITE_LOCKED }

  /// Whether the statement was stopped on request.
  package var isInterruption: Bool { code == SQLITE_INTERRUPT }

  /// Whether the disk has no room, or a table no key, for more.
  package var isFull: Bool { code == SQLITE_FULL }

  /// Whether a constraint of the schema refused the change.
  public var isConstraintViolation: Bool { code == SQLITE_CONSTRAINT }

  /// Whether a trigger refused the change, with ``message`` for its reason.
  package var isRaised: Bool { extendedCode == SQLITE_CONSTRAINT | (7 << 8) }
}
