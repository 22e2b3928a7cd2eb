/// Why the terminal can't be used: one sentence that says what to do.
public enum TerminalError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Standard input or standard output is a file or a pipe.
  case notATerminal
  /// `TERM` has no value.
  case typeUnset
  /// `TERM` has a value that the system's terminal database doesn't know.
  case typeUnknown(String)
  /// `TERM` names a terminal whose cursor can't be moved, such as `dumb`.
  case typeUnusable(String)
  /// The system refused something.
  case failed(String)

  /// The sentence for the user.
  public var description: String {
    switch self {
    case .notATerminal:
      "Standard input and output must both be a terminal."
    case .typeUnset:
      "TERM is not set, so the kind of terminal is not known; try TERM=xterm-256color."
    case .typeUnknown(let type):
      "TERM is \"\(type.displayText)\", a terminal that this system does not know; "
        + "try TERM=xterm-256color."
    case .typeUnusable(let type):
      "TERM is \"\(type.displayText)\", a terminal without a movable cursor; "
        + "try TERM=xterm-256color."
    case .failed(let what):
      "The terminal can't be used: \(what)."
    }
  }
}
