/// The arguments of a command, told apart: options with their values, and operands.
///
/// They are read as GNU's `getopt_long` reads them: `--name=value` and `--name value`, clustered
/// letters (`-nv`, `-fvalue`), long names shortened as far as they stay unique, options before and
/// after operands, and `--` before operands that begin with a hyphen. A lone `-` is an operand.
/// Unlike it, reading uses no global state, so any thread may do it.
public struct CommandArguments: Hashable, Sendable {
  /// What is not an option, in order.
  public private(set) var operands: [String] = []
  private var occurrences: [Occurrence] = []

  private struct Occurrence: Hashable {
    let name: String
    let value: String
  }

  /// Which operands name files: their names may hold any bytes, while all other arguments have to be UTF-8.
  public enum FileOperands: Hashable, Sendable {
    /// None of them.
    case none
    /// The first.
    case first
    /// All of them.
    case all
  }

  /// Where options may stand.
  public enum Order: Sendable {
    /// Before, between and after operands.
    case anywhere
    /// Before the first operand, which names a command; what follows is that command's.
    case beforeOperands
  }

  /// Whether an option was given.
  ///
  /// - Parameter name: The option's long name.
  /// - Returns: Whether it was given, with or without an argument.
  public func contains(_ name: String) -> Bool { occurrences.contains { $0.name == name } }

  /// The argument of an option that counts once.
  ///
  /// - Parameter name: The option's long name.
  /// - Returns: The last one given, `nil` if there is none.
  public func value(of name: String) -> String? { values(of: name).last }

  /// The arguments of an option that may be repeated.
  ///
  /// - Parameter name: The option's long name.
  /// - Returns: All that were given, in order.
  public func values(of name: String) -> [String] {
    occurrences.filter { $0.name == name }.map(\.value)
  }

  /// These arguments and then others: of an option that counts once, the others' value counts.
  ///
  /// - Parameter others: Arguments that stand behind these.
  /// - Returns: Both.
  public func adding(_ others: CommandArguments) -> CommandArguments {
    var all = self
    all.operands += others.operands
    all.occurrences += others.occurrences
    return all
  }

  /// Reads arguments.
  ///
  /// - Parameters:
  ///   - arguments: The arguments, without the program's and the command's name.
  ///   - options: The options that are allowed.
  ///   - inherited: Options of the app that are allowed, too: the command's own win where a name is shortened.
  ///   - order: Where they may stand; operands behind a command's name are not looked at.
  ///   - fileOperands: Which operands name files.
  /// - Throws: ``UsageError`` for an option that is unknown, ambiguous, or has an argument too
  ///   many or too few.
  public init(
    parsing arguments: [String], options: [CommandOption], inherited: [CommandOption] = [], order: Order = .anywhere,
    fileOperands: FileOperands = .none
  ) throws(UsageError) {
    try read(arguments, options: [options, inherited], order: order)
    let files = Set((options + inherited).filter(\.namesFile).map(\.name))
    let texts = occurrences.filter { !files.contains($0.name) }.map(\.value)
    let textOperands = operands.dropFirst(fileOperands == .all ? operands.count : fileOperands == .first ? 1 : 0)
    guard let text = (texts + (order == .anywhere ? textOperands : [])).first(where: RawText.hasEscapes) else { return }
    throw .invalid("“\(text)” is not text in UTF-8, which is all that is kept; check the encoding of the terminal.")
  }

  private mutating func read(
    _ arguments: [String], options: [[CommandOption]], order: Order
  ) throws(UsageError) {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      if argument == "--" {
        operands += rest
        return
      } else if argument.hasPrefix("--") {
        try readLong(argument.dropFirst(2), rest: &rest, options: options)
      } else if argument.hasPrefix("-"), argument != "-" {
        try readCluster(argument.dropFirst(), rest: &rest, options: options)
      } else {
        operands.append(argument)
        guard order == .anywhere else {
          operands += rest
          return
        }
      }
    }
  }

  private mutating func readLong(
    _ text: Substring, rest: inout ArraySlice<String>, options: [[CommandOption]]
  ) throws(UsageError) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let option = try Self.option(named: String(parts[0]), in: options)
    let attached = parts.count > 1 ? String(parts[1]) : nil
    guard option.argument != nil else {
      guard attached == nil else { throw .unexpectedArgument(option: "--\(option.name)") }
      occurrences.append(Occurrence(name: option.name, value: ""))
      return
    }
    guard let value = attached ?? rest.popFirst() else {
      throw .missingArgument(option: "--\(option.name)", argument: option.argument ?? "")
    }
    occurrences.append(Occurrence(name: option.name, value: value))
  }

  private mutating func readCluster(
    _ text: Substring, rest: inout ArraySlice<String>, options: [[CommandOption]]
  ) throws(UsageError) {
    var letters = text
    while let letter = letters.popFirst() {
      guard let option = options.joined().first(where: { $0.letter == letter }) else {
        throw .unknownOption("-\(letter)", suggestion: nil)
      }
      guard let argument = option.argument else {
        occurrences.append(Occurrence(name: option.name, value: ""))
        continue
      }
      guard let value = letters.isEmpty ? rest.popFirst() : String(letters) else {
        throw .missingArgument(option: "-\(letter)", argument: argument)
      }
      occurrences.append(Occurrence(name: option.name, value: value))
      return
    }
  }

  /// The option of a name that may be shortened; of several groups the first that has one.
  private static func option(
    named name: String, in groups: [[CommandOption]]
  ) throws(UsageError) -> CommandOption {
    if let option = groups.joined().first(where: { $0.name == name }) { return option }
    let candidates =
      groups.map { name.isEmpty ? [] : $0.filter { $0.name.hasPrefix(name) } }.first { !$0.isEmpty } ?? []
    switch candidates.count {
    case 1: return candidates[0]
    case 0:
      let suggestion = Suggestion.closest(to: name, among: groups.joined().map(\.name))
      throw .unknownOption("--\(name)", suggestion: suggestion.map { "--\($0)" })
    default:
      throw .ambiguousOption("--\(name)", candidates: candidates.map { "--\($0.name)" })
    }
  }
}
