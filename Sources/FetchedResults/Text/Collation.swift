import CCollation

/// How a store orders text: the rules of one language, numbers inside text by their value.
///
///     let swedish = try Collation(locale: "sv_SE")
///     swedish.sortKey(of: "Zorn").lexicographicallyPrecedes(swedish.sortKey(of: "Åberg"))  // true
///
/// Sort keys are bytes, so that any SQLite tool orders rows by them without knowing the rules.
///
/// Source: <https://unicode-org.github.io/icu/userguide/collation/>
///
/// It is `@unchecked Sendable` because its properties are constants: one is a handle to an object that is never changed after it
/// was made, and ICU allows such an object to be used by many threads.
public final class Collation: @unchecked Sendable {
  /// The ICU locale whose rules these are; empty for ICU's root.
  public let locale: String

  /// Counts changes of the rules for initials, which are ours.
  private static let initialsVersion: UInt8 = 2

  private let handle: OpaquePointer

  /// Opens the rules of a locale.
  ///
  /// - Parameter locale: An ICU locale such as `de_DE`; one that ICU has no rules for orders as ICU's root does.
  /// - Throws: ``StoreError/collationUnavailable(locale:)`` if ICU can't.
  public init(locale: String) throws(StoreError) {
    guard let handle = besties_collator_open(locale) else { throw StoreError.collationUnavailable(locale: locale) }
    self.handle = handle
    self.locale = locale
  }

  deinit { besties_collator_close(handle) }

  /// Bytes that order as the text does. Texts that the eye can't tell apart have equal keys.
  ///
  /// - Parameter text: The text.
  /// - Returns: The bytes; compare them with `lexicographicallyPrecedes`.
  /// - Complexity: O(*n*) in the length of the text; about a microsecond for a name.
  public func sortKey(of text: String) -> [UInt8] {
    transform(text, atFirst: 64) { text, length, buffer, capacity in
      besties_collator_sort_key(handle, text, length, buffer, capacity)
    }
  }

  /// The letter under which the text stands in an index: `Ł` for Łukasz where Ł is a letter of its own, else `L`.
  ///
  /// Text that sorts before all letters stands under `#`; text of a script without an alphabet under its own first letter.
  ///
  ///     try Collation(locale: "sv_SE").initial(of: "åre")  // "Å"
  ///
  /// - Parameter text: The text; an empty one stands under `#`.
  /// - Returns: The letter.
  /// - Complexity: O(log *l*) in the number of letters.
  public func initial(of text: String) -> String {
    guard !text.isEmpty else { return "#" }
    let bytes = transform(text, atFirst: 16) { text, length, buffer, capacity in
      buffer.withMemoryRebound(to: CChar.self, capacity: Int(capacity)) { buffer in
        besties_collator_initial(handle, text, length, buffer, capacity)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The version of the rules and their data. Keys made under another version can't be compared with these.
  var version: String {
    var bytes: [UInt8] = [0, 0, 0, 0]
    besties_collator_version(handle, &bytes)
    return ([Self.initialsVersion] + bytes).map(String.init).joined(separator: ".")
  }

  private func transform(
    _ text: String, atFirst capacity: Int,
    _ body: (UnsafePointer<CChar>, Int32, UnsafeMutablePointer<UInt8>, Int32) -> Int32
  ) -> [UInt8] {
    var text = text.streamSafe
    return text.withUTF8 { utf8 in
      utf8.withMemoryRebound(to: CChar.self) { characters in
        guard let start = characters.baseAddress, !characters.isEmpty else { return [] }
        var needed = capacity
        while true {
          var length = 0
          let bytes = [UInt8](unsafeUninitializedCapacity: needed) { buffer, count in
            guard let target = buffer.baseAddress else { return }
            length = Int(body(start, Int32(characters.count), target, Int32(needed)))
            count = length < 0 || length >= needed ? 0 : length
          }
          if length < needed { return bytes }
          needed = length + 1
        }
      }
    }
  }
}

extension Collation {
  /// ICU's name of a locale.
  ///
  ///     Collation.locale(named: "de-u-co-phonebk")  // "de@collation=phonebook"
  ///
  /// - Parameter spelling: The name as ICU, POSIX or BCP 47 spell it, whose codeset doesn't count; empty for ICU's root.
  /// - Returns: Nil if ICU has no such locale, or the locale no such order.
  public static func locale(named spelling: String) -> String? {
    let modifier = spelling.drop { $0 != "@" }
    let language = spelling.prefix { $0 != "." && $0 != "@" }
    guard !language.isEmpty || spelling.isEmpty, !spelling.utf8.contains(0) else { return nil }
    let locale = language + (modifier.contains("=") ? modifier : "")
    var name = [UInt8](repeating: 0, count: 256)
    let capacity = Int32(name.count)
    let length = name.withUnsafeMutableBytes { bytes in
      bytes.withMemoryRebound(to: CChar.self) { besties_locale_name(String(locale), $0.baseAddress, capacity) }
    }
    guard (0...capacity).contains(length) else { return nil }
    return String(decoding: name.prefix(Int(length)), as: UTF8.self)
  }

  /// The names of all locales that ICU knows.
  ///
  /// - Complexity: O(*n*) in their number, some hundreds.
  public static var localeNames: [String] {
    (0...).lazy.map { besties_locale_at(Int32($0)) }.prefix { $0 != nil }.compactMap { $0.map { String(cString: $0) } }
  }
}
