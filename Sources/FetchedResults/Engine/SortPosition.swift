import SQLite

/// Where a record stands in an order: the values of its sort columns, and its key.
struct SortPosition {
  let key: Int64
  let section: Value
  let values: [Value]

  /// Reads a record's position; nil if it has none, since its derived row is gone.
  init?(of key: Int64, in plan: FetchPlan, on connection: Connection) throws {
    let statement = plan.sortPosition
    let found = try connection.first(statement, [.integer(key)]) { row in
      (section: row.value(0), values: (1..<row.count).map { row.value($0) })
    }
    guard let found else { return nil }
    self.key = key
    section = found.section
    values = found.values
  }

  /// Whether this position comes before another in the order of the terms.
  func precedes(_ other: SortPosition, by terms: [OrderTerm]) -> Bool {
    for (term, (left, right)) in zip(terms, zip(values, other.values)) where left != right {
      // NULL comes last in either direction.
      if left == .null { return false }
      if right == .null { return true }
      return left.precedes(right) != term.isDescending
    }
    return key < other.key
  }
}

extension Value {
  /// Whether SQLite orders this value before another: numbers, then text by its bytes, then blobs.
  fileprivate func precedes(_ other: Value) -> Bool {
    switch (self, other) {
    case (.integer(let left), .integer(let right)): left < right
    case (.real(let left), .real(let right)): left < right
    case (.integer(let left), .real(let right)): Double(left) < right
    case (.real(let left), .integer(let right)): left < Double(right)
    case (.text(let left), .text(let right)): left.utf8.lexicographicallyPrecedes(right.utf8)
    case (.blob(let left), .blob(let right)): left.lexicographicallyPrecedes(right)
    default: rank < other.rank
    }
  }

  private var rank: Int {
    switch self {
    case .null: 0
    case .integer, .real: 1
    case .text: 2
    case .blob: 3
    }
  }
}
