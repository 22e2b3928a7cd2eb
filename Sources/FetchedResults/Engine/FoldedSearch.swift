/// A condition that is a search and nothing else: every term occurs in one folded text of the record.
struct FoldedSearch: Hashable, Sendable {
  /// The column of the derived table that holds the text.
  let column: String
  /// What has to occur in it, folded; no term is empty.
  let terms: [String]

  /// Both searches at once, if they are of one column.
  func and(_ other: FoldedSearch) -> FoldedSearch? {
    column == other.column ? FoldedSearch(column: column, terms: terms + other.terms) : nil
  }

  /// The terms as bytes.
  var sought: [SoughtText] { terms.map(SoughtText.init) }

  /// Whether all that this finds is among what the other finds: each term of the other is a part of one of these.
  func refines(_ other: FoldedSearch) -> Bool {
    let own = sought
    return column == other.column && other.sought.allSatisfy { old in own.contains { $0.contains(old) } }
  }
}
