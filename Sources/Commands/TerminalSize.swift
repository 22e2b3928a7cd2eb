import Glibc

/// How large a terminal is.
public enum TerminalSize {
  /// The number of columns.
  ///
  /// - Parameter descriptor: An open file.
  /// - Returns: 80 for a terminal that doesn't say; `nil` if it is no terminal.
  public static func columns(of descriptor: Int32) -> Int? {
    guard isatty(descriptor) == 1 else { return nil }
    var size = winsize()
    let isKnown = ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
    return isKnown ? Int(size.ws_col) : 80
  }
}
