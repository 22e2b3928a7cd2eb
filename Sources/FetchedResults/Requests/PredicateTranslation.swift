import Foundation
import SQLite

/// Turns a `#Predicate` into an SQL condition that is true for the same records.
///
/// Each type of expression has its own short extension (in `PredicateTranslation+….swift`). What depends on no record is
/// evaluated to a constant; anything else is refused with ``FetchError/unsupportedPredicate(node:)``.
///
/// In SQL as in Swift a comparison with nil is false and its negation true: every condition is 0 or 1, never NULL.
struct PredicateTranslation {
  /// What a variable stands for.
  enum Meaning {
    case record(RecordScope)
    /// The value of an unwrapped optional, or an item of a list.
    case value(Translated)
  }

  var variables: [PredicateExpressions.VariableID: Meaning] = [:]
  /// Whether the record's own table is needed.
  private(set) var readsRecord = false
  /// Whether the record's folded text is needed.
  private(set) var readsText = false
  /// The records that were referred to: whether a part of a predicate depends on one shows in it.
  private(set) var references: Set<Int> = []
  private let root: RecordScope
  private var scopeCount = 0
  /// Whether a variable may be nil: Foundation takes one that has no value for nil then, and evaluates what depends on it.
  var hasOptionalVariable = false

  init<R: Record>(schema: RecordSchema<R>) { root = RecordScope(schema, number: 0) }

  mutating func condition<R>(of predicate: Predicate<R>) throws(FetchError) -> Translated {
    variables[predicate.variable.key] = .record(root)
    return try translate(predicate.expression)
  }

  mutating func translate(_ expression: any PredicateExpression) throws(FetchError) -> Translated {
    if let constant = constant(expression) {
      // SQLite stores it as NULL, and takes it for one.
      guard !constant.isNotANumber else { throw FetchError.unsupportedPredicate(node: "nan") }
      return constant
    }
    guard let expression = expression as? any SQLTranslatable else {
      throw FetchError.unsupportedPredicate(node: Self.name(of: expression))
    }
    return try expression.translate(&self)
  }

  /// A property of a record, which is referred to thereby.
  mutating func reference(_ property: RecordProperty) throws(FetchError) -> RecordScope.ColumnReference {
    guard let reference = property.scope.column(property.keyPath) else {
      throw FetchError.unknownAttribute(attribute: "\(property.keyPath)")
    }
    guard !reference.isEncoded else { throw FetchError.encodedAttribute(attribute: "\(property.keyPath)") }
    readsRecord = readsRecord || reference.readsRecord && property.scope.number == root.number
    readsText = readsText || reference.readsText
    refer(to: property.scope)
    return reference
  }

  /// The list that an expression is, if it is one of a record's.
  mutating func list(_ expression: any PredicateExpression) -> ListReference? {
    guard let property = property(expression), let list = property.scope.list(property.keyPath) else { return nil }
    refer(to: property.scope)
    return ListReference(list: list, owner: property.scope, number: nextScope())
  }

  /// Notes that the part of the predicate that is being translated depends on a record.
  mutating func refer(to scope: RecordScope) { references.insert(scope.number) }

  /// The number of a scope further in than all before.
  mutating func nextScope() -> Int {
    scopeCount += 1
    return scopeCount
  }

  /// Translates a part of a predicate, and says whether it refers to a record that is further out than a scope.
  mutating func dependence<Part>(
    outside scope: Int, _ translate: (inout PredicateTranslation) throws(FetchError) -> Part
  ) throws(FetchError) -> (part: Part, dependsOnOuter: Bool) {
    let before = references
    references = []
    let part = try translate(&self)
    let dependsOnOuter = references.contains { $0 < scope }
    references.formUnion(before)
    return (part, dependsOnOuter)
  }

  /// The elements of a sequence that is the same for all records; what else it may be is refused by its name, or by that of
  /// the operator.
  mutating func constants(
    of sequence: any PredicateExpression, _ node: String
  ) throws(FetchError) -> [any ColumnValue] {
    func evaluate<E: PredicateExpression>(_ expression: E) -> Any? { try? expression.evaluate(PredicateBindings()) }
    if let property = property(sequence) { _ = try reference(property) }
    guard let elements = evaluate(sequence) as? any Sequence else {
      throw FetchError.unsupportedPredicate(node: node)
    }
    var values: [any ColumnValue] = []
    for element in elements {
      guard let value = element as? any ColumnValue else { throw FetchError.unsupportedPredicate(node: node) }
      values.append(value)
    }
    return values
  }

  /// The value of an expression that depends on no record.
  private func constant(_ expression: any PredicateExpression) -> Translated? {
    if hasOptionalVariable, expression.dependsOnVariable { return nil }
    func value<E: PredicateExpression>(of expression: E) -> (any Sendable)? {
      (try? expression.evaluate(PredicateBindings())) as? (any ColumnValue)
    }
    return (value(of: expression) as? any ColumnValue).map(Translated.constant)
  }

  /// A node's type without its parameters, as messages name it.
  static func name(of expression: any PredicateExpression) -> String {
    let name = String(describing: type(of: expression))
    return String(name.prefix { $0 != "<" })
  }
}

extension PredicateExpression {
  /// Whether a variable occurs in the expression.
  fileprivate var dependsOnVariable: Bool {
    self is any PredicateVariable
      || Mirror(reflecting: self).children.contains { child in
        (child.value as? any PredicateExpression)?.dependsOnVariable == true
      }
  }
}

private protocol PredicateVariable {}

extension PredicateExpressions.Variable: PredicateVariable {}

/// An expression of a predicate that has an SQL counterpart.
protocol SQLTranslatable {
  func translate(_ translation: inout PredicateTranslation) throws(FetchError) -> Translated
}
