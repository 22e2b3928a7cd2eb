public import Commands

/// One command: what the help says of it, how its arguments are read, and what it does.
public protocol Command: Sendable {
  /// What the help says.
  static var description: CommandDescription { get }
  /// Reads what was given.
  ///
  /// - Throws: What is wrong with it, before anything is opened.
  init(_ arguments: CommandArguments) throws
  /// Does it.
  ///
  /// - Parameter session: What the command works with.
  /// - Returns: What to tell the shell.
  /// - Throws: Why it can't be done.
  func run(in session: Session) async throws -> ExitStatus
}
