import Foundation
import SQLite

extension PredicateExpressions.LocalizedStandardContains: SQLTranslatable {
  func translate(_ translation: inout PredicateTranslation) throws(FetchError) -> Translated {
    let (base, other) = try translation.strings(base, other, "LocalizedStandardContains")
    if base.isFolded, case .text(let text) = other.constant {
      let term = text.foldedForSearch()
      return .condition(
        FoldedSearch.condition(base.fragment, SQLFragment(sql: "?", arguments: [.text(term)])),
        search: base.searchColumn.flatMap { FoldedSearch(column: $0, terms: [term]) })
    }
    return .condition(.call("text_contains_folded", base.fragment, other.fragment))
  }
}

extension PredicateExpressions.CollectionContainsCollection: SQLTranslatable {
  func translate(_ translation: inout PredicateTranslation) throws(FetchError) -> Translated {
    let (base, other) = try translation.strings(base, other, "CollectionContainsCollection")
    return .condition(.call("text_contains", base.fragment, other.fragment))
  }
}

extension PredicateExpressions.SequenceStartsWith: SQLTranslatable {
  func translate(_ translation: inout PredicateTranslation) throws(FetchError) -> Translated {
    let (base, prefix) = try translation.strings(base, prefix, "SequenceStartsWith")
    return .condition(.call("text_starts_with", base.fragment, prefix.fragment))
  }
}

extension PredicateTranslation {
  /// Two expressions whose characters are asked about: nothing but strings has some in SQL, whatever it is stored as.
  fileprivate mutating func strings(
    _ left: any PredicateExpression, _ right: any PredicateExpression, _ node: String
  ) throws(FetchError) -> (Translated, Translated) {
    let (left, right) = (try translate(left), try translate(right))
    guard left.kind == .string, right.kind == .string else { throw FetchError.unsupportedPredicate(node: node) }
    return (left, right)
  }
}

/// The SQL functions that compare text as Swift does, by characters and not by bytes, and that make sort keys.
///
/// Each connection of the library gets them for its own queries; nothing in the file refers to them.
enum TextFunctions {
  static func define(on connection: Connection, collation: Collation) throws {
    try connection.define("text_equal", argumentCount: 2) { arguments in
      .integer(arguments[0].readText == arguments[1].readText ? 1 : 0)
    }
    try connection.define("text_compare", argumentCount: 2) { arguments in
      guard let left = arguments[0].readText, let right = arguments[1].readText else { return .null }
      return .integer(left < right ? -1 : left == right ? 0 : 1)
    }
    try connection.define("text_count", argumentCount: 1) { arguments in
      arguments[0].readText.map { .integer(Int64($0.count)) } ?? .null
    }
    try connection.define("collation_key", argumentCount: 1) { arguments in
      guard case .text(let text) = arguments[0] else { return .null }
      return .blob(collation.sortKey(of: text))
    }
    try connection.define("text_composed", argumentCount: 1) { arguments in
      arguments[0].readText.map { .text($0.precomposedStringWithCanonicalMapping) } ?? .null
    }
    try connection.define("listed_value", argumentCount: 1) { arguments in
      guard case .text(let text) = arguments[0] else { return arguments[0] }
      return Value(listed: text)
    }
    try defineTest("text_contains", on: connection) { holds($0, $1) }
    try defineTest("text_starts_with", on: connection) { $0.starts(with: $1) }
    try defineTest("text_contains_folded", on: connection) { $0.containsFolded($1) }
  }

  private static func defineTest(
    _ name: String, on connection: Connection, _ test: @escaping @Sendable (String, String) -> Bool
  ) throws {
    try connection.define(name, argumentCount: 2) { arguments in
      guard let left = arguments[0].readText, let right = arguments[1].readText else { return .null }
      return .integer(test(left, right) ? 1 : 0)
    }
  }
}

/// Whether characters follow one another somewhere: what `contains` means inside `#Predicate`. Outside, Foundation's own
/// also finds a mark within a character.
private func holds<Text: Collection, Other: Collection>(_ text: Text, _ other: Other) -> Bool
where Text.Element == Other.Element, Text.Element: Equatable {
  text.contains(other)
}

extension Value {
  /// The value as a record's text reads it: what is no text is blank.
  fileprivate var readText: String? {
    guard self != .null else { return nil }
    return String(storedValue: self) ?? ""
  }
}
