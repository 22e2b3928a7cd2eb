import Foundation
import SQLite

/// One term of an order: a column of the derived table and its direction.
struct OrderTerm: Hashable, Sendable {
  let column: String
  let isDescending: Bool
  let isOptional: Bool

  /// The term in `ORDER BY`. NULL comes last in either direction, which a descending index gives by itself.
  var sql: String { "d.\(name: column)" + (isDescending ? " DESC" : isOptional ? " ASC NULLS LAST" : "") }
  /// The term of the same order from its end.
  var backwardSQL: String { "d.\(name: column)" + (isDescending ? "" : isOptional ? " DESC NULLS FIRST" : " DESC") }
}

/// Where a row's section comes from while rows are read in order.
enum SectionSource: Hashable, Sendable {
  /// The section column's value is the identifier.
  case column(String)
  /// Equal values of the section column are a section, whose identifier is another expression on its first row.
  case looked(up: String, by: String)
  /// The section column holds instants, the identifier is their local day.
  case day(String)
  /// The section column holds numbers, which are rounded.
  case number(String, NumberSections)

  /// The column that the scan reads beside the key.
  var column: String {
    switch self {
    case .column(let name), .looked(_, let name), .day(let name), .number(let name, _): name
    }
  }
}

extension SectionSource {
  /// What tells a section from others, from the value of its section column.
  func key(of value: Value, _ days: inout DaySections) -> SectionKey {
    switch self {
    case .column, .looked: value
    case .day: days.day(of: value)
    case .number(_, let sections): sections.key(of: value)
    }
  }
}

/// A request as SQL: made on the main actor, carried out by a reader.
struct FetchPlan: Hashable, Sendable {
  let table: String
  let condition: SQLFragment?
  let order: [OrderTerm]
  let section: SectionSource?
  /// Whether the condition reads the record's own table.
  let readsRecord: Bool
  /// Whether the condition reads the text table.
  let readsText: Bool
  /// The condition, if it is a search and nothing else.
  let search: FoldedSearch?
  var limit: Int?

  /// The text table's name in a statement.
  static let text = "t"

  /// The derived table, in SQL.
  private var derived: String { (table + "_derived").sqlIdentifier }

  /// The tables; the record's own and the text only where they are needed.
  private func tables(withRecord: Bool, withText: Bool = false) -> String {
    "FROM \(derived) AS d" + joins(withRecord: withRecord, withText: withText)
  }

  /// What is looked up for a derived row. The text is by a cross join: SQLite might rather step through it first, and sort.
  private func joins(withRecord: Bool, withText: Bool) -> String {
    (withText ? " CROSS JOIN \(name: table + "_text") AS \(Self.text) ON \(Self.text).pk = d.pk" : "")
      + (withRecord ? " JOIN \(name: table) AS r ON r.pk = d.pk" : "")
  }

  private var orderBy: String { " ORDER BY " + (order.map(\.sql) + ["d.pk"]).joined(separator: ", ") }

  private var filter: SQLFragment { condition.map { " WHERE " + $0 } ?? SQLFragment(sql: "") }

  private var limited: String { limit.map { " LIMIT \(max(0, $0))" } ?? "" }

  /// The condition of a statement that reads everything it selects. A search goes through all text in the order in which it
  /// lies there first, which takes a tenth of looking each text up in the order of the rows.
  private var filterOfAll: SQLFragment {
    search != nil && limit == nil ? " WHERE +d.pk IN (" + unorderedKeys + ")" : filter
  }

  /// Keys in order, each with its section column.
  var orderedKeys: SQLFragment { orderedKeys(orderBy) }

  /// The same from the last to the first.
  var backwardKeys: SQLFragment {
    orderedKeys(" ORDER BY " + (order.map(\.backwardSQL) + ["d.pk DESC"]).joined(separator: ", "))
  }

  private func orderedKeys(_ orderBy: String) -> SQLFragment {
    let section = section.map { ", d.\(name: $0.column)" } ?? ""
    return "SELECT d.pk\(section) \(tables(withRecord: readsRecord, withText: readsText))" + filter + orderBy + limited
  }

  /// Those of some keys that the condition selects, in order.
  func orderedKeys(among keys: [Int64]) -> SQLFragment {
    let list = SQLFragment(sql: "json_each(?)", arguments: [.text("[\(keys.map(String.init).joined(separator: ","))]")])
    let joins = joins(withRecord: readsRecord, withText: readsText)
    // The join is a cross join, or SQLite might rather step through an index of the whole order.
    return "SELECT d.pk FROM " + list + " AS k CROSS JOIN \(derived) AS d ON d.pk = k.value\(joins)" + filter
      + orderBy
  }

  /// Keys that the condition selects, in no order. A search reads the text alone.
  var unorderedKeys: SQLFragment {
    guard search == nil else { return "SELECT \(Self.text).pk FROM \(name: table + "_text") AS \(Self.text)" + filter }
    return "SELECT d.pk \(tables(withRecord: readsRecord, withText: readsText))" + filter
  }

  /// The section column and the order's columns of one record.
  var sortPosition: String {
    let columns = [section.map { "d.\(name: $0.column)" } ?? "NULL"] + order.map { "d.\(name: $0.column)" }
    return "SELECT \(columns.joined(separator: ", ")) FROM \(derived) AS d WHERE d.pk = ?"
  }

  /// The plan of all records, in the same order and under the same sections.
  var withoutCondition: FetchPlan {
    FetchPlan(
      table: table, condition: nil, order: order, section: section, readsRecord: false, readsText: false, search: nil)
  }

  /// The statement that finds the first key of all that have a value in a column of the order.
  func firstKey(where column: String) -> String {
    "SELECT d.pk \(tables(withRecord: false)) WHERE d.\(name: column) = ?" + orderBy + " LIMIT 1"
  }

  /// Records in order: the selection given, then the section column.
  func records(_ selection: String) -> SQLFragment {
    let section = section.map { "d.\(name: $0.column)" } ?? "NULL"
    let readsText = readsText && !(search != nil && limit == nil)
    return "SELECT \(selection), \(section) \(tables(withRecord: true, withText: readsText))" + filterOfAll + orderBy
      + limited
  }

  /// From the least to the greatest key of all records; nil if there are none.
  func keyRange(on connection: Connection) throws -> ClosedRange<Int64>? {
    // Asked for both at once, SQLite would read the whole table.
    try connection.first(
      "SELECT (SELECT min(pk) FROM \(derived)), (SELECT max(pk) FROM \(derived))"
    ) { row in row.isNull(0) ? nil : row.integer(0)...max(row.integer(0), row.integer(1)) } ?? nil
  }

  /// How many values a condition may have. SQLite takes 32,766 in a statement, unless it was compiled otherwise.
  static let argumentLimit = 32_000

  static func checkArgumentCount(_ count: Int) throws(FetchError) {
    guard count <= argumentLimit else { throw FetchError.tooManyValues(limit: argumentLimit) }
  }

  /// How many records there are.
  var count: SQLFragment {
    guard condition != nil || limit != nil else { return SQLFragment(sql: "SELECT count(*) FROM \(derived)") }
    return "SELECT count(*) FROM (SELECT 1 \(tables(withRecord: readsRecord, withText: readsText))" + filter + limited
      + ")"
  }
}

extension RecordSchema {
  /// The plan of an unsectioned request.
  func plan(_ request: FetchRequest<R>) throws(FetchError) -> FetchPlan {
    try plan(
      predicate: request.predicate, sort: request.sortDescriptors, section: nil, limit: request.fetchLimit)
  }

  /// The plan of a sectioned request.
  func plan<S>(_ request: SectionedFetchRequest<S, R>) throws(FetchError) -> FetchPlan {
    try plan(
      predicate: request.predicate, sort: request.sortDescriptors, section: request.sectionIdentifier, limit: nil)
  }

  private func plan(
    predicate: Predicate<R>?, sort: [SortDescriptor<R>], section: PartialKeyPath<R>?, limit: Int?
  ) throws(FetchError) -> FetchPlan {
    var translation = PredicateTranslation(schema: self)
    let condition = try predicate.map { predicate throws(FetchError) in try translation.condition(of: predicate) }
    try FetchPlan.checkArgumentCount(condition?.fragment.arguments.count ?? 0)
    return FetchPlan(
      table: table, condition: condition?.fragment, order: try orderTerms(sort),
      section: try section.map { section throws(FetchError) in try sectionSource(section, sort: sort) },
      readsRecord: translation.readsRecord, readsText: translation.readsText, search: condition?.search, limit: limit)
  }

  /// The columns that a sort orders by. Where an initial follows from the leading attribute its column comes second: the
  /// order stays the same, and an index holds the section.
  func orderTerms(_ sort: [SortDescriptor<R>]) throws(FetchError) -> [OrderTerm] {
    var terms: [OrderTerm] = []
    for (position, descriptor) in sort.enumerated() {
      guard let keyPath = descriptor.keyPath else { throw FetchError.notSortable(attribute: "a computed value") }
      guard let attribute = attribute(keyPath), let sortColumn = attribute.orderingColumn?.sortColumn
      else { throw FetchError.notSortable(attribute: "\(keyPath)") }
      terms.append(
        OrderTerm(
          column: sortColumn, isDescending: descriptor.order == .reverse,
          isOptional: attribute.valueType.isOptional))
      if position == 0, let initial = attribute.initialColumn, derivedColumns.contains(where: { $0.name == initial }) {
        terms.append(OrderTerm(column: initial, isDescending: false, isOptional: false))
      }
    }
    return terms
  }

  private func sectionSource(
    _ section: PartialKeyPath<R>, sort: [SortDescriptor<R>]
  ) throws(FetchError) -> SectionSource {
    guard let attribute = attribute(section) else { throw FetchError.unknownAttribute(attribute: "\(section)") }
    var base = attribute
    var function = Attribute<R>.SectionFunction.value
    if case .section(let declared, let keyPath) = attribute.storage {
      guard let found = self.attribute(keyPath) else { throw FetchError.unknownAttribute(attribute: "\(keyPath)") }
      (base, function) = (found, declared)
    }
    guard let column = base.orderingColumn, let sortColumn = column.sortColumn,
      sort.first?.keyPath == (base.keyPath as PartialKeyPath<R>)
    else { throw FetchError.sectionDoesNotLeadSort(section: "\(section)") }
    switch function {
    case .initial: return .column(column.name + "_initial")
    case .day: return .day(sortColumn)
    case .floor(let multiple): return .number(sortColumn, .floor(multipleOf: multiple))
    case .tenth: return .number(sortColumn, .tenth)
    case .value:
      return column.order == .collated ? .looked(up: column.name, by: sortColumn) : .column(sortColumn)
    }
  }
}
