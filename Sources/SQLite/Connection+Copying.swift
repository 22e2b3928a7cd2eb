import CSQLite

extension Connection {
  /// Copies the whole database, as it was committed last, over another connection's.
  ///
  ///     try connection.copy(to: Connection(path: "copy.sqlite", access: .create))
  ///
  /// Source: <https://www.sqlite.org/backup.html>
  ///
  /// - Parameter target: What it has is replaced.
  /// - Throws: ``SQLiteError``.
  /// - Complexity: O(*n*) in the size of the file.
  package func copy(to target: Connection) throws(SQLiteError) {
    guard let backup = sqlite3_backup_init(target.handle, "main", handle, "main") else {
      throw SQLiteError(connection: target.handle, code: sqlite3_errcode(target.handle))
    }
    let step = sqlite3_backup_step(backup, -1)
    let finish = sqlite3_backup_finish(backup)
    let code = step == SQLITE_DONE ? finish : step
    guard code == SQLITE_OK else { throw SQLiteError(connection: target.handle, code: code) }
  }
}
