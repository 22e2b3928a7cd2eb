import Foundation
import SQLite

/// An expression that may be a property of the record that a predicate is about.
protocol PropertyExpression {
  /// Which property it is; nil if it is one of something else.
  func recordKeyPath(in translation: PredicateTranslation) -> AnyKeyPath?
}

extension PredicateExpressions.KeyPath: PropertyExpression {
  func recordKeyPath(in translation: PredicateTranslation) -> AnyKeyPath? {
    guard let variable = root as? PredicateExpressions.Variable<Root.Output>,
      case .some(.none) = translation.variables[variable.key]
    else { return nil }
    return keyPath
  }
}

extension PredicateExpressions.KeyPath: SQLTranslatable {
  /// A property of the record; or whether a list or a text is empty, and how much is in it.
  func translate(_ translation: inout PredicateTranslation) throws(FetchError) -> Translated {
    if let keyPath = recordKeyPath(in: translation) {
      let reference = try translation.reference(keyPath)
      return Translated(
        fragment: reference.expression, isText: reference.isText, isKey: reference.isKey,
        foldedColumn: reference.foldedColumn, sortKey: reference.sortKey)
    }
    guard kind == .collectionCount || kind == .collectionIsEmpty else {
      throw FetchError.unsupportedPredicate(node: "KeyPath")
    }
    let count: SQLFragment
    if let list = translation.list(root) {
      count = SQLFragment(sql: list.count)
    } else {
      let text = try translation.translate(root)
      guard text.isText else { throw FetchError.unsupportedPredicate(node: "KeyPath") }
      count = .call("text_count", text.fragment)
    }
    return .condition(kind == .collectionIsEmpty ? "(" + count + " = 0)" : count)
  }
}
