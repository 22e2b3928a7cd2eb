import Foundation
import SQLite

/// The records that belong to a record, as a predicate sees them.
struct RelatedScope {
  let link: Link
  let scope: RecordScope
  /// Such a record under other names.
  let record: @Sendable (_ number: Int) -> RecordScope
  let isToMany: Bool
}

/// The records that belong to a record, and that one.
struct RelatedRecords {
  let owner: RecordScope
  let related: RelatedScope

  var scope: RecordScope { related.scope }
  private var link: Link { related.link }
  private var alias: String { "l\(scope.number)" }

  /// The pairs of one record with those that are there.
  private var pairs: String {
    "\(name: link.table) AS \(alias) JOIN \(scope.tables) AND \(scope.key) = \(alias).\(name: link.target)"
      + " WHERE \(alias).\(name: link.owner) = \(owner.key)"
  }

  /// A value of the one record that there may be; NULL without one.
  func value(_ expression: SQLFragment) -> SQLFragment { "(SELECT " + expression + " FROM \(pairs))" }

  /// How many there are, or how many for which a test is true.
  func count(_ test: SQLFragment?) -> SQLFragment {
    "(SELECT count(*) FROM \(pairs)" + (test.map { " AND " + $0 } ?? SQLFragment(sql: "")) + ")"
  }

  /// Whether there is one for which the test, which looks at nothing else, is true: the records at the other end are tested
  /// once each, and those that they belong to are found by an index.
  func contains(_ test: SQLFragment) -> SQLFragment {
    "(\(owner.key) IN (SELECT \(name: link.owner) FROM \(name: link.table)"
      + " WHERE \(name: link.owner) IS NOT NULL AND \(name: link.target) IN "
      + "(SELECT \(scope.key) FROM \(scope.tables) WHERE " + test + ")))"
  }

  /// Whether there is one for which the test, which looks at other records too, is true.
  func containsWithRecord(_ test: SQLFragment) -> SQLFragment { "EXISTS (SELECT 1 FROM \(pairs) AND " + test + ")" }
}

extension PredicateTranslation {
  /// The records that an expression is, if it is a relationship of a record's.
  mutating func related(_ expression: any PredicateExpression) throws(FetchError) -> RelatedRecords? {
    guard let property = property(expression), let related = try property.scope.related(property.keyPath, nextScope())
    else { return nil }
    refer(to: property.scope)
    return RelatedRecords(owner: property.scope, related: related)
  }

  /// The records that an expression is, if it is a to-many relationship.
  mutating func relatedRecords(_ expression: any PredicateExpression) throws(FetchError) -> RelatedRecords? {
    guard let records = try related(expression), records.related.isToMany else { return nil }
    return records
  }

  /// The condition that a test is true of one of the records.
  mutating func condition(
    thatContain records: RelatedRecords, _ variable: PredicateExpressions.VariableID,
    _ test: (inout PredicateTranslation) throws(FetchError) -> SQLFragment
  ) throws(FetchError) -> SQLFragment {
    variables[variable] = .record(records.scope)
    let (test, dependsOnOuter) = try dependence(outside: records.scope.number, test)
    return dependsOnOuter ? records.containsWithRecord(test) : records.contains(test)
  }

  /// How many elements an expression has, if it is a list, a to-many relationship, or a part of one.
  mutating func elementCount(_ expression: any PredicateExpression) throws(FetchError) -> SQLFragment? {
    if let filter = expression as? any FilterExpression { return try filter.count(&self) }
    if let list = list(expression) { return list.count(nil) }
    return try relatedRecords(expression)?.count(nil)
  }
}

/// The part of a list or of a to-many relationship for which a test is true.
private protocol FilterExpression {
  func count(_ translation: inout PredicateTranslation) throws(FetchError) -> SQLFragment?
}

extension PredicateExpressions.Filter: FilterExpression {
  fileprivate func count(_ translation: inout PredicateTranslation) throws(FetchError) -> SQLFragment? {
    if let list = translation.list(sequence) {
      translation.variables[variable.key] = .value(list.item)
      return list.count(try translation.translate(filter).fragment)
    }
    guard let records = try translation.relatedRecords(sequence) else { return nil }
    translation.variables[variable.key] = .record(records.scope)
    return records.count(try translation.translate(filter).fragment)
  }
}
