/// A command that was written wrongly.
public enum UsageError: Error, Hashable, Sendable {
  /// There is no such command.
  case unknownCommand(String, suggestion: String?)
  /// There is no such option.
  case unknownOption(String, suggestion: String?)
  /// The shortened option could be several.
  case ambiguousOption(String, candidates: [String])
  /// The option needs an argument.
  case missingArgument(option: String, argument: String)
  /// The option takes no argument.
  case unexpectedArgument(option: String)
  /// The option, or the argument so named, has a fixed set of values, and this is none of them.
  case unknownValue(String, name: String, allowed: [String])
  /// An operand that the command needs is not there.
  case missingOperand(String)
  /// There are more operands than the command takes.
  case unexpectedOperand(String)
  /// The value given for an option or an operand is bad; the sentence says why.
  case invalid(String)

  /// Checks that a value is one of a fixed set.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - name: What it was given for, such as `--sort`.
  ///   - allowed: The set.
  /// - Returns: The value.
  /// - Throws: ``unknownValue(_:name:allowed:)`` if it is not in the set.
  public static func check(
    _ value: String, for name: String, among allowed: [String]
  ) throws(UsageError) -> String {
    guard allowed.contains(value) else {
      throw .unknownValue(value, name: name, allowed: allowed)
    }
    return value
  }
}

extension UsageError: CustomStringConvertible {
  /// One sentence that says what is wrong and, where it can, what to write instead.
  public var description: String {
    switch self {
    case .unknownCommand(let name, let suggestion):
      "There is no command “\(name)”\(suggestion == nil ? ": “--help” lists them." : Self.hint(suggestion))"
    case .unknownOption(let name, let suggestion):
      "There is no option “\(name)”\(Self.hint(suggestion))"
    case .ambiguousOption(let name, let candidates):
      "The option “\(name)” could be \(Self.list(candidates)): write more of it."
    case .missingArgument(let option, let argument):
      "The option “\(option)” needs an argument: \(option) \(argument)."
    case .unexpectedArgument(let option):
      "The option “\(option)” takes no argument."
    case .unknownValue(let value, let name, let allowed):
      if let suggestion = Suggestion.closest(to: value, among: allowed) {
        "\(name) can't be “\(value)”: did you mean “\(suggestion)”?"
      } else {
        "\(name) can't be “\(value)”: it is \(Self.list(allowed))."
      }
    case .missingOperand(let name):
      "\(name) is missing."
    case .unexpectedOperand(let operand):
      "“\(operand)” is one argument too many."
    case .invalid(let sentence):
      sentence
    }
  }

  private static func hint(_ suggestion: String?) -> String {
    suggestion.map { ": did you mean “\($0)”?" } ?? "."
  }

  private static func list(_ texts: [String]) -> String {
    guard texts.count > 1, let last = texts.last else { return texts.joined() }
    return "\(texts.dropLast().joined(separator: ", ")) or \(last)"
  }
}
