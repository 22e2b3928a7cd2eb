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
  /// - Returns: The locale; international English stands for the C locale and for none.
  public static func formattingLocale(in environment: [String: String]) -> Locale {
    let identifier = identifier(in: environment, category: "LC_TIME")
    return Locale(identifier: identifier.isEmpty ? "en_001" : identifier)
  }

  private static func identifier(in environment: [String: String], category: String) -> String {
    let value = ["LC_ALL", category, "LANG"].lazy
      .compactMap { environment[$0] }
      .first { !$0.isEmpty }
    // language_TERRITORY.codeset@modifier
    let name = String((value ?? "").prefix { $0 != "." && $0 != "@" })
    let isName = name.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
        true
      default: false
      }
    }
    return isName && name != "C" && name != "POSIX" ? name : ""
  }
}
