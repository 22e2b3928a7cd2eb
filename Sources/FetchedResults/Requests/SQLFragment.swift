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

  /// Conditions with an operator between them, in brackets: so many at a time, as SQLite takes no expression that is deep.
  ///
  /// - Parameters:
  ///   - conditions: The conditions; what is there twice is asked once.
  ///   - operator: ` AND ` or ` OR `.
  ///   - none: What comes of no conditions.
  /// - Returns: One condition.
  static func balanced(_ conditions: [SQLFragment], by operator: String, none: String) -> SQLFragment {
    var seen: Set<SQLFragment> = []
    var parts = conditions.filter { seen.insert($0).inserted }
    guard parts.count > 1 else { return parts.first ?? SQLFragment(sql: none) }
    while parts.count > 1 {
      parts = stride(from: 0, to: parts.count, by: 32).map { start in
        "(" + joined(Array(parts[start..<min(start + 32, parts.count)]), by: `operator`) + ")"
      }
    }
    return parts[0]
  }
}
