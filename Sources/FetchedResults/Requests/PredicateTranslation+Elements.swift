import Foundation

// An element of a list has no SQL: only what is in it, whatever its place. These are here to name the property whose element it
// would be, where that can't be asked about at all.

extension PredicateExpressions.CollectionIndexSubscript: SQLTranslatable {
  func translate(_ translation: inout PredicateTranslation) throws(FetchError) -> Translated {
    throw translation.refusal(of: "CollectionIndexSubscript", on: wrapped)
  }
}

extension PredicateExpressions.CollectionRangeSubscript: SQLTranslatable {
  func translate(_ translation: inout PredicateTranslation) throws(FetchError) -> Translated {
    throw translation.refusal(of: "CollectionRangeSubscript", on: wrapped)
  }
}

extension PredicateExpressions.DictionaryKeySubscript: SQLTranslatable {
  func translate(_ translation: inout PredicateTranslation) throws(FetchError) -> Translated {
    throw translation.refusal(of: "DictionaryKeySubscript", on: wrapped)
  }
}

extension PredicateExpressions.DictionaryKeyDefaultValueSubscript: SQLTranslatable {
  func translate(_ translation: inout PredicateTranslation) throws(FetchError) -> Translated {
    throw translation.refusal(of: "DictionaryKeyDefaultValueSubscript", on: wrapped)
  }
}

extension PredicateTranslation {
  /// Why an operator can't be applied to an expression.
  fileprivate mutating func refusal(of node: String, on expression: any PredicateExpression) -> FetchError {
    guard let property = property(expression) else { return .unsupportedPredicate(node: node) }
    do throws(FetchError) {
      _ = try reference(property)
    } catch .encodedAttribute(let attribute) {
      return .encodedAttribute(attribute: attribute)
    } catch {}
    return .unsupportedPredicate(node: "\(node) (\(property.keyPath))")
  }
}
