import SQLite

extension OrderScan {
  /// Rows with the identifiers of their sections: what the records of each have in common, as the first of them says it.
  ///
  /// - Complexity: O(*s* log *n*) in the number of sections, where the sort column doesn't say it already.
  func named(_ rows: Result, on connection: Connection) throws -> Result {
    guard let source = plan.section else { return rows }
    var named = rows
    switch source {
    case .column, .day: named.sections = rows.sections.map { $0.identified(by: $0.key) }
    case .number(_, let numbers):
      named.sections = rows.sections.map { $0.identified(by: numbers.identifier(of: $0.key)) }
    case .looked(let column, let sortColumn):
      let firsts = try rows.sections.map { section in
        try first(of: section.key, by: sortColumn, among: rows.keys[section.start], on: connection)
      }
      let identifiers = try connection.all(
        "SELECT r.\(name: column) FROM json_each(?) AS k LEFT JOIN \(name: plan.table) AS r ON r.pk = k.value ORDER BY k.key",
        [firsts.jsonArray]
      ) { $0.value(0) }
      named.sections = zip(rows.sections, identifiers).map { section, identifier in
        section.identified(by: section.key == .null ? .null : identifier)
      }
    }
    return named
  }

  /// The first record of a section: of all of them, whether the condition selects it or not, so that a section keeps its
  /// identifier while somebody searches.
  private func first(
    of key: SectionKey, by column: String, among found: Int64, on connection: Connection
  ) throws -> Int64 {
    guard plan.condition != nil, key != .null else { return found }
    return try connection.first(plan.firstKey(where: column), [key]) { $0.integer(0) } ?? found
  }
}

extension OrderScan.Result.Section {
  fileprivate func identified(by identifier: Value) -> Self { Self(key: key, identifier: identifier, start: start) }
}
