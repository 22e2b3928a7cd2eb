import SQLite

/// A piece of SQL with the values of its question marks: text and values never mix.
struct SQLFragment: Hashable, Sendable {
  var sql: String
  var arguments: [Value] = []

  static func + (left: SQLFragment, right: SQLFragment) -> SQLFragment {
    SQLFragment(sql: left.sql + right.sql, arguments: left.arguments + right.arguments)
  }

  static func + (left: SQLFragment, right: String) -> SQLFragment {
    SQLFragment(sql: left.sql + right, arguments: left.arguments)
  }

  static func + (left: String, right: SQLFragment) -> SQLFragment {
    SQLFragment(sql: left + right.sql, arguments: right.arguments)
  }

  /// The function of the name given, called with the fragments.
  static func call(_ function: String, _ arguments: SQLFragment...) -> SQLFragment {
    function + "(" + joined(arguments, by: ", ") + ")"
  }

  /// The fragments with a separator between them.
  static func joined(_ fragments: [SQLFragment], by separator: String) -> SQLFragment {
    SQLFragment(
      sql: fragments.map(\.sql).joined(separator: separator), arguments: fragments.flatMap(\.arguments))
  }
}
