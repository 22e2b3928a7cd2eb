import Glibc

/// Standard output, or a file, written in large pieces.
///
/// A process has to ignore SIGPIPE and SIGXFSZ first, so that a reader who has gone is a ``ClosedPipeError`` and a file that
/// is too large a ``SystemError``, and neither its end. An output belongs to the task that made it.
public final class ByteOutput {
  private let descriptor: Int32
  private let name: String
  private var buffer: [UInt8] = []
  private static let pieceSize = 64 * 1024

  /// Whether a terminal shows what is written.
  public let isTerminal: Bool

  /// Creates an output.
  ///
  /// - Parameters:
  ///   - descriptor: An open file descriptor, which stays the caller's to close.
  ///   - name: The file, in the user's words.
  public init(descriptor: Int32 = STDOUT_FILENO, name: String = "standard output") {
    self.descriptor = descriptor
    self.name = name
    isTerminal = isatty(descriptor) == 1
    buffer.reserveCapacity(Self.pieceSize * 2)
  }

  /// Writes text.
  ///
  /// - Parameter text: The text.
  /// - Throws: ``ClosedPipeError`` or ``SystemError``.
  public func write(_ text: String) throws {
    buffer.append(contentsOf: text.utf8)
    try flushIfLarge()
  }

  /// Writes bytes.
  ///
  /// - Parameter append: Appends them to the bytes it is given.
  /// - Throws: ``ClosedPipeError`` or ``SystemError``.
  public func write(_ append: (inout [UInt8]) throws -> Void) throws {
    try append(&buffer)
    try flushIfLarge()
  }

  /// Hands everything written so far to the system; call it at the end.
  ///
  /// - Throws: ``ClosedPipeError`` or ``SystemError``.
  public func flush() throws {
    // What can't be written is not tried again.
    defer { buffer.removeAll(keepingCapacity: true) }
    var position = 0
    while position < buffer.count {
      let count = buffer.withUnsafeBytes { bytes in
        Glibc.write(descriptor, bytes.baseAddress?.advanced(by: position), bytes.count - position)
      }
      if count >= 0 {
        position += count
      } else if errno == EPIPE {
        throw ClosedPipeError()
      } else if errno == EAGAIN {
        // Somebody who shares the terminal or pipe has made it non-blocking.
        var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = poll(&request, 1, -1)
      } else if errno != EINTR {
        throw SystemError(action: "write to", file: name, code: errno)
      }
    }
  }

  private func flushIfLarge() throws {
    if buffer.count >= Self.pieceSize { try flush() }
  }
}
