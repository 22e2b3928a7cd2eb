import CSQLite
package import Files
import Synchronization

/// One connection to one SQLite file, used from one thread at a time.
///
/// A connection is not `Sendable`: ``Database`` keeps one on a serial executor of its own. Statements are compiled once
/// and kept.
///
///     let connection = try Connection(path: "friends.sqlite", access: .readWrite)
///     try connection.query("SELECT name FROM friend WHERE pk = ?", [7]) { row in print(row.text(0) ?? "") }
///
/// Source: <https://www.sqlite.org/c3ref/intro.html>
public final class Connection {
  /// What a connection may do to its file.
  package enum Access: Hashable, Sendable {
    /// Reads only; the file must exist.
    case readOnly
    /// Reads only, and takes it that nobody writes: the one way to read a WAL database in a folder one can't write to.
    case immutable
    /// Reads and writes; the file must exist.
    case readWrite
    /// Reads and writes; a missing file is made.
    case create
  }

  /// What ``explaining(errorsBy:_:)`` has statements throw in place of SQLite's errors.
  private var explanation: ((SQLiteError) -> any Error)?

  /// Told of each statement; nil for nobody.
  package var observer: StatementObserver?

  let handle: OpaquePointer
  private var statements: [String: Statement] = [:]
  private var cancellation: CancellationFlag?

  /// Statements kept compiled. Beyond this many the cache starts anew: a program has few, unless it writes values into
  /// its SQL.
  private static let cacheLimit = 256

  /// Opens a file.
  ///
  /// - Parameters:
  ///   - path: The file; an empty path is a private temporary file, gone when the connection closes.
  ///   - access: What the connection may do.
  ///   - busyTimeout: How long to wait for another connection's lock, in milliseconds.
  /// - Throws: ``SQLiteError`` if the file can't be opened. Whether it is a database shows at the first statement.
  package convenience init(path: String, access: Access, busyTimeout: Int32 = 5000) throws(SQLiteError) {
    try self.init(path: FilePath(path), access: access, busyTimeout: busyTimeout)
  }

  /// Opens a file, whose name may be any bytes.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - access: What the connection may do.
  ///   - busyTimeout: How long to wait for another connection's lock, in milliseconds.
  /// - Throws: As for a name in UTF-8.
  package init(path: FilePath, access: Access, busyTimeout: Int32 = 5000) throws(SQLiteError) {
    var flags = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
    var name = path
    switch access {
    case .readOnly: flags |= SQLITE_OPEN_READONLY
    case .immutable:
      flags |= SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
      name = FilePath(bytes: Array("file:".utf8) + Self.percentEncoded(path.bytes)).adding("?immutable=1")
    case .readWrite: flags |= SQLITE_OPEN_READWRITE
    case .create: flags |= SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
    }
    var opened: OpaquePointer?
    let code = name.withCString { sqlite3_open_v2($0, &opened, flags, nil) }
    guard code == SQLITE_OK, let opened else {
      let error = SQLiteError(connection: opened, code: code)
      sqlite3_close_v2(opened)
      throw error
    }
    handle = opened
    self.busyTimeout = busyTimeout
    sqlite3_busy_timeout(handle, busyTimeout)
  }

  deinit {
    statements.removeAll()
    sqlite3_close_v2(handle)
  }

  /// Runs every statement of a script, which takes no values.
  ///
  /// - Throws: ``SQLiteError`` at the first statement that fails; those before it stand.
  public func execute(_ script: String) throws(SQLiteError) {
    guard let observer else { return try runScript(script) }
    try observer.observe(script, []) { (_) throws(SQLiteError) in try runScript(script) }
  }

  private func runScript(_ script: String) throws(SQLiteError) {
    let code = sqlite3_exec(handle, script, nil, nil, nil)
    guard code == SQLITE_OK else { throw SQLiteError(connection: handle, code: code, sql: script) }
  }

  /// Runs one statement whose rows, if any, don't matter.
  ///
  /// - Throws: ``SQLiteError``, or `CancellationError` if the caller was cancelled.
  public func run(_ sql: String, _ arguments: [Value] = []) throws {
    try query(sql, arguments) { _ in }
  }

  /// Runs one statement and calls the body for each of its rows.
  ///
  /// - Parameters:
  ///   - sql: One statement, with `?` for each value.
  ///   - arguments: The values, in order.
  ///   - body: Receives each row; what it throws ends the statement and is passed on.
  /// - Throws: ``SQLiteError``, `CancellationError` if the caller was cancelled, or what the body throws.
  /// - Complexity: That of the statement; compiling it is paid once a connection.
  public func query(
    _ sql: String, _ arguments: [Value] = [], _ body: (borrowing Row) throws -> Void
  ) throws {
    try scan(sql, arguments) { row in
      try body(row)
      return true
    }
  }

  /// Runs one statement and calls the body for each of its rows, for as long as it returns true.
  ///
  /// - Throws: As ``query(_:_:_:)``.
  package func scan(
    _ sql: String, _ arguments: [Value] = [], _ body: (borrowing Row) throws -> Bool
  ) throws {
    do {
      guard let observer else { return try step(through: sql, arguments, body) }
      try observer.observe(sql, arguments) { rowCount in
        try step(through: sql, arguments) { row in
          rowCount += 1
          return try body(row)
        }
      }
    } catch let error as SQLiteError {
      throw explanation?(error) ?? error
    }
  }

  /// Runs the body, whose statements throw what an error of SQLite's means to their user; scripts don't.
  ///
  /// - Parameters:
  ///   - explain: Says what an error means.
  ///   - body: Runs statements.
  /// - Returns: What the body returns.
  /// - Throws: What the body throws.
  package func explaining<Result>(
    errorsBy explain: @escaping (SQLiteError) -> any Error, _ body: () throws -> Result
  ) rethrows -> Result {
    let outer = explanation
    explanation = explain
    defer { explanation = outer }
    return try body()
  }

  private func step(through sql: String, _ arguments: [Value], _ body: (borrowing Row) throws -> Bool) throws {
    let statement = try statement(sql)
    statement.isRunning = true
    defer {
      statement.reset()
      statement.isRunning = false
    }
    try statement.bind(arguments)
    let row = Row(handle: statement.handle, isUTF8: isUTF8)
    while true {
      let code = sqlite3_step(statement.handle)
      if code == SQLITE_ROW {
        guard try body(row) else { return }
      } else if code == SQLITE_DONE {
        return
      } else {
        let error = SQLiteError(connection: handle, code: code, sql: sql, arguments: arguments)
        if error.isInterruption, let cancellation {
          if cancellation.isCancelled { throw CancellationError() }
          if cancellation.isLate { throw TimeLimitExceeded() }
        }
        throw error
      }
    }
  }

  /// The first row's transformed value, or nil where there is no row.
  ///
  /// - Throws: As ``query(_:_:_:)``.
  public func first<Result>(
    _ sql: String, _ arguments: [Value] = [], _ transform: (borrowing Row) throws -> Result
  ) throws -> Result? {
    var result: Result?
    try scan(sql, arguments) { row in
      result = try transform(row)
      return false
    }
    return result
  }

  /// Every row's transformed value.
  ///
  /// - Throws: As ``query(_:_:_:)``.
  public func all<Result>(
    _ sql: String, _ arguments: [Value] = [], _ transform: (borrowing Row) throws -> Result
  ) throws -> [Result] {
    var results: [Result] = []
    try query(sql, arguments) { row in results.append(try transform(row)) }
    return results
  }

  /// The integer key of the row that was inserted last.
  public var lastInsertedKey: Int64 { sqlite3_last_insert_rowid(handle) }

  /// Rows inserted, updated or deleted by the last statement.
  public var changes: Int { Int(sqlite3_changes(handle)) }

  /// How long to wait for another connection's lock, in milliseconds.
  package var busyTimeout: Int32 {
    didSet { sqlite3_busy_timeout(handle, busyTimeout) }
  }

  /// Whether text lies in the file as UTF-8; another tool may have made it with UTF-16.
  ///
  /// Source: <https://www.sqlite.org/pragma.html#pragma_encoding>
  private lazy var isUTF8: Bool = {
    var statement: OpaquePointer?
    defer { sqlite3_finalize(statement) }
    guard sqlite3_prepare_v2(handle, "PRAGMA encoding", -1, &statement, nil) == SQLITE_OK,
      sqlite3_step(statement) == SQLITE_ROW, let name = sqlite3_column_text(statement, 0)
    else { return true }
    return String(cString: name) == "UTF-8"
  }()

  /// Whether the file can't be written through this connection.
  package var isReadOnly: Bool { sqlite3_db_readonly(handle, "main") == 1 }

  // MARK: Cancelling

  /// Runs the body so that raising the flag ends its statements with `CancellationError` within about 100 µs.
  ///
  /// A progress handler reads the flag; `sqlite3_interrupt` is not used, since it may hit a later statement.
  func cancellable<Result>(by flag: CancellationFlag, _ body: () throws -> Result) throws -> Result {
    cancellation = flag
    watch(flag)
    defer {
      watch(nil)
      cancellation = nil
    }
    do {
      return try body()
    } catch let error as SQLiteError where error.isInterruption && flag.isCancelled {
      // A script's or a changeset's own statements don't know of cancelling.
      throw CancellationError()
    }
  }

  /// Runs the body with nothing to stop it once it has begun: what is interrupted at its very end has been done and says
  /// that it has not.
  func uninterrupted<Result>(_ body: () throws -> Result) rethrows -> Result {
    watch(nil)
    defer { watch(cancellation) }
    return try body()
  }

  private func watch(_ flag: CancellationFlag?) {
    guard let flag else {
      sqlite3_progress_handler(handle, 0, nil, nil)
      return
    }
    sqlite3_progress_handler(
      handle, 1000,
      { context in
        guard let context else { return 0 }
        let flag = Unmanaged<CancellationFlag>.fromOpaque(context).takeUnretainedValue()
        return flag.isCancelled || flag.isLate ? 1 : 0
      }, Unmanaged.passUnretained(flag).toOpaque())
  }

  /// Runs the body, whose statements have to end within a time.
  ///
  /// - Parameters:
  ///   - duration: How long they may take altogether.
  ///   - body: The work, in a call of ``Database/perform(_:)``; elsewhere there is no limit.
  /// - Returns: What the body returns.
  /// - Throws: ``TimeLimitExceeded`` within about 100 µs of the time, or what the body throws.
  package func limited<Result>(to duration: Duration, _ body: () throws -> Result) throws -> Result {
    cancellation?.setDeadline(after: duration)
    defer { cancellation?.setDeadline(after: nil) }
    return try body()
  }

  /// Throws if the caller was cancelled, for long work between statements.
  ///
  /// - Throws: `CancellationError`.
  package func checkCancellation() throws {
    if cancellation?.isCancelled == true { throw CancellationError() }
  }

  // MARK: Statements

  /// The compiled statement; one of its own while the same SQL runs already, inside of whose rows it may be.
  private func statement(_ sql: String) throws -> Statement {
    if cancellation?.isCancelled == true { throw CancellationError() }
    let known = statements[sql]
    if let known, !known.isRunning { return known }
    var prepared: OpaquePointer?
    let code = sqlite3_prepare_v3(
      handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
    guard code == SQLITE_OK, let prepared else {
      throw SQLiteError(
        connection: handle, code: code == SQLITE_OK ? SQLITE_MISUSE : code, sql: sql)
    }
    let statement = Statement(handle: prepared, sql: sql)
    if known == nil {
      if statements.count >= Self.cacheLimit { statements.removeAll() }
      statements[sql] = statement
    }
    return statement
  }

  /// The signs of a name that mean something in a URI.
  ///
  /// Source: <https://www.sqlite.org/uri.html>
  private static func percentEncoded(_ bytes: [UInt8]) -> [UInt8] {
    bytes.flatMap { byte in
      switch byte {
      case UInt8(ascii: "%"): Array("%25".utf8)
      case UInt8(ascii: "?"): Array("%3F".utf8)
      case UInt8(ascii: "#"): Array("%23".utf8)
      default: [byte]
      }
    }
  }
}
