import Glibc

/// A file that is written whole or not at all: beside its place, and put there at the end.
///
/// What it holds is about people, so a new file is its owner's alone (0600), whatever the umask; one that is replaced gives
/// its permissions to the new one. A link is followed. What is no plain file, such as a pipe or `/dev/null`, is written as
/// it is.
public final class AtomicFile {
  /// Where to write.
  public let output: ByteOutput

  private let path: FilePath
  /// The file's place, through links.
  private let place: FilePath
  /// The file beside it; nil for what can't be replaced.
  private let temporary: FilePath?
  private let descriptor: Int32
  private var isFinished = false

  /// Opens the file.
  ///
  /// - Parameter path: Its path.
  /// - Throws: ``SystemError``, also for a file that is there and write-protected: it would be replaced all the same.
  public init(path: FilePath) throws(SystemError) {
    self.path = path
    let former = path.status
    if let former, former.st_mode & S_IFMT != S_IFREG {
      place = path
      temporary = nil
      descriptor = path.withCString { open($0, O_WRONLY | O_CLOEXEC) }
    } else {
      place = path.resolved
      let temporary = place.adding(".\(getpid()).part")
      self.temporary = temporary
      if let former, former.st_mode & 0o222 == 0 || path.withCString({ access($0, W_OK) }) != 0 {
        throw SystemError(action: "write", file: "\(path)", code: EACCES)
      }
      descriptor = temporary.withCString { open($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600) }
      if descriptor >= 0 { fchmod(descriptor, former.map { $0.st_mode & 0o777 } ?? 0o600) }
    }
    guard descriptor >= 0 else { throw SystemError(action: "write", file: "\(path)", code: errno) }
    output = ByteOutput(descriptor: descriptor, name: "\(path)")
  }

  /// Puts the file into its place.
  ///
  /// - Throws: ``SystemError`` or ``ClosedPipeError``; the former file is then still there.
  public func finish() throws {
    try output.flush()
    guard let temporary else {
      isFinished = true
      return
    }
    let isThere =
      fsync(descriptor) == 0
      && temporary.withCString { source in place.withCString { rename(source, $0) } } == 0
    guard isThere else { throw SystemError(action: "write", file: "\(path)", code: errno) }
    isFinished = true
  }

  deinit {
    close(descriptor)
    if let temporary, !isFinished { _ = temporary.withCString(unlink) }
  }
}
