import SQLite

extension Connection {
  /// Whether the store has a table.
  func hasTable(_ name: String) throws -> Bool {
    try first("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ? COLLATE NOCASE", [.text(name)]) { _ in true
    } ?? false
  }

  /// The names of a table's columns, in their order; none if there is no such table.
  func columns(of table: String) throws -> [String] {
    try all("SELECT name FROM pragma_table_info(?)", [.text(table)]) { $0.text(0) ?? "" }
  }
}
