import Files
import Glibc

/// Standard input, output and error, as the process was given them.
public enum StandardStreams {
  /// Makes every failure of a stream an error of the call that meets it, and none the end of the process.
  ///
  /// Call it before anything is opened.
  public static func prepare() {
    reserve()
    // A pipe that nobody reads, and a file that is larger than allowed (`ulimit -f`).
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
  }

  /// Keeps the numbers of those that are closed: the next file to be opened would get one, and be read or written in their
  /// place. Using a stream that was closed fails then as if it still were.
  private static func reserve() {
    for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(descriptor, F_GETFD) < 0 {
      // Open the wrong way round; it gets the lowest number that is free, which is this one.
      _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }
}

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

/// Standard output, where data goes.
public enum StandardOutput {
  /// Writes a line of text at once; control characters are shown as marks.
  ///
  /// - Parameter line: The text.
  /// - Throws: ``ClosedPipeError`` or ``SystemError``.
  public static func writeLine(_ line: String) throws {
    let output = ByteOutput()
    try output.write(PrintableText.of(line) + "\n")
    try output.flush()
  }
}
