/// One option of a command: how it is written, and what the help says of it.
public struct CommandOption: Hashable, Sendable {
  /// The long name, without its two hyphens.
  public let name: String
  /// The letter that means the same, if there is one.
  public let letter: Character?
  /// What the help calls the option's argument; `nil` if the option takes none.
  public let argument: String?
  /// What the option does, in a few words.
  public let summary: String

  /// Creates an option.
  ///
  /// - Parameters:
  ///   - name: The long name, without its two hyphens.
  ///   - letter: The letter that means the same.
  ///   - argument: What the help calls its argument, `nil` if it takes none.
  ///   - summary: What it does, in a few words.
  public init(
    _ name: String, letter: Character? = nil, argument: String? = nil, summary: String
  ) {
    self.name = name
    self.letter = letter
    self.argument = argument
    self.summary = summary
  }

  /// Whether the argument begins with the name of a file, which may hold any bytes.
  var namesFile: Bool { argument?.hasPrefix("FILE") == true }

  /// The option that every command has.
  public static let help = CommandOption("help", letter: "h", summary: "print this help and exit")
}
