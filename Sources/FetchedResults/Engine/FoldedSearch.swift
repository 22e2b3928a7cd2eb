import SQLite

/// A condition that is a search and nothing else: every term occurs in one folded text of the record.
struct FoldedSearch: Hashable, Sendable {
  /// The column of the text table that holds it.
  let column: String
  /// What has to occur in it, folded and distinct; at least one, and none of them empty.
  let terms: [String]

  /// A search for some terms; nil if one of them is empty, or there is none.
  init?(column: String, terms: [String]) {
    guard !terms.isEmpty, !terms.contains("") else { return nil }
    self.column = column
    self.terms = terms
  }

  /// All of some searches at once; nil unless they are searches of one column.
  init?(all searches: [FoldedSearch?]) {
    let known = searches.compactMap(\.self)
    guard let column = known.first?.column, known.count == searches.count, known.allSatisfy({ $0.column == column })
    else { return nil }
    self.column = column
    var seen: Set<String> = []
    terms = known.flatMap(\.terms).filter { seen.insert($0).inserted }
  }

  /// More terms than this are one argument of a statement, a list.
  static let listedTermCount = 1000

  /// The condition on the record's text.
  var condition: SQLFragment {
    let text = SQLFragment(sql: "\(FetchPlan.text).\(name: column)")
    if terms.count > Self.listedTermCount {
      let test = Self.condition(text, SQLFragment(sql: "value"))
      return "(NOT EXISTS (SELECT 1 FROM json_each("
        + SQLFragment(sql: "?", arguments: [.text(terms.jsonArray)]) + ") WHERE NOT " + test + "))"
    }
    return .balanced(
      terms.map { Self.condition(text, SQLFragment(sql: "?", arguments: [.text($0)])) }, by: " AND ", none: "1")
  }

  /// Whether folded text holds a term.
  static func condition(_ text: SQLFragment, _ term: SQLFragment) -> SQLFragment {
    "(instr(" + text + ", " + term + ") > 0)"
  }

  /// The terms as bytes.
  var sought: [SoughtText] { terms.map(SoughtText.init) }

  /// So many pairs of terms are looked at to see whether one search refines another.
  private static let pairLimit = 10_000

  /// Whether all that this finds is among what the other finds: each term of the other is a part of one of these.
  ///
  /// Of two searches for very many terms it says no more than it sees at once.
  func refines(_ other: FoldedSearch) -> Bool {
    guard column == other.column else { return false }
    guard terms.count * other.terms.count <= Self.pairLimit else { return Set(terms).isSuperset(of: other.terms) }
    let own = sought
    return other.sought.allSatisfy { old in own.contains { $0.contains(old) } }
  }
}
