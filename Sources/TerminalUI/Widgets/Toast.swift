/// A passing message, such as "Undid: Delete Zoë Martínez".
public struct Toast: Hashable, Sendable {
  /// What a message is about.
  public enum Kind: Hashable, Sendable {
    /// Something was done.
    case notice
    /// Something went wrong.
    case error
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

  /// Draws the message over a row of a frame.
  public func draw(in frame: inout Frame, row: Int, theme: Theme) {
    let style = theme[kind == .error ? .error : .toast]
    frame.fill(row: row, style: theme[.row])
    let mark = kind == .error ? "✗ " : "✓ "
    frame.draw(
      (mark + message).truncated(toWidth: frame.size.columns - 2),
      at: Position(column: 1, row: row), style: style)
  }
}
