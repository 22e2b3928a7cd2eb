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
      "TERM is not set; try TERM=xterm-256color."
    case .typeUnknown(let type):
      "TERM is \"\(type.displayText)\", which is not known here; try TERM=xterm-256color."
    case .typeUnusable(let type):
      "TERM is \"\(type.displayText)\", which cannot move the cursor; try TERM=xterm-256color."
    case .failed(let what):
      "The terminal can't be used: \(what)."
    }
  }
}
