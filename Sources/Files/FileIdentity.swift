import Glibc

/// Which file a path leads to, under whatever names it has.
///
/// Source: <https://man7.org/linux/man-pages/man7/inode.7.html>
public struct FileIdentity: Hashable, Sendable {
  private let device: UInt
  private let inode: UInt

  /// The file at a path, through links.
  ///
  /// - Parameter path: The path; nil comes of one that leads nowhere.
  public init?(path: FilePath) {
    guard let status = path.status else { return nil }
    self.init(status)
  }

  /// An open file.
  ///
  /// - Parameter descriptor: The file; nil comes of one that is not open.
  public init?(descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    self.init(status)
  }

  private init(_ status: stat) {
    device = UInt(status.st_dev)
    inode = UInt(status.st_ino)
  }
}
