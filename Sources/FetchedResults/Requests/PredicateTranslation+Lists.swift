import SQLite

/// A list of a record, under a name of its own in the statement.
struct ListReference {
  let list: ListTable
  /// The record; the column of owners is named after its table.
  let owner: RecordScope
  let number: Int

  private var alias: String { "item\(number)" }

  /// An item, as reading the record gives it: one that another tool wrote may be a blob.
  var item: Translated {
    Translated(fragment: SQLFragment(sql: "CAST(\(alias).\(name: list.itemTable) AS TEXT)"), kind: .string)
  }

  /// How many items a record has, or how many for which a test is true.
  func count(_ test: SQLFragment?) -> SQLFragment {
    "(SELECT count(*) FROM \(name: list.name) AS \(alias) WHERE \(alias).\(name: owner.table) = \(owner.key)"
      + (test.map { " AND " + $0 } ?? SQLFragment(sql: "")) + ")"
  }

  /// Whether a record has an item for which the test, which looks at nothing else, is true: the distinct items are
  /// tested, once each, and the owners of those that pass are found by an index.
  func contains(_ test: SQLFragment) -> SQLFragment {
    let item = list.itemTable.sqlIdentifier
    return
      "(\(owner.key) IN (SELECT \(name: owner.table) FROM \(name: list.name) WHERE \(item) IN (SELECT \(item) FROM "
      + "(SELECT name AS \(item) FROM \(item)) AS \(alias) WHERE " + test + ")))"
  }

  /// Whether a record has an item for which the test, which looks at records too, is true.
  func containsWithRecord(_ test: SQLFragment) -> SQLFragment {
    "EXISTS (SELECT 1 FROM \(name: list.name) AS \(alias) WHERE \(alias).\(name: owner.table) = \(owner.key) AND "
      + test + ")"
  }
}

extension PredicateTranslation {
  /// The condition that a list contains an item for which a test is true.
  mutating func condition(
    thatContains list: ListReference,
    _ test: (inout PredicateTranslation, _ item: Translated) throws(FetchError) -> SQLFragment
  ) throws(FetchError) -> SQLFragment {
    let (test, dependsOnOuter) = try dependence(outside: list.number) { translation throws(FetchError) in
      try test(&translation, list.item)
    }
    return dependsOnOuter ? list.containsWithRecord(test) : list.contains(test)
  }
}
