import Foundation

/// How many commits have changed the records of each table, as far as a store has seen: its own and those of other processes.
struct CommitCounts {
  /// Whose records a commit has changed.
  enum Tables: Hashable, Sendable {
    case all
    case only(Set<String>)

    /// Whether any of a region's records may have changed.
    func touch(_ region: Set<String>) -> Bool {
      switch self {
      case .all: true
      case .only(let tables): !tables.isDisjoint(with: region)
      }
    }
  }

  private var ofAll = 0
  private var byTable: [String: Int] = [:]
  /// The tables' change counters as they were seen last; nil before.
  private var counters: CommitLog.Counters?

  /// Counts a commit.
  ///
  /// - Parameters:
  ///   - counters: The change counters after it; nil if they aren't known, so that it may have changed anything.
  ///   - changesAll: Whether all records may look different though nobody has changed them.
  /// - Returns: The tables that have changed since the commit that was counted last.
  mutating func count(_ counters: CommitLog.Counters?, changesAll: Bool) -> Tables {
    defer { self.counters = counters }
    guard !changesAll, let counters, let old = self.counters else {
      ofAll += 1
      return .all
    }
    let changed = counters.tables(differingFrom: old)
    for table in changed { byTable[table, default: 0] += 1 }
    return .only(changed)
  }

  /// Forgets the counters: those of another file say nothing of them.
  mutating func forgetCounters() { counters = nil }

  /// How many commits have changed a region.
  func count(of region: Set<String>) -> Int { region.reduce(ofAll) { $0 + (byTable[$1] ?? 0) } }
}
