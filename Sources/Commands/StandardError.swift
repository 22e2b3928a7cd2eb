import Glibc

/// Standard error, where messages to the user go.
///
///     StandardError.write("besties: Nobody matches “zoe”.\n")
///
/// A message that can't be written is dropped: the stream may be closed, full, or a pipe that nobody reads any more, and
/// what the command has done stands all the same. So no exit status depends on it.
public enum StandardError {
  /// Writes a message.
  ///
  /// - Parameter message: Whole lines, in which control characters are marks already.
  public static func write(_ message: String) {
    let output = ByteOutput(descriptor: STDERR_FILENO, name: "standard error")
    try? output.write(message)
    try? output.flush()
  }
}
