import Foundation

/// The user's locales, as the environment's variables name them.
///
/// `Locale.current` does not look there on Linux. A variable that is empty counts as unset.
public enum UserLocale {
  /// The locale whose order text sorts by: `LC_ALL`, else `LC_COLLATE`, else `LANG`.
  ///
  /// - Parameter environment: The environment's variables.
  /// - Returns: An identifier such as `sv_SE` for ICU, whose root `""` stands for the C locale and
  ///   for none.
  public static func collationIdentifier(in environment: [String: String]) -> String {
    identifier(in: environment, category: "LC_COLLATE")
  }

  /// The locale in which dates and numbers are written: `LC_ALL`, else `LC_TIME`, else `LANG`.
  ///
  /// - Parameter environment: The environment's variables.
  /// - Returns: The locale; international English stands for the C locale, for none,
  ///   and for a language that nobody knows.
  public static func formattingLocale(in environment: [String: String]) -> Locale {
    let locale = Locale(identifier: identifier(in: environment, category: "LC_TIME"))
    return locale.language.languageCode?.isISOLanguage == true ? locale : Locale(identifier: "en_001")
  }

  private static func identifier(in environment: [String: String], category: String) -> String {
    let value = ["LC_ALL", category, "LANG"].lazy
      .compactMap { environment[$0] }
      .first { !$0.isEmpty }
    // language_TERRITORY.codeset@modifier
    let name = String((value ?? "").prefix { $0 != "." && $0 != "@" })
    return isWellFormed(name) ? name : ""
  }

  /// Whether a name is a language, perhaps with a script, a territory and variants. What is not is the C locale, or the name of
  /// no locale at all, which ICU and Foundation must not be given: they end the process over some.
  ///
  /// Source: <https://www.rfc-editor.org/rfc/rfc5646#section-2.1>
  private static func isWellFormed(_ name: String) -> Bool {
    let parts = name.split(omittingEmptySubsequences: false) { $0 == "_" || $0 == "-" }
    guard let language = parts.first, (2...3).contains(language.utf8.count), language.allSatisfy(\.isLetter) else {
      return false
    }
    return parts.count <= 5
      && parts.allSatisfy { part in
        (2...8).contains(part.utf8.count) && part.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
      }
  }
}
