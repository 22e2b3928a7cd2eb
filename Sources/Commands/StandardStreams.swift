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
