import SQLite

/// A list of the record that a predicate is about, under a name of its own in the statement.
struct ListReference {
  let list: ListTable
  /// The record's table, after which the column of owners is named.
  let owner: String
  let alias: String

  /// An item, as reading the record gives it: one that another tool wrote may be a blob.
  var item: Translated {
    Translated(fragment: SQLFragment(sql: "CAST(\(alias).\(list.itemTable) AS TEXT)"), isText: true)
  }

  /// How many items a record has.
  var count: String { "(SELECT count(*) FROM \(list.name) AS \(alias) WHERE \(alias).\(owner) = d.pk)" }

  /// Whether a record has an item for which the test, which looks at nothing else, is true: the distinct items are
  /// tested, once each, and the owners of those that pass are found by an index.
  func contains(_ test: SQLFragment) -> SQLFragment {
    let item = list.itemTable
    return "(d.pk IN (SELECT \(owner) FROM \(list.name) WHERE \(item) IN (SELECT \(item) FROM "
      + "(SELECT name AS \(item) FROM \(item)) AS \(alias) WHERE " + test + ")))"
  }

  /// Whether a record has an item for which the test, which looks at the record too, is true.
  func containsWithRecord(_ test: SQLFragment) -> SQLFragment {
    "EXISTS (SELECT 1 FROM \(list.name) AS \(alias) WHERE \(alias).\(owner) = d.pk AND " + test + ")"
  }
}

extension PredicateTranslation {
  /// The condition that a list contains an item for which a test is true.
  mutating func condition(
    thatContains list: ListReference,
    _ test: (inout PredicateTranslation, _ item: Translated) throws(FetchError) -> SQLFragment
  ) throws(FetchError) -> SQLFragment {
    let count = referenceCount
    let test = try test(&self, list.item)
    return referenceCount == count ? list.contains(test) : list.containsWithRecord(test)
  }
}
