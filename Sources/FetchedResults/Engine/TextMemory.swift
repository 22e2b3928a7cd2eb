import SQLite

/// The folded text of tables, held in memory and brought up to date from the ``RowJournal``.
struct TextMemory: Sendable {
  private struct Known: Sendable {
    let table: String
    let column: String
    var text: FoldedColumn
    var journalEnd: Int64
  }

  private var texts: [Known] = []

  /// Whether the text that a search of a table would look through is at hand, and worth keeping.
  func holdsText(of table: String, column: String) -> Bool {
    texts.contains { $0.table == table && $0.column == column && !$0.text.isWorn }
  }

  /// Takes over text that was read at a point of the journal.
  mutating func take(_ text: FoldedColumn, of table: String, column: String, readAt journalEnd: Int64) {
    forget(table, column: column)
    texts.append(Known(table: table, column: column, text: text, journalEnd: journalEnd))
  }

  /// Forgets a text.
  mutating func forget(_ table: String, column: String) {
    texts.removeAll { $0.table == table && $0.column == column }
  }

  /// The text of a table as the connection's transaction sees it; nil if it is not at hand.
  mutating func text(of table: String, column: String, on connection: Connection) throws -> FoldedColumn? {
    guard let index = texts.firstIndex(where: { $0.table == table && $0.column == column }) else { return nil }
    switch try RowJournal.news(since: texts[index].journalEnd, of: table, on: connection) {
    case .none: break
    case .everything:
      texts.remove(at: index)
      return nil
    case .changed(let keys):
      // One statement for all of them: another program may have changed thousands.
      let texts = try connection.all(
        """
        SELECT k.value, t.pk, t.\(name: column) FROM json_each(?) AS k \
        LEFT JOIN \(name: table + "_text") AS t ON t.pk = k.value
        """, [Array(keys).jsonArray]
      ) { row in (key: row.integer(0), text: row.isNull(1) ? nil : row.withBytes(2) { Array($0) }) }
      for (key, text) in texts { self.texts[index].text.note(text, of: key) }
      self.texts[index].journalEnd = try RowJournal.end(of: table, on: connection)
    }
    return texts[index].text
  }
}
