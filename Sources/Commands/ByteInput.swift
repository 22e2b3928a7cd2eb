public import Files
import Glibc

/// A file, or standard input, read in pieces.
public final class ByteInput {
  /// The file, in the user's words.
  public let name: String
  /// The number of bytes in all, if the system can tell.
  public let size: Int?
  private let descriptor: Int32
  private let closesDescriptor: Bool
  private static let pieceSize = 256 * 1024

  /// Opens a file.
  ///
  /// - Parameter path: Its path; `-` is standard input.
  /// - Throws: ``SystemError`` if it can't be opened, or is a folder.
  public init(path: FilePath) throws {
    closesDescriptor = path != "-"
    name = path == "-" ? "standard input" : "\(path)"
    descriptor = path == "-" ? STDIN_FILENO : path.withCString { open($0, O_RDONLY | O_CLOEXEC) }
    guard descriptor >= 0 else { throw SystemError(action: "open", file: name, code: errno) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      throw SystemError(action: "open", file: name, code: errno)
    }
    guard status.st_mode & S_IFMT != S_IFDIR else {
      throw SystemError(action: "read", file: name, code: EISDIR)
    }
    size = status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) : nil
  }

  deinit {
    if closesDescriptor { close(descriptor) }
  }

  /// Reads on.
  ///
  /// - Returns: The next bytes, none at the end.
  /// - Throws: ``SystemError``, or `CancellationError` if the user has stopped the command.
  public func next() throws -> [UInt8] {
    try waitForBytes()
    var code: Int32 = 0
    let piece = [UInt8](unsafeUninitializedCapacity: Self.pieceSize) { buffer, count in
      var result = read(descriptor, buffer.baseAddress, buffer.count)
      while result < 0, errno == EINTR {
        result = read(descriptor, buffer.baseAddress, buffer.count)
      }
      if result < 0 { code = errno }
      count = max(0, result)
    }
    guard code == 0 else { throw SystemError(action: "read", file: name, code: code) }
    return piece
  }

  /// Waits until reading won't block.
  ///
  /// Ctrl-C may be delivered to another thread, so it doesn't wake this one: it looks by itself.
  private func waitForBytes() throws {
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    repeat { try Interruption.check() } while poll(&request, 1, 100) == 0
  }
}
