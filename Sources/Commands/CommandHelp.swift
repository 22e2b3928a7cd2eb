/// One command of an app, as the help describes it.
public struct CommandDescription: Hashable, Sendable {
  /// The name that is typed.
  public let name: String
  /// The operands as the help writes them, such as `ID…`; empty if there are none.
  public let operands: String
  /// What the command does, in a few words.
  public let summary: String
  /// What else there is to say, as paragraphs that are printed as they are.
  public let discussion: String
  /// The options, besides ``CommandOption/help``.
  public let options: [CommandOption]
  /// Which operands name files.
  public let fileOperands: CommandArguments.FileOperands

  /// Creates a description.
  ///
  /// - Parameters:
  ///   - name: The name that is typed.
  ///   - operands: The operands as the help writes them.
  ///   - summary: What the command does, in a few words.
  ///   - discussion: What else there is to say.
  ///   - options: The options.
  ///   - fileOperands: Which operands name files.
  public init(
    name: String, operands: String = "", summary: String, discussion: String = "",
    options: [CommandOption] = [], fileOperands: CommandArguments.FileOperands = .none
  ) {
    self.name = name
    self.operands = operands
    self.summary = summary
    self.discussion = discussion
    self.options = options
    self.fileOperands = fileOperands
  }

  /// Reads the command's arguments.
  ///
  /// - Parameters:
  ///   - arguments: The arguments behind the command's name.
  ///   - inherited: The app's options, which may stand here as well.
  /// - Returns: Options and operands.
  /// - Throws: ``UsageError``.
  public func parse(
    _ arguments: [String], inherited: [CommandOption] = []
  ) throws(UsageError) -> CommandArguments {
    try CommandArguments(
      parsing: arguments, options: options + [.help], inherited: inherited, fileOperands: fileOperands)
  }

  /// The help of this command.
  ///
  /// - Parameter app: The name of the app.
  /// - Returns: Lines of at most 80 columns, if the summaries allow.
  public func help(app: String) -> String {
    let usage = ["usage: \(app) \(name)", "[OPTION…]", operands].filter { !$0.isEmpty }
    return HelpText.join([
      usage.joined(separator: " "),
      HelpText.sentence(summary),
      discussion,
      HelpText.section("Options", rows: HelpText.rows(options + [.help])),
    ])
  }
}

/// An app with its commands, as the help describes it.
public struct AppDescription: Hashable, Sendable {
  /// The name that is typed.
  public let name: String
  /// What the app is for, in a few words.
  public let summary: String
  /// What else there is to say, as paragraphs that are printed as they are.
  public let discussion: String
  /// The options that all commands have, besides ``CommandOption/help``.
  public let options: [CommandOption]
  /// The commands, in the order of the help.
  public let commands: [CommandDescription]

  /// Creates a description.
  ///
  /// - Parameters:
  ///   - name: The name that is typed.
  ///   - summary: What the app is for, in a few words.
  ///   - discussion: What else there is to say.
  ///   - options: The options that all commands have.
  ///   - commands: The commands.
  public init(
    name: String, summary: String, discussion: String = "", options: [CommandOption],
    commands: [CommandDescription]
  ) {
    self.name = name
    self.summary = summary
    self.discussion = discussion
    self.options = options
    self.commands = commands
  }

  /// Reads the options that stand before the command; the operands are the command's name and its
  /// arguments.
  ///
  /// - Parameter arguments: All arguments of the app, without its own name.
  /// - Returns: Options and operands.
  /// - Throws: ``UsageError``.
  public func parse(_ arguments: [String]) throws(UsageError) -> CommandArguments {
    try CommandArguments(
      parsing: arguments, options: options + [.help], order: .beforeOperands)
  }

  /// Finds a command.
  ///
  /// - Parameter name: The command's name.
  /// - Returns: Its description.
  /// - Throws: ``UsageError/unknownCommand(_:suggestion:)``.
  public func command(named name: String) throws(UsageError) -> CommandDescription {
    guard let command = commands.first(where: { $0.name == name }) else {
      let names = commands.map(\.name)
      let meant = Self.synonyms[name.lowercased()]?.first(where: names.contains)
      throw .unknownCommand(name, suggestion: meant ?? Suggestion.closest(to: name, among: names))
    }
    return command
  }

  /// What commands are called elsewhere. They are named, and never run: to guess what somebody wants deleted is not ours.
  private static let synonyms = [
    "ls": ["list"], "find": ["list"], "search": ["list"], "grep": ["list"], "new": ["add"], "create": ["add"],
    "insert": ["add"], "rm": ["delete"], "remove": ["delete"], "del": ["delete"], "change": ["edit", "set"],
    "modify": ["edit", "set"], "update": ["edit", "set"], "cat": ["show", "list"], "view": ["show", "list"],
    "get": ["show", "list"], "log": ["history"], "load": ["import"], "save": ["export"], "dump": ["export"],
  ]

  /// The help of the app.
  public var help: String {
    HelpText.join([
      "usage: \(name) [OPTION…] [COMMAND …]",
      HelpText.sentence(summary),
      discussion,
      HelpText.section("Commands", rows: commands.map { ($0.name, $0.summary) }),
      HelpText.section("Options", rows: HelpText.rows(options + [.help])),
      "“\(name) COMMAND --help” says more of a command; options may stand before or after its name.",
    ])
  }
}

/// The layout that all help texts share.
enum HelpText {
  static func join(_ paragraphs: [String]) -> String {
    paragraphs.filter { !$0.isEmpty }.joined(separator: "\n\n") + "\n"
  }

  static func sentence(_ summary: String) -> String {
    summary.prefix(1).uppercased() + summary.dropFirst() + "."
  }

  static func rows(_ options: [CommandOption]) -> [(String, String)] {
    options.map { option in
      let letter = option.letter.map { "-\($0), " } ?? "    "
      let argument = option.argument.map { " \($0)" } ?? ""
      return ("\(letter)--\(option.name)\(argument)", option.summary)
    }
  }

  static func section(_ title: String, rows: [(String, String)]) -> String {
    guard !rows.isEmpty else { return "" }
    let width = rows.map(\.0.count).max() ?? 0
    let lines = rows.map { term, summary in
      "  \(term)\(String(repeating: " ", count: width - term.count))  \(summary)"
    }
    return ([title + ":"] + lines).joined(separator: "\n")
  }
}
