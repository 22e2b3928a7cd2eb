import SQLite

/// Looks, once a step has been taken back or done again, whether records refer to some that are not there: a record may
/// have been referred to since, or what it referred to have gone.
struct ReferenceCheck {
  let schema: Schema

  private var references: [Reference] { schema.tables.flatMap(\.references) }

  /// Whether what a changeset has brought refers to what is there, and nothing to what it has removed.
  func passes(_ changeset: Changeset, on connection: Connection) throws -> Bool {
    guard !references.isEmpty else { return true }
    return try changeset.rowChanges().allSatisfy { change in
      guard let key = (change.old.first ?? nil) ?? (change.new.first ?? nil) else { return true }
      return try references.allSatisfy { reference in
        if change.table == reference.table, change.operation != .delete {
          return try !dangles(reference, "\(name: reference.owner) = ?", [key], on: connection)
        }
        guard change.table == reference.targetTable, change.operation == .delete else { return true }
        return try !dangles(reference, "\(name: reference.column) = ?", [key], on: connection)
      }
    }
  }

  /// Whether a range of records of a table refers, or is referred to, as it may.
  func passes(_ table: String, keys: ClosedRange<Int64>, on connection: Connection) throws -> Bool {
    let range: [Value] = [.integer(keys.lowerBound), .integer(keys.upperBound)]
    return try references.allSatisfy { reference in
      if reference.ownerTable == table,
        try dangles(reference, "\(name: reference.owner) BETWEEN ? AND ?", range, on: connection)
      {
        return false
      }
      guard reference.targetTable == table else { return true }
      return try !dangles(reference, "\(name: reference.column) BETWEEN ? AND ?", range, on: connection)
    }
  }

  private func dangles(
    _ reference: Reference, _ condition: String, _ arguments: [Value], on connection: Connection
  ) throws -> Bool {
    let column = reference.column.sqlIdentifier
    return try connection.first(
      """
      SELECT 1 FROM \(name: reference.table) AS l WHERE \(condition) AND \(column) IS NOT NULL \
      AND NOT EXISTS (SELECT 1 FROM \(name: reference.targetTable) AS t WHERE t.pk = l.\(column))
      """, arguments
    ) { _ in true } ?? false
  }
}
