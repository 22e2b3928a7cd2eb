import Foundation
import SQLite

/// A property of a record that a part of a predicate is about.
struct RecordProperty {
  let scope: RecordScope
  let keyPath: AnyKeyPath
}

/// An expression that may be a property of a record.
private protocol PropertyExpression {
  func property(in translation: PredicateTranslation) -> RecordProperty?
}

extension PredicateExpressions.KeyPath: PropertyExpression {
  fileprivate func property(in translation: PredicateTranslation) -> RecordProperty? {
    guard let variable = root as? PredicateExpressions.Variable<Root.Output>,
      case .record(let scope) = translation.variables[variable.key]
    else { return nil }
    return RecordProperty(scope: scope, keyPath: keyPath)
  }
}

extension PredicateTranslation {
  /// The property that an expression is; nil if it is something else.
  func property(_ expression: any PredicateExpression) -> RecordProperty? {
    (expression as? any PropertyExpression)?.property(in: self)
  }
}

extension PredicateExpressions.KeyPath: SQLTranslatable {
  /// A property of a record; or whether a list, a relationship or a text is empty, and how much is in it.
  func translate(_ translation: inout PredicateTranslation) throws(FetchError) -> Translated {
    if let records = try translation.related(self) {
      guard !records.related.isToMany else { throw FetchError.unsupportedPredicate(node: "KeyPath") }
      return Translated(fragment: records.value(SQLFragment(sql: records.scope.key)), isKey: true)
    }
    if let property = translation.property(self) {
      let reference = try translation.reference(property)
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
    } else if let related = try translation.relatedCount(root) {
      count = related
    } else {
      let text = try translation.translate(root)
      guard text.isText else { throw FetchError.unsupportedPredicate(node: "KeyPath") }
      count = .call("text_count", text.fragment)
    }
    return .condition(kind == .collectionIsEmpty ? "(" + count + " = 0)" : count)
  }
}
