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

    /// How many of the first records a screen of so many rows shows, where each section has a row for its header.
    ///
    /// - Complexity: O(*rows*).
    func recordCount(onRows rows: Int) -> Int {
      var headers = 0
      while headers < sections.count, sections[headers].start + headers < rows { headers += 1 }
      return min(keys.count, rows - headers)
    }
  }

  var plan: FetchPlan
  let days: DaySections

  /// Steps through the whole order. The connection is in a transaction.
  ///
  /// - Parameters:
  ///   - connection: A reader.
  ///   - screenful: After this many rows the beginning is published, while the rest is read; nil for not at all.
  ///   - publish: Receives the beginning, once, unless everything is shorter.
  /// - Returns: Everything.
  /// - Throws: `SQLiteError`, or `CancellationError` if the caller was cancelled.
  /// - Complexity: O(*n*) in the number of rows that the condition looks at; the beginning costs as many as it takes to
  ///   find a screenful.
  func read(
    on connection: Connection, screenful: Int? = nil, publish: (Result) throws -> Void = { _ in }
  ) throws -> Result {
    let rows = try rows(on: connection) { _, rows in
      if rows.keys.count == screenful { try publish(named(rows, on: connection)) }
      return true
    }
    return try named(rows, on: connection)
  }

  /// Steps through the order; its sections have no identifiers yet.
  ///
  /// - Parameters:
  ///   - connection: A reader.
  ///   - statement: What reads the rows, if not all of them from the first to the last.
  ///   - goesOn: Told of the key of each row, and of all rows before it; reading ends before that row if it says no.
  /// - Returns: The rows; where the connection's time is limited, those found in it.
  /// - Throws: As ``read(on:screenful:publish:)``, or what `goesOn` throws.
  func rows(
    on connection: Connection, by statement: SQLFragment? = nil,
    while goesOn: (Int64, Result) throws -> Bool = { _, _ in true }
  ) throws -> Result {
    var result = Result()
    var boundaries = plan.section.map { SectionBoundaries(of: $0, days: days) }
    let statement = statement ?? plan.orderedKeys
    do {
      try connection.scan(statement.sql, statement.arguments) { row in
        let key = row.integer(0)
        guard try goesOn(key, result) else { return false }
        if let section = boundaries?.sectionBeginning(with: row) {
          result.sections.append(.init(key: section, identifier: .null, start: result.keys.count))
        }
        result.keys.append(key)
        return true
      }
      result.isComplete = true
    } catch is TimeLimitExceeded {}
    return result
  }

  /// What tells a section from others, from the value of its section column.
  func sectionKey(_ value: Value, _ days: inout DaySections) -> SectionKey {
    plan.section?.key(of: value, &days) ?? value
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
  ///   - commit: The latest commit that the scan saw.
  init(_ result: OrderScan.Result, blank: SectionIdentifier, commit: Int) {
    self.init(
      sections: Section.sections(of: result, blank: blank), keys: result.keys, isComplete: result.isComplete)
    self.commit = commit
  }
}
