import CNcurses
import Foundation

/// Keeps what is written to standard error while the screen is up, and writes it when it is down.
///
/// A message in the middle of the alternate screen would spoil the screen and be lost with it.
/// Where standard error is not a terminal it stays what it is.
struct MessageCapture {
  /// The anonymous file that stands in for standard error, or -1.
  private(set) var file: Int32 = -1
  /// The real standard error.
  private(set) var standardError = STDERR_FILENO

  mutating func begin() {
    guard file < 0, isatty(STDERR_FILENO) == 1 else { return }
    let copy = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3)
    let file = cn_memory_file("messages")
    guard copy >= 0, file >= 0, dup2(file, STDERR_FILENO) >= 0 else {
      if copy >= 0 { close(copy) }
      if file >= 0 { close(file) }
      return
    }
    standardError = copy
    self.file = file
  }

  mutating func end() {
    guard file >= 0 else { return }
    dup2(standardError, STDERR_FILENO)
    close(standardError)
    standardError = STDERR_FILENO
    copyMessages()
    close(file)
    file = -1
  }

  private func copyMessages() {
    var buffer = [UInt8](repeating: 0, count: 4096)
    var offset = 0
    while true {
      let count = pread(file, &buffer, buffer.count, offset)
      guard count > 0 else { return }
      offset += count
      _ = write(STDERR_FILENO, buffer, count)
    }
  }
}
