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
  /// Another process kept the store locked for too long.
  case locked(path: String)
  /// The store was made by a newer version.
  case newerVersion(path: String, version: Int, supported: Int)
  /// The store can't be brought up to this version.
  case cannotMigrate(path: String, version: Int, reason: String)
  /// The store can be read but not changed, since a file or folder can't be written to.
  case readOnly(path: String, obstacle: String)
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
    case .vanished(let path):
      "The store \(path) was moved, deleted or replaced; nothing was changed. Put it back, or start again."
    case .notADatabase(let path): "\(path) is not a database; name another file for the store."
    case .foreignDatabase(let path): "\(path) is another program's database; name another file for the store."
    case .corrupt(let path):
      "The store \(path) is damaged; copy it away and try `sqlite3 \(path) .recover`, or restore a backup."
    case .diskFull(let path): "The disk that holds \(path) is full; nothing was changed. Make room and try again."
    case .locked(let path): "The store \(path) is locked by another process; nothing was changed. Try again later."
    case .newerVersion(let path, let version, let supported):
      "The store \(path) has version \(version), and this program knows versions up to \(supported); use a newer program."
    case .cannotMigrate(let path, let version, let reason):
      "The store \(path) of version \(version) can't be brought up to date (\(reason)); it was left as it was."
    case .readOnly(let path, let obstacle):
      "The store \(path) is read-only\(obstacle == path ? "" : ", since \(obstacle) can't be written to"); "
        + "nothing was changed. Change the permissions, or work on a copy."
    case .collationUnavailable(let locale): "ICU can't order text for the locale '\(locale)'; check its installation."
    case .sqlite(let path, let error): "The store \(path) can't be used: \(error.message)."
    }
  }
}

extension StoreError {
  /// Tells what an error of SQLite means for the store at a path.
  init(_ error: SQLiteError, path: String) {
    switch error.code {
    case 5, 6: self = .locked(path: path)
    case 8: self = .readOnly(path: path, obstacle: path)
    // The shared memory's file is the one whose lack of room SQLite has no word of its own for.
    case 10 where StoreFiles(path: path).isDiskFull: self = .diskFull(path: path)
    case 11: self = .corrupt(path: path)
    case 13: self = .diskFull(path: path)
    case 14, 23, 3: self = .notAccessible(path: path)
    case 26: self = .notADatabase(path: path)
    default: self = .sqlite(path: path, error)
    }
  }
}
