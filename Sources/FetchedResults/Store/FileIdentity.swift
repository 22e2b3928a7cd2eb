import Glibc

/// Which file a path leads to: another one may take its place under the same name.
struct FileIdentity: Hashable, Sendable {
  private let device: UInt
  private let inode: UInt

  /// The file at a path; nil if there is none.
  init?(path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    device = UInt(status.st_dev)
    inode = UInt(status.st_ino)
  }
}
