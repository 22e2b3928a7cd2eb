import Files
import Glibc
public import SQLite

/// Why a store can't be opened, read or written.
///
/// Each case is told apart from the others and says, as its `description`, what to do about it.
///
///     do {
///       try await store.open()
///     } catch StoreError.folderMissing(let path) {
///       try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
///     }
///
/// It mirrors the errors of persistent stores:
/// <https://developer.apple.com/documentation/coredata/core-data-error-codes>. SQLite's own codes:
/// <https://www.sqlite.org/rescode.html>
public enum StoreError: Error, Hashable, Sendable {
  /// The folder that should hold the store is not there.
  case folderMissing(path: String)
  /// The folder can't be written to, and the store is not there yet.
  case folderNotWritable(path: String)
  /// The file, or the one beside it that is named, can't be read or written.
  case notAccessible(path: String)
  /// The path names something that is no file.
  case notAFile(path: String)
  /// The file isn't there, or is empty, and a log beside it has commits that are nowhere else.
  case fileMissing(path: String, log: String)
  /// The file was moved, deleted or replaced while it was open.
  case vanished(path: String)
  /// The file is no SQLite database.
  case notADatabase(path: String)
  /// The file is another program's database.
  case foreignDatabase(path: String)
  /// The file is a damaged database.
  case corrupt(path: String)
  /// The disk is full.
  case diskFull(path: String)
  /// The disk that holds the folder for temporary files is full.
  case temporaryFolderFull(path: String)
  /// The disk can't be read or written.
  case diskFailure(path: String)
  /// The file may not grow.
  case fileTooLarge(path: String)
  /// The process, or the system, has as many files open as it may.
  case tooManyFiles(path: String)
  /// The file system can't lock files.
  case noLocks(path: String)
  /// A row of the table has the greatest key there is, after which no other can be given.
  case keysExhausted(path: String, table: String)
  /// Another process kept the store locked for too long.
  case locked(path: String)
  /// The store was made by a newer version.
  case newerVersion(path: String, version: Int, supported: Int)
  /// The store can't be brought up to this version.
  case cannotMigrate(path: String, version: Int, reason: String)
  /// The store can be read but not changed, since a file or folder can't be written to.
  case readOnly(path: String, obstacle: String)
  /// The store was opened with ``StoreAccess/readOnly``.
  case openedReadOnly(path: String)
  /// ICU has no order for the locale, as when its data is missing.
  case collationUnavailable(locale: String)
  /// Anything else that SQLite says.
  case sqlite(path: String, SQLiteError)
}

extension StoreError: CustomStringConvertible {
  /// One plain sentence that says what is wrong and what to do.
  public var description: String {
    switch self {
    case .folderMissing(let path): "The folder \(path) does not exist; make it first, or choose another store."
    case .folderNotWritable(let path):
      "The folder \(path) can't be written to; change its permissions, or choose another store."
    case .notAccessible(let path): "The file \(path) can't be opened; check its owner and permissions."
    case .notAFile(let path): "\(path) is not a file; name a file for the store."
    case .fileMissing(let path, let log):
      "The store \(path) is missing, and \(log) holds changes that are nowhere else; nothing was touched. "
        + "Put the store back beside it, or move that file away to begin anew."
    case .vanished(let path):
      "The store \(path) was moved, deleted or replaced; nothing was changed. Put it back, or start again."
    case .notADatabase(let path): "\(path) is not a database; name another file for the store."
    case .foreignDatabase(let path): "\(path) is another program's database; name another file for the store."
    case .corrupt(let path):
      "The store \(path) is damaged; restore a backup, or save what can be read with "
        + "`sqlite3 '\(path.replacing("'", with: #"'\''"#))' .dump | sed 's/^ROLLBACK.*/COMMIT;/' | sqlite3 NEW`."
    case .diskFull(let path): "The disk that holds \(path) is full; nothing was changed. Make room and try again."
    case .temporaryFolderFull(let path):
      "The disk that holds \(path), the folder for temporary files, is full; nothing was changed. "
        + "Make room, or set TMPDIR to another folder."
    case .diskFailure(let path):
      "The disk that holds \(path) fails to read or write it; copy what can be copied to another disk, "
        + "or restore a backup."
    case .fileTooLarge(let path):
      "\(path) may not grow any more; nothing was changed. Raise the limit (ulimit -f), or move it to another disk."
    case .tooManyFiles(let path):
      "\(path) can't be opened: too many files are open. Close other programs, or raise the limit (ulimit -n)."
    case .noLocks(let path):
      "The file system of \(path) can't lock files, which several programs on one store need; move it to a local disk."
    case .keysExhausted(let path, let table):
      "The table \(table) of the store \(path) can't take another row, since one has or had the greatest key there is, "
        + "\(Int64.max); nothing was changed. Export what the store holds, and import it into a new one."
    case .locked(let path): "The store \(path) is locked by another process; nothing was changed. Try again later."
    case .newerVersion(let path, let version, let supported):
      "The store \(path) has version \(version), and this program knows versions up to \(supported); use a newer program."
    case .cannotMigrate(let path, let version, let reason):
      "The store \(path) of version \(version) can't be brought up to date (\(reason)); it was left as it was."
    case .readOnly(let path, let obstacle):
      "The store \(path) is read-only\(obstacle == path ? "" : ", since \(obstacle) can't be written to"); "
        + "nothing was changed. Change the permissions, or work on a copy."
    case .openedReadOnly(let path):
      "The store \(path) was opened for reading only; nothing was changed."
    case .collationUnavailable(let locale): "ICU can't order text for the locale '\(locale)'; check its installation."
    case .sqlite(let path, let error): "The store \(path) can't be used: \(error.message)."
    }
  }
}

extension StoreError {
  /// Tells what an error of SQLite means for the store at a path.
  init(_ error: SQLiteError, path: String) {
    switch (error.code, error.systemError) {
    case (_, ENOSPC), (_, EDQUOT): self = .diskFull(path: path)
    case (_, EMFILE), (_, ENFILE): self = .tooManyFiles(path: path)
    case (_, EFBIG): self = .fileTooLarge(path: path)
    case (_, EIO), (_, ENXIO): self = .diskFailure(path: path)
    case (_, ENOLCK), (SQLiteCode.lockingProtocol, _): self = .noLocks(path: path)
    case (SQLiteCode.busy, _), (SQLiteCode.locked, _): self = .locked(path: path)
    case (SQLiteCode.readOnly, _): self = .readOnly(path: path, obstacle: path)
    case (SQLiteCode.corrupt, _): self = .corrupt(path: path)
    case (SQLiteCode.full, _): self = Self.full(path: path)
    case (SQLiteCode.permission, _), (SQLiteCode.cannotOpen, _), (SQLiteCode.authorization, _):
      self = .notAccessible(path: path)
    case (SQLiteCode.notADatabase, _): self = .notADatabase(path: path)
    default: self = .sqlite(path: path, error)
    }
  }

  /// Which disk is full, if it is not the store's: what SQLite sorts there has no other file.
  private static func full(path: String) -> StoreError {
    let temporary = FilePath.temporaryFolder
    let isElsewhere = FilePath(path).folder.status?.st_dev != temporary.status?.st_dev
    return isElsewhere ? .temporaryFolderFull(path: "\(temporary)") : .diskFull(path: path)
  }
}

/// SQLite's primary result codes.
///
/// Source: <https://www.sqlite.org/rescode.html>
enum SQLiteCode {
  static let permission: Int32 = 3
  static let busy: Int32 = 5
  static let locked: Int32 = 6
  static let readOnly: Int32 = 8
  static let corrupt: Int32 = 11
  static let full: Int32 = 13
  static let cannotOpen: Int32 = 14
  static let lockingProtocol: Int32 = 15
  static let authorization: Int32 = 23
  static let notADatabase: Int32 = 26
}
