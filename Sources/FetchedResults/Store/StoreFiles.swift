import Files
import Glibc

/// A store's file and those that SQLite keeps beside it, as the file system sees them.
///
/// Nothing here opens one of them: to close it again would drop the locks that SQLite has on it in this process.
///
/// Source: <https://www.sqlite.org/tempfiles.html>
struct StoreFiles: Sendable {
  /// The store's file, where it really is: SQLite keeps the others beside that, not beside a symbolic link.
  let path: FilePath

  private var folder: FilePath { path.folder }
  private static let suffixes = ["", "-wal", "-shm", "-journal"]

  init(path: FilePath) { self.path = path.absolute.resolved }

  /// What tells whether anybody has written since.
  struct State: Hashable, Sendable {
    fileprivate let stamps: [[Int]]
  }

  var state: State {
    State(
      stamps: Self.suffixes.map { suffix in
        guard let status = path.adding(suffix).status else { return [] }
        return [Int(status.st_ino), Int(status.st_size), status.st_mtim.tv_sec, status.st_mtim.tv_nsec]
      })
  }

  /// Whether there are commits beside the file that it may not have yet.
  var hasUncheckedCommits: Bool { size("-wal") > 0 || size("-journal") > 0 }

  /// Whether commits are in a file beside the store's that only a process with the store open can read, and none has.
  var needsRecovery: Bool { size("-journal") > 0 || size("-wal") > 0 && !isOpenElsewhere }

  /// Whether a process has the store open, or had until it was killed. What it shares with others is an index of 32 kB at
  /// least; on a full disk a smaller file is left.
  var isOpenElsewhere: Bool { path.adding("-wal").status != nil && size("-shm") >= 32_768 }

  /// The file or folder that keeps the store from being written; nil if none does.
  ///
  /// Where a process has it open nothing has to be made in the folder.
  var obstacle: FilePath? {
    let existing = Self.suffixes.map(path.adding).filter { $0.status != nil }
    if let file = existing.first(where: { !$0.allows(W_OK) }) { return file }
    return isOpenElsewhere || folder.allows(W_OK) ? nil : folder
  }

  // MARK: Making and checking

  /// A file that is no database is smaller than the smallest page.
  private static let smallestPage = 512

  /// Whether no store is there: no file, or an empty one.
  ///
  /// - Parameter makesFolder: Whether a missing folder would be made, and so is nothing to complain of.
  /// - Returns: Whether that is so.
  /// - Throws: ``StoreError`` if what is there can't be a store, or if the file was taken away from a log that holds commits
  ///   which are nowhere else: SQLite would delete the log as soon as a new file took the old one's place.
  func areMissing(makesFolder: Bool) throws(StoreError) -> Bool {
    guard let place = folder.status else {
      guard errno == ENOENT || errno == ENOTDIR else { throw .notAccessible(path: "\(path)") }
      guard makesFolder else { throw .folderMissing(path: "\(folder)") }
      return true
    }
    guard place.st_mode & S_IFMT == S_IFDIR else { throw .folderMissing(path: "\(folder)") }
    let status = path.status
    if status == nil, errno != ENOENT { throw .notAccessible(path: "\(path)") }
    if let status {
      guard status.st_mode & S_IFMT == S_IFREG else { throw .notAFile(path: "\(path)") }
      guard status.st_size == 0 else {
        if status.st_size < Self.smallestPage { throw .notADatabase(path: "\(path)") }
        return false
      }
    }
    // A store that is just being made has a journal while its file is still empty.
    let logs = (status == nil ? ["-wal", "-journal"] : ["-wal"]).filter { size($0) > 0 }
    guard let log = logs.first else { return true }
    // It may have been made since the first look, or be about to be.
    if let now = path.status {
      if now.st_size > 0 { return false }
      if log == "-journal" { return true }
    }
    throw .fileMissing(path: "\(path)", log: "\(path.adding(log))")
  }

  /// Makes a missing file, for its owner alone; SQLite gives the files beside it the same mode.
  ///
  /// - Parameter makesFolder: Whether to make a missing folder, for its owner alone.
  /// - Throws: ``StoreError``.
  func make(makesFolder: Bool = false) throws(StoreError) {
    // A folder that can't be made is what making the file will name.
    if makesFolder { try? folder.makeFolder() }
    let descriptor = path.withCString { open($0, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600) }
    guard descriptor < 0 else {
      close(descriptor)
      return
    }
    switch errno {
    case EEXIST: return
    case ENOSPC, EDQUOT: throw .diskFull(path: "\(path)")
    case EMFILE, ENFILE: throw .tooManyFiles(path: "\(path)")
    case ENOENT: throw .folderMissing(path: "\(folder)")
    default: throw folder.allows(W_OK) ? .notAccessible(path: "\(path)") : .folderNotWritable(path: "\(folder)")
    }
  }

  /// Names the first of the files that can't be read.
  func checkReadable() throws(StoreError) {
    for file in Self.suffixes.map(path.adding) where !file.allows(R_OK) && errno != ENOENT {
      throw .notAccessible(path: "\(file)")
    }
  }

  /// Copies what holds data, the file and the commits beside it, over other files.
  func copy(to target: StoreFiles) throws(StoreError) {
    target.unlink()
    for suffix in Self.suffixes where suffix != "-shm" && path.adding(suffix).status != nil {
      do {
        try path.adding(suffix).copy(to: target.path.adding(suffix))
      } catch {
        switch error.code {
        case ENOSPC, EDQUOT: throw .diskFull(path: "\(target.path)")
        case EIO, ENXIO: throw .diskFailure(path: "\(path)")
        default: throw .notAccessible(path: "\(path.adding(suffix))")
        }
      }
    }
  }

  /// Removes the names; who has the files open keeps them.
  func unlink() {
    for suffix in Self.suffixes { _ = path.adding(suffix).withCString(Glibc.unlink) }
  }

  private func size(_ suffix: String) -> Int { path.adding(suffix).status.map { Int($0.st_size) } ?? 0 }
}

extension FilePath {
  /// Whether this process may do something with the file, such as `W_OK`.
  fileprivate func allows(_ mode: Int32) -> Bool { withCString { access($0, mode) } == 0 }

  /// The folder where SQLite, and this library, keep what is gone when it is closed.
  ///
  /// Source: <https://www.sqlite.org/tempfiles.html#temporary_file_storage_locations>
  static var temporaryFolder: FilePath {
    let variables: [UnsafeMutablePointer<CChar>?] = [getenv("SQLITE_TMPDIR"), getenv("TMPDIR")]
    return (variables.compactMap { $0.map { FilePath(cString: $0) } } + ["/var/tmp", "/usr/tmp", "/tmp"]).first {
      folder in
      folder.status.map { $0.st_mode & S_IFMT == S_IFDIR } == true && folder.allows(W_OK | X_OK)
    } ?? "."
  }
}
