import SQLite

/// The indexes of a derived table, left out while most of its rows come or go: built at the end they cost a fraction of
/// what it takes to keep them up row by row.
struct DroppedIndexes {
  private let definitions: [String]

  /// Drops the indexes of a record's table.
  init(of table: String, on connection: Connection) throws {
    let indexes = try connection.all(
      "SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND tbl_name = ? AND sql IS NOT NULL",
      [.text(table + "_derived")]
    ) { (name: $0.text(0) ?? "", sql: $0.text(1) ?? "") }
    for index in indexes { try connection.execute("DROP INDEX \(name: index.name)") }
    definitions = indexes.map(\.sql)
  }

  /// Makes them again.
  ///
  /// - Parameters:
  ///   - connection: The connection that dropped them, in the same transaction.
  ///   - progress: Told how many of them are made, from 0 to 1.
  /// - Throws: What SQLite says.
  /// - Complexity: O(*n* log *n*) for each.
  func restore(on connection: Connection, progress: (Double) -> Void = { _ in }) throws {
    for (index, definition) in definitions.enumerated() {
      try connection.execute(definition)
      progress(Double(index + 1) / Double(definitions.count))
    }
  }
}
