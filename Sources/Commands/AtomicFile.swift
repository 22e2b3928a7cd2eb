import Glibc

/// A file that is written whole or not at all: beside its place, and put there at the end.
///
/// A link is followed, and a file that is replaced gives its permissions to the new one. What is no plain file, such as a
/// pipe or `/dev/null`, is written as it is.
public final class AtomicFile {
  /// Where to write.
  public let output: ByteOutput

  private let name: String
  private let path: String
  /// The file beside it; `nil` for what can't be replaced.
  private let temporaryPath: String?
  private let descriptor: Int32
  private var isFinished = false

  /// Opens the file.
  ///
  /// - Parameter path: Its path.
  /// - Throws: ``SystemError``.
  public init(path: String) throws {
    name = path
    var status = stat()
    let exists = stat(path, &status) == 0
    if exists, status.st_mode & S_IFMT != S_IFREG {
      self.path = path
      temporaryPath = nil
      descriptor = open(path, O_WRONLY | O_CLOEXEC)
    } else {
      let target = exists ? Self.resolved(path) : path
      let temporaryPath = "\(target).\(getpid()).part"
      self.path = target
      self.temporaryPath = temporaryPath
      descriptor = open(temporaryPath, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
      if descriptor >= 0, exists { fchmod(descriptor, status.st_mode & 0o777) }
    }
    guard descriptor >= 0 else { throw SystemError(action: "write", file: path, code: errno) }
    output = ByteOutput(descriptor: descriptor, name: path)
  }

  /// Puts the file into its place.
  ///
  /// - Throws: ``SystemError`` or ``ClosedPipeError``; the former file is then still there.
  public func finish() throws {
    try output.flush()
    guard let temporaryPath else {
      isFinished = true
      return
    }
    guard fsync(descriptor) == 0, rename(temporaryPath, path) == 0 else {
      throw SystemError(action: "write", file: name, code: errno)
    }
    isFinished = true
  }

  deinit {
    close(descriptor)
    if let temporaryPath, !isFinished { unlink(temporaryPath) }
  }

  private static func resolved(_ path: String) -> String {
    guard let resolved = realpath(path, nil) else { return path }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}
