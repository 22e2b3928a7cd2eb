import CSQLite

extension String {
  /// The text as the name of a table, a column, an index or a trigger: in double quotes, unless SQLite takes it without.
  ///
  ///     "friend".sqlIdentifier  // friend
  ///     "order".sqlIdentifier  // "order"
  ///
  /// A plain name stays as it is, so that a statement reads as people write it, and a name that no table has is an error: a
  /// quoted one may be taken for a text.
  ///
  /// Source: <https://www.sqlite.org/lang_keywords.html>
  package var sqlIdentifier: String {
    isPlainIdentifier ? self : "\"" + replacing("\"", with: "\"\"") + "\""
  }

  /// Whether the text has only the ASCII letters, digits and underscores of a name, and is no keyword.
  private var isPlainIdentifier: Bool {
    var text = self
    return text.withUTF8 { bytes in
      guard let first = bytes.first, !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first) else { return false }
      let isName = bytes.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
          true
        default: false
        }
      }
      return isName
        && bytes.withMemoryRebound(to: CChar.self) { sqlite3_keyword_check($0.baseAddress, Int32($0.count)) == 0 }
    }
  }
}

extension DefaultStringInterpolation {
  /// Adds a name to a statement, quoted where it has to be; see ``Swift/String/sqlIdentifier``.
  ///
  ///     "SELECT \(name: column) FROM \(name: table)"
  package mutating func appendInterpolation(name: String) { appendInterpolation(name.sqlIdentifier) }
}
