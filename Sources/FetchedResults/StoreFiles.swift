import Foundation
import Glibc

/// A store's file and those that SQLite keeps beside it, as the file system sees them.
///
/// Source: <https://www.sqlite.org/tempfiles.html>
struct StoreFiles: Sendable {
  /// The store's file, where it really is: SQLite keeps the others beside that, not beside a symbolic link.
  let path: String

  private var folder: String { URL(filePath: path).deletingLastPathComponent().path }
  private static let suffixes = ["", "-wal", "-shm", "-journal"]

  init(path: String) { self.path = Self.target(of: path) }

  /// What tells whether anybody has written since.
  struct State: Hashable, Sendable {
    fileprivate let stamps: [[Int]]
  }

  var state: State {
    State(
      stamps: Self.suffixes.map { suffix in
        guard let status = Self.status(of: path + suffix) else { return [] }
        return [Int(status.st_ino), Int(status.st_size), status.st_mtim.tv_sec, status.st_mtim.tv_nsec]
      })
  }

  var isEmpty: Bool { size("") == 0 }

  /// Whether commits are in a file beside the store's that only a process with the store open can read, and none has.
  var needsRecovery: Bool { size("-journal") > 0 || size("-wal") > 0 && !isOpenElsewhere }

  /// Whether a process has the store open, or had until it was killed. What it shares with others is an index of 32 kB at
  /// least; on a full disk a smaller file is left.
  var isOpenElsewhere: Bool { Self.status(of: path + "-wal") != nil && size("-shm") >= 32_768 }

  /// The file or folder that keeps the store from being written; nil if none does.
  ///
  /// Where a process has it open nothing has to be made in the folder.
  var obstacle: String? {
    let existing = Self.suffixes.map { path + $0 }.filter { Self.status(of: $0) != nil }
    if let file = existing.first(where: { access($0, W_OK) != 0 }) { return file }
    return isOpenElsewhere || access(folder, W_OK) == 0 ? nil : folder
  }

  // MARK: Making and checking

  /// Makes a missing file, for its owner alone; SQLite gives the files beside it the same mode.
  func make() throws(StoreError) {
    try checkFolder()
    if let status = Self.status(of: path) {
      guard status.st_mode & S_IFMT == S_IFREG else { throw .notAFile(path: path) }
      return
    }
    guard errno == ENOENT else { throw .notAccessible(path: path) }
    guard access(folder, W_OK) == 0 else { throw .folderNotWritable(path: folder) }
    let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    if descriptor >= 0 {
      close(descriptor)
    } else if errno == ENOSPC || errno == EDQUOT {
      throw .diskFull(path: path)
    } else if errno != EEXIST {
      throw .notAccessible(path: path)
    }
  }

  /// Names the first of the files that can't be read.
  func checkReadable() throws(StoreError) {
    for suffix in Self.suffixes where access(path + suffix, R_OK) != 0 && errno != ENOENT {
      throw .notAccessible(path: path + suffix)
    }
  }

  private func checkFolder() throws(StoreError) {
    guard let status = Self.status(of: folder) else {
      throw errno == ENOENT || errno == ENOTDIR ? .folderMissing(path: folder) : .notAccessible(path: path)
    }
    guard status.st_mode & S_IFMT == S_IFDIR else { throw .folderMissing(path: folder) }
  }

  /// Copies what holds data, the file and the commits beside it, over other files.
  func copy(to target: StoreFiles) throws(StoreError) {
    target.unlink()
    for suffix in Self.suffixes where suffix != "-shm" && Self.status(of: path + suffix) != nil {
      do {
        try FileManager.default.copyItem(atPath: path + suffix, toPath: target.path + suffix)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: target.path + suffix)
      } catch {
        throw target.isDiskFull ? .diskFull(path: target.path) : .notAccessible(path: path + suffix)
      }
    }
  }

  /// Removes the names; who has the files open keeps them.
  func unlink() {
    for suffix in Self.suffixes { _ = Glibc.unlink(path + suffix) }
  }

  /// Whether the disk has no room for so much as a few pages.
  var isDiskFull: Bool {
    var status = statvfs()
    return statvfs(folder, &status) == 0 && status.f_bavail * status.f_frsize < 65_536
  }

  // MARK: The file system

  private func size(_ suffix: String) -> Int { Self.status(of: path + suffix).map { Int($0.st_size) } ?? 0 }

  private static func status(of path: String) -> stat? {
    var status = stat()
    return stat(path, &status) == 0 ? status : nil
  }

  /// Where a path leads to, be the file there or not.
  private static func target(of path: String) -> String {
    if let real = realpath(path, nil) {
      defer { free(real) }
      return String(cString: real)
    }
    guard let link = try? FileManager.default.destinationOfSymbolicLink(atPath: path) else { return path }
    return URL(filePath: link, relativeTo: URL(filePath: path).deletingLastPathComponent()).path
  }
}
