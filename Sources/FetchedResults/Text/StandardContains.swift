public import Foundation

extension StringProtocol {
  /// Whether the text contains another as a reader would say: without regard to case, marks and width.
  ///
  ///     "René Müller".containsFolded("rene mu")  // true
  ///
  /// It is what `localizedStandardContains` answers inside `#Predicate`, in the store and in memory alike: see
  /// ``Swift/String/foldedForSearch()`` for the rules. They are the same in every locale.
  ///
  /// It mirrors `localizedStandardContains`:
  /// <https://developer.apple.com/documentation/swift/stringprotocol/localizedstandardcontains(_:)>
  ///
  /// - Parameter other: The text to find; an empty one is in every text.
  /// - Returns: Whether it is there.
  /// - Complexity: O(*n* + *m*) to fold, O(*n* · *m*) at worst to find.
  public func containsFolded(_ other: some StringProtocol) -> Bool {
    let sought = Array(String(other).foldedForSearch().utf8)
    return sought.isEmpty || Array(String(self).foldedForSearch().utf8).firstRange(of: sought) != nil
  }
}

/// Foundation's `#Predicate` knows `localizedStandardContains` on Apple's systems only. The macro calls
/// `build_localizedStandardContains`, so adding that is all it takes to have it here.
extension PredicateExpressions {
  /// `base.localizedStandardContains(other)` inside `#Predicate`.
  ///
  ///     #Predicate<Book> { $0.searchText.localizedStandardContains("dune") }
  ///
  /// It mirrors Foundation's expression of other systems:
  /// <https://developer.apple.com/documentation/foundation/predicateexpressions/stringlocalizedstandardcontains>
  public struct LocalizedStandardContains<
    Base: PredicateExpression, Other: PredicateExpression
  >: PredicateExpression where Base.Output: StringProtocol, Other.Output: StringProtocol {
    /// Whether the text was found.
    public typealias Output = Bool

    /// The text that is searched.
    let base: Base
    /// The text that is sought.
    let other: Other

    /// Answers for one value, in memory, by the rules of ``Swift/StringProtocol/containsFolded(_:)``.
    ///
    /// - Parameter bindings: The value.
    /// - Returns: Whether the text was found.
    /// - Throws: What the expressions throw that the two texts come from.
    /// - Complexity: As ``Swift/StringProtocol/containsFolded(_:)``.
    public func evaluate(_ bindings: PredicateBindings) throws -> Bool {
      try base.evaluate(bindings).containsFolded(other.evaluate(bindings))
    }
  }

  // The macro sets the name.
  // swift-format-ignore: AlwaysUseLowerCamelCase
  /// What `#Predicate` calls for `localizedStandardContains`; nobody else has to.
  ///
  /// - Parameters:
  ///   - base: The text that is searched.
  ///   - other: The text that is sought.
  /// - Returns: The expression.
  public static func build_localizedStandardContains<Base, Other>(
    _ base: Base, _ other: Other
  ) -> LocalizedStandardContains<Base, Other> {
    LocalizedStandardContains(base: base, other: other)
  }
}

extension PredicateExpressions.LocalizedStandardContains: StandardPredicateExpression
where Base: StandardPredicateExpression, Other: StandardPredicateExpression {}

extension PredicateExpressions.LocalizedStandardContains: Sendable where Base: Sendable, Other: Sendable {}

extension PredicateExpressions.LocalizedStandardContains: Codable where Base: Codable, Other: Codable {}
