import CNcurses
import Foundation

/// Why an app has ended.
public enum ExitReason: Hashable, Sendable {
  /// The user has quit; the status for the shell.
  case quit(Int32)
  /// A signal said so, or the terminal has gone, which counts as SIGHUP.
  case signal(Int32)

  /// Ends the process in the way that its parent expects: with the status, or by the signal.
  public func exitProcess() -> Never {
    switch self {
    case .quit(let status): exit(status)
    case .signal(let number):
      cn_die(number)
      exit(128 + number)
    }
  }
}
