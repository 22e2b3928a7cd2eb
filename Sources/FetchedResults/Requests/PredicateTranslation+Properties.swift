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
      guard !records.related.isToMany else { throw unsupported(translation) }
      return Translated(
        fragment: records.value(SQLFragment(sql: records.scope.key)), record: records.related.record)
    }
    if let property = translation.property(self) {
      let reference = try translation.reference(property)
      return Translated(
        fragment: reference.expression, kind: reference.kind, isKey: reference.isKey,
        isComposed: reference.isComposed, isFolded: reference.foldedColumn != nil,
        // Only the text of the records that are searched is held in memory.
        searchColumn: property.scope.number == 0 ? reference.foldedColumn : nil, sortKey: reference.sortKey)
    }
    let count = try count(&translation)
    return .condition(kind == .collectionIsEmpty ? "(" + count + " = 0)" : count)
  }

  /// How much is in the root, if that is what the key path asks for.
  private func count(_ translation: inout PredicateTranslation) throws(FetchError) -> SQLFragment {
    let isCount = kind == .collectionCount || kind == .collectionIsEmpty
    if let count = try translation.elementCount(root) {
      guard isCount else { throw unsupported(translation) }
      return count
    }
    let text = try translation.translate(root)
    guard isCount, text.kind == .string else { throw unsupported(translation) }
    return .call("text_count", text.fragment)
  }

  /// Many key paths have no name when a program runs; what they lead from and to says enough.
  private func unsupported(_ translation: PredicateTranslation) -> FetchError {
    let start = translation.property(root).map { "\($0.keyPath)" } ?? "\(Root.Output.self)"
    return .unsupportedPredicate(node: "KeyPath from \(start) to \(Output.self)")
  }
}
