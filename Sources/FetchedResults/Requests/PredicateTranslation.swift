import Foundation
import SQLite

/// Turns a `#Predicate` into an SQL condition that is true for the same records.
///
/// Each type of expression has its own short extension (in `PredicateTranslation+….swift`). What depends on no record is
/// evaluated to a constant; anything else is refused with ``FetchError/unsupportedPredicate(node:)``.
///
/// In SQL as in Swift a comparison with nil is false and its negation true: every condition is 0 or 1, never NULL.
struct PredicateTranslation {
  /// What a key path of the record is in SQL.
  struct ColumnReference {
    let expression: SQLFragment
    let isText: Bool
    let isKey: Bool
    /// The column that keeps its folded text, if one does.
    let foldedColumn: String?
    /// The sort key of it, if it is kept: equal text has equal keys, and keys have an index.
    let sortKey: SQLFragment?
    let readsRecord: Bool
  }

  private let column: (AnyKeyPath) -> ColumnReference?
  private let listTable: (AnyKeyPath) -> ListTable?
  /// The record's table.
  let table: String
  /// What variables stand for: nil for the record itself, the value of an unwrapped optional otherwise.
  var variables: [PredicateExpressions.VariableID: Translated?] = [:]
  private(set) var readsRecord = false
  /// How often the record itself was referred to: whether a part of a predicate depends on it shows in the difference.
  private(set) var referenceCount = 0
  private var aliasCount = 0

  init<R: Record>(schema: RecordSchema<R>) {
    table = schema.table
    listTable = { keyPath in
      guard let keyPath = keyPath as? PartialKeyPath<R>, case .list(let list) = schema.attribute(keyPath)?.storage
      else { return nil }
      return list
    }
    column = { keyPath in
      guard let keyPath = keyPath as? PartialKeyPath<R>, let attribute = schema.attribute(keyPath) else { return nil }
      switch attribute.storage {
      case .column(let column) where column.order == .value, .computed(let column):
        // The derived column holds what reading the record gives, whatever another tool has written.
        return ColumnReference(
          expression: SQLFragment(sql: "d.\(column.name)_sort"), isText: attribute.valueType.columnType == "TEXT",
          isKey: false, foldedColumn: nil, sortKey: nil, readsRecord: false)
      case .column(let column):
        return ColumnReference(
          expression: SQLFragment(sql: "r.\(column.name)"), isText: attribute.valueType.columnType == "TEXT",
          isKey: column.isKey, foldedColumn: nil,
          sortKey: column.order == .collated ? column.sortColumn.map { SQLFragment(sql: "d.\($0)") } : nil,
          readsRecord: true)
      case .folded(let column, _):
        return ColumnReference(
          expression: SQLFragment(sql: "d.\(column)"), isText: true, isKey: false,
          foldedColumn: column, sortKey: nil, readsRecord: false)
      case .list, .section: return nil
      }
    }
  }

  mutating func condition<R>(of predicate: Predicate<R>) throws(FetchError) -> Translated {
    variables[predicate.variable.key] = .some(nil)
    return try translate(predicate.expression)
  }

  mutating func translate(_ expression: any PredicateExpression) throws(FetchError) -> Translated {
    if let constant = constant(expression) { return constant }
    guard let expression = expression as? any SQLTranslatable else {
      throw FetchError.unsupportedPredicate(node: Self.name(of: expression))
    }
    return try expression.translate(&self)
  }

  mutating func reference(_ keyPath: AnyKeyPath) throws(FetchError) -> ColumnReference {
    guard let reference = column(keyPath) else { throw FetchError.unknownAttribute(attribute: "\(keyPath)") }
    readsRecord = readsRecord || reference.readsRecord
    referenceCount += 1
    return reference
  }

  /// The list that an expression is, if it is one of the record's.
  mutating func list(_ expression: any PredicateExpression) -> ListReference? {
    guard let property = expression as? any PropertyExpression, let keyPath = property.recordKeyPath(in: self),
      let list = listTable(keyPath)
    else { return nil }
    referenceCount += 1
    aliasCount += 1
    return ListReference(list: list, owner: table, alias: "item\(aliasCount)")
  }

  /// The value of an expression that depends on no record.
  private func constant(_ expression: any PredicateExpression) -> Translated? {
    func value<E: PredicateExpression>(of expression: E) -> (any Sendable)? {
      (try? expression.evaluate(PredicateBindings())) as? (any ColumnValue)
    }
    return (value(of: expression) as? any ColumnValue).map(Translated.constant)
  }

  /// A node's type without its parameters, as messages name it.
  private static func name(of expression: any PredicateExpression) -> String {
    let name = String(describing: type(of: expression))
    return String(name.prefix { $0 != "<" })
  }
}

/// An expression in SQL.
struct Translated {
  var fragment: SQLFragment
  var isText = false
  var isKey = false
  var foldedColumn: String?
  var sortKey: SQLFragment?
  var constant: Value?
  /// The condition, if it is a search and nothing else.
  var search: FoldedSearch?

  /// A value that is the same for all records.
  static func constant(_ value: any ColumnValue) -> Translated {
    Translated(
      fragment: SQLFragment(sql: "?", arguments: [value.storedValue]), isText: type(of: value).columnType == "TEXT",
      constant: value.storedValue)
  }

  static func condition(_ fragment: SQLFragment, search: FoldedSearch? = nil) -> Translated {
    Translated(fragment: fragment, search: search)
  }

  private static func combined(_ left: FoldedSearch?, _ right: FoldedSearch) -> FoldedSearch? { left?.and(right) }

  /// All conditions at once; at least one.
  static func all(_ conditions: [Translated]) -> Translated {
    let searches = conditions.compactMap(\.search)
    let search = searches.dropFirst().reduce(searches.first) { combined($0, $1) }
    return Translated(
      fragment: "(" + .joined(conditions.map(\.fragment), by: " AND ") + ")",
      search: searches.count == conditions.count ? search : nil)
  }
}

/// An expression of a predicate that has an SQL counterpart.
protocol SQLTranslatable {
  func translate(_ translation: inout PredicateTranslation) throws(FetchError) -> Translated
}
