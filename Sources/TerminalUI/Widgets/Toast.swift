/// A passing message, such as "Undid: Delete Zoë Martínez".
public struct Toast: Hashable, Sendable {
  /// What a message is about.
  public enum Kind: Hashable, Sendable {
    /// Something was done.
    case notice
    /// Something went wrong.
    case error
    /// Something is being done.
    case progress

    fileprivate var mark: String {
      switch self {
      case .notice: "✓"
      case .error: "✗"
      case .progress: "…"
      }
    }
  }

  /// The message, one sentence.
  public var message: String
  /// What it is about.
  public var kind: Kind

  /// Makes a message.
  public init(_ message: String, kind: Kind = .notice) {
    self.message = message
    self.kind = kind
  }

  /// Draws the message over the rows that end with the one given: one, or as many as the message takes, but never more
  /// than half of the frame.
  public func draw(in frame: inout Frame, row: Int, theme: Theme) {
    let style = theme[kind == .error ? .error : .toast]
    let width = frame.size.columns - 4
    var lines = message.wrapped(toWidth: width)
    let most = max(1, frame.size.rows / 2)
    if lines.count > most {
      let rest = lines[(most - 1)...].joined(separator: " ")
      lines = lines[..<(most - 1)] + [rest.truncated(toWidth: width)]
    }
    let first = row + 1 - lines.count
    for (offset, line) in lines.enumerated() {
      frame.fill(row: first + offset, style: theme[.row])
      frame.draw(line, at: Position(column: 3, row: first + offset), style: style)
    }
    frame.draw(kind.mark, at: Position(column: 1, row: max(0, first)), style: style)
  }
}
