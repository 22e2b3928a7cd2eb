public import Commands
import FetchedResults
import Files

/// `collation [LOCALE]`: prints or changes the language whose order records are in.
public struct CollationCommand<App: ListApp>: Command {
  /// What the help says.
  public static var description: CommandDescription {
    CommandDescription(
      name: "collation", operands: "[LOCALE]",
      summary: "print or change the language whose order \(App.neutral.pluralNoun) are in", discussion: discussion)
  }

  private static var discussion: String {
    let (app, records) = (App.name, App.neutral.pluralNoun)
    return """
      Each store has the order of one language, the one of LC_ALL, LC_COLLATE or LANG when it
      was made: after z come å, ä and ö in Swedish, and not in German. Without LOCALE it is
      printed; with LOCALE all \(records) are put into its order. No other command changes it.
      LOCALE is a language, or a language and a country; “root” is the order that fits most
      languages. What was entered stays as it is, so this is no step for “\(app) undo”: give
      the former LOCALE again.

      Examples:
        \(app) collation
        \(app) collation sv_SE
        \(app) collation de@collation=phonebook
      """
  }

  /// What stands for ICU's root, which has no name.
  private static var root: String { "root" }

  private let locale: String?

  /// Reads the locale, if there is one.
  public init(_ arguments: CommandArguments) throws {
    guard arguments.operands.count <= 1 else { throw UsageError.unexpectedOperand(arguments.operands[1]) }
    locale = try arguments.operands.first.map(Self.locale)
  }

  private static func locale(_ typed: String) throws(UsageError) -> String {
    // The locale of programs, as an environment spells it, is none of people's.
    if [root, "C", "POSIX"].contains(String(typed.prefix { $0 != "." })) { return "" }
    if !typed.isEmpty, let locale = Collation.locale(named: typed) { return locale }
    let names = Collation.localeNames
    // A country or an order too many is taken off before a slip of the finger is looked for.
    let shorter = [typed.prefix { $0 != "@" }, typed.prefix { !"_-@.".contains($0) }].map(String.init)
    let known = shorter.first { names.contains($0) } ?? Suggestion.closest(to: shorter[0], among: names)
    throw .invalid(
      "There is no order of a locale “\(typed)”: "
        + (known.map { "did you mean “\($0)”?" } ?? "it is a language such as “sv” or “de_DE”, or “root”."))
  }

  /// Does it.
  public func run(in session: Session) async throws -> ExitStatus {
    let present = try await session.store.collationLocale()
    guard let locale else {
      let output = ByteOutput()
      try output.write(Self.name(of: present) + "\n")
      try output.flush()
      return .done
    }
    try await session.store.setCollationLocale(locale)
    session.say(
      locale == present
        ? "The order is that of \(Self.name(of: present)) already."
        : "The order is that of \(Self.name(of: locale)) now, no longer of \(Self.name(of: present)).")
    return .done
  }

  private static func name(of locale: String) -> String { locale.isEmpty ? root : locale }
}
