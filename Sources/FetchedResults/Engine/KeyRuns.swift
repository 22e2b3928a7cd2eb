/// Keys that rise, most of them by one: where each run of such begins.
struct KeyRuns: Sendable {
  private struct Run: Sendable {
    let position: Int
    let key: Int64
  }

  private var runs: ContiguousArray<Run> = []
  /// How many keys there are.
  private(set) var count = 0
  private(set) var last: Int64?

  var first: Int64? { runs.first?.key }
  var isEmpty: Bool { runs.isEmpty }

  /// Adds a key, which is higher than those before.
  mutating func append(_ key: Int64) {
    if last.map({ key &- 1 != $0 }) ?? true { runs.append(Run(position: count, key: key)) }
    last = key
    count += 1
  }

  /// The key at a position that is there.
  ///
  /// - Complexity: O(log *r*) in the number of runs.
  subscript(position: Int) -> Int64 {
    let run = runs[runs.lastPosition { $0.position <= position }]
    return run.key + Int64(position - run.position)
  }

  /// Where a key is, if it is there.
  ///
  /// - Complexity: O(log *r*) in the number of runs.
  func position(of key: Int64) -> Int? {
    guard let first, let last, key >= first, key <= last else { return nil }
    let index = runs.lastPosition { $0.key <= key }
    let end = index + 1 < runs.count ? runs[index + 1].position : count
    let (distance, overflows) = key.subtractingReportingOverflow(runs[index].key)
    guard !overflows, distance < end - runs[index].position else { return nil }
    return runs[index].position + Int(distance)
  }
}

extension ContiguousArray {
  /// The last position whose element satisfies a condition, where those that do come before those that don't, and the one
  /// at an earliest position does: near there by small steps, else by halving.
  @inline(__always)
  func lastPosition(from earliest: Int = 0, where isBefore: (Element) -> Bool) -> Int {
    var low = earliest
    var step = 1
    while low + step < count, isBefore(self[low + step]) {
      low += step
      step *= 2
    }
    var high = Swift.min(low + step, count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if isBefore(self[middle]) { low = middle } else { high = middle }
    }
    return low
  }
}
