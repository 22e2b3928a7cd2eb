import SQLite

/// An expression in SQL.
struct Translated {
  /// What SQL has to know of the type of a value.
  enum Kind {
    /// A `String`, whose characters may be asked about.
    case string
    /// Another type that is stored as text, and compared as such.
    case textual
    /// Any other.
    case other

    init(_ type: any ColumnValue.Type) {
      if type.columnType != "TEXT" {
        self = .other
      } else {
        self = type == String.self || type == String?.self ? .string : .textual
      }
    }
  }

  var fragment: SQLFragment
  var kind = Kind.other
  /// Whether it is a key of the record's table, by which an index finds records.
  var isKey = false
  /// Whether its text is composed, so that texts which are equal to Swift are equal to SQLite.
  var isComposed = false
  /// Whether it is text that is folded already.
  var isFolded = false
  /// The column of the folded text that searches look through, if it is that.
  var searchColumn: String?
  var sortKey: SQLFragment?
  var constant: Value?
  /// The record whose key it is, under names of its own.
  var record: (@Sendable (_ number: Int) -> RecordScope)?
  /// The condition, if it is a search and nothing else.
  var search: FoldedSearch?

  /// A value that is the same for all records.
  static func constant(_ value: any ColumnValue) -> Translated {
    let stored = value.comparedValue
    return Translated(
      fragment: SQLFragment(sql: "?", arguments: [stored]), kind: Kind(type(of: value)), constant: stored)
  }

  static func condition(_ fragment: SQLFragment, search: FoldedSearch? = nil) -> Translated {
    Translated(fragment: fragment, search: search)
  }

  /// All conditions at once.
  static func all(_ conditions: [Translated]) -> Translated {
    if let search = FoldedSearch(all: conditions.map(\.search)) { return .condition(search.condition, search: search) }
    return .condition(.balanced(conditions.map(\.fragment), by: " AND ", none: "1"))
  }

  /// Whether one of the conditions is true.
  static func any(_ conditions: [Translated]) -> Translated {
    .condition(.balanced(conditions.map(\.fragment), by: " OR ", none: "0"))
  }

  /// Whether it is compared as text.
  var isText: Bool { kind != .other }
  /// Whether it is the same text for all records, and no other spelling of it is equal: but for three signs that Unicode has
  /// twice (K, ; and `), each ASCII text has one.
  var isASCII: Bool { if case .text = constant { constant?.isASCII == true } else { false } }
  var isNil: Bool { constant == .null }
  var isNotANumber: Bool { constant?.isNotANumber == true }

  /// The value that this or another is, whichever a row has: what is true of both.
  func or(_ other: Translated, _ fragment: SQLFragment) -> Translated {
    Translated(fragment: fragment, kind: kind == .other ? other.kind : kind, record: record ?? other.record)
  }
}
