/// Where a relationship is stored: a column that holds keys of another record type's table.
struct Reference: Sendable {
  /// The table of the records that refer.
  let ownerTable: String
  /// The table with the column: that of the records themselves for a to-one, one of its own for a to-many.
  let table: String
  /// The columns that hold the key of the record, and of the one that it refers to.
  let owner, column: String
  /// The table of the records that are referred to, and its column that tells them apart.
  let targetTable: String
  let targetID: String?
  let deleteRule: DeleteRule

  /// Whether each record has a column for it, and no more than one related record.
  var isToOne: Bool { table == ownerTable }

  /// The pairs that it makes, from the side where it is stored.
  var link: Link {
    Link(
      table: table, owner: owner, target: column, order: isToOne ? column.sqlIdentifier : "position, \(name: column)")
  }

  /// The same pairs from the other side, in the order of the records' age.
  var inverse: Link { Link(table: table, owner: column, target: owner, order: owner.sqlIdentifier) }

  /// The statement that leaves a record of a key as its rule says when the one it refers to is gone.
  ///
  /// - Parameter key: The key of the record that is gone, in SQL.
  /// - Returns: The statement. One whose rule is ``DeleteRule/deny`` is too late here: it is nullified.
  func release(_ key: String) -> String {
    let rows = "\(name: table) WHERE \(name: column) = \(key)"
    return switch (deleteRule, isToOne) {
    case (.cascade, true), (.nullify, false), (.deny, false): "DELETE FROM \(rows);"
    case (.cascade, false): "DELETE FROM \(name: ownerTable) WHERE pk IN (SELECT \(name: owner) FROM \(rows));"
    case (.nullify, true), (.deny, true):
      "UPDATE \(name: table) SET \(name: column) = NULL WHERE \(name: column) = \(key);"
    }
  }
}

/// Which records belong to which: pairs of keys in a table.
struct Link: Sendable {
  let table: String
  /// The columns that hold the key of a record, and of one that belongs to it.
  let owner, target: String
  /// The order of those that belong to one, in SQL.
  let order: String
}
