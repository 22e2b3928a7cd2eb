/// What a command tells the shell; scripts rely on these numbers.
public enum ExitStatus: Int32, Sendable {
  /// All that was asked for was done.
  case done = 0
  /// Nothing matched.
  case nothingMatched = 1
  /// The command was written wrongly, or something around it is missing or unusable.
  case usage = 2
  /// A file, or standard input, holds bad content; what was good was taken.
  case badContent = 3
  /// Somebody else changed what the command was about to change.
  case conflict = 4
  /// The user stopped it.
  case interrupted = 130
}
