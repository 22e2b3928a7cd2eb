import SQLite

/// What tells a section from another: the stored value that its records share.
typealias SectionKey = Value

/// Reads the keys of a plan in their order and finds where sections begin.
struct OrderScan: Hashable, Sendable {
  /// Keys in order and the beginnings of their sections.
  struct Result: Sendable {
    struct Section: Sendable {
      let key: SectionKey
      let identifier: Value
      let start: Int
    }

    var keys = KeyList()
    var sections: [Section] = []
    var isComplete = false
  }

  var plan: FetchPlan
  let days: DaySections

  /// Steps through the whole order. The connection is in a transaction.
  ///
  /// - Parameters:
  ///   - connection: A reader.
  ///   - screenful: After this many rows the beginning is published, while the rest is read; nil for not at all.
  ///   - publish: Receives the beginning, once, unless everything is shorter.
  /// - Returns: Everything; where the connection's time is limited, what was found in it.
  /// - Throws: `SQLiteError`, or `CancellationError` if the caller was cancelled.
  /// - Complexity: O(*n*) in the number of rows that the condition looks at; the beginning costs as many as it takes to
  ///   find a screenful.
  func read(
    on connection: Connection, screenful: Int? = nil, publish: (Result) -> Void = { _ in }
  ) throws -> Result {
    var result = Result()
    var days = days
    let statement = plan.orderedKeys
    do {
      try connection.query(statement.sql, statement.arguments) { row in
        if let source = plan.section, !continues(result.sections.last, row, source, &days) {
          result.sections.append(try section(startingWith: row, at: result.keys.count, connection, &days))
        }
        result.keys.append(row.integer(0))
        if result.keys.count == screenful { publish(result) }
      }
      result.isComplete = true
    } catch is TimeLimitExceeded {}
    return result
  }

  /// Whether the row belongs to the section before it.
  private func continues(
    _ last: Result.Section?, _ row: borrowing Row, _ source: SectionSource, _ days: inout DaySections
  ) -> Bool {
    guard let last else { return false }
    switch source {
    case .day:
      return row.isNull(1) ? last.key == .null : last.key != .null && row.withBytes(1) { days.currentDayContains($0) }
    case .number(_, let sections):
      return sections.key(of: row.value(1)) == last.key
    case .column, .looked:
      switch last.key {
      case .null: return row.isNull(1)
      case .text(let text): return !row.isNull(1) && row.withBytes(1) { $0.elementsEqual(text.utf8) }
      case .blob(let bytes): return !row.isNull(1) && row.withBytes(1) { $0.elementsEqual(bytes) }
      case .integer, .real: return row.value(1) == last.key
      }
    }
  }

  private func section(
    startingWith row: borrowing Row, at start: Int, _ connection: Connection, _ days: inout DaySections
  ) throws -> Result.Section {
    let key = sectionKey(row.value(1), &days)
    return Result.Section(
      key: key, identifier: try identifier(of: key, first: row.integer(0), on: connection), start: start)
  }

  /// What tells a section from others, from the value of its section column.
  func sectionKey(_ value: Value, _ days: inout DaySections) -> SectionKey {
    plan.section?.key(of: value, &days) ?? value
  }

  /// What the records of a section have in common, as the first of them says it: of all of them, whether the condition
  /// selects it or not, so that a section keeps its identifier while somebody searches.
  func identifier(of key: SectionKey, first: Int64, on connection: Connection) throws -> Value {
    if case .number(_, let sections) = plan.section { return sections.identifier(of: key) }
    guard case .looked(let column, let sortColumn) = plan.section, key != .null else { return key }
    var first = first
    if plan.condition != nil {
      let statement = plan.firstKey(where: sortColumn)
      first = try connection.first(statement, [key]) { $0.integer(0) } ?? first
    }
    let identifier = try connection.first("SELECT \(column) FROM \(plan.table) WHERE pk = ?", [.integer(first)]) {
      $0.value(0)
    }
    return identifier ?? .null
  }

  /// The scan of all records, in the same order and under the same sections.
  var withoutCondition: OrderScan {
    var scan = self
    scan.plan = plan.withoutCondition
    return scan
  }
}

extension Snapshot {
  /// A snapshot of what a scan found.
  ///
  /// - Parameters:
  ///   - result: The scan's result.
  ///   - blank: The section of records whose value can't be read, which is the one of a blank record: another tool may
  ///     have written it.
  init(_ result: OrderScan.Result, blank: SectionIdentifier) {
    let starts = result.sections.map(\.start)
    let ends = starts.dropFirst() + [result.keys.count]
    let sections = zip(result.sections, zip(starts, ends)).map { section, bounds in
      Section(
        identifier: SectionIdentifier(storedValue: section.identifier) ?? blank, range: bounds.0..<bounds.1,
        key: section.key)
    }
    self.init(sections: sections, keys: result.keys, isComplete: result.isComplete)
  }
}
