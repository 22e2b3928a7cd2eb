/// Counts as a line of bars, a column each: `▂▅█▃ ▁`.
///
/// ```swift
/// Histogram(counts: [2, 5, 8, 0, 1]).line(width: 40)  // "▂▅█ ▁"
/// ```
public struct Histogram: Hashable, Sendable {
  private static let bars = Array(" ▁▂▃▄▅▆▇█")

  /// The counts, from left to right.
  public let counts: [Int]

  /// A histogram of counts.
  ///
  /// - Parameter counts: The counts, from left to right.
  public init(counts: [Int]) { self.counts = counts }

  /// A histogram of counts at places, with nothing between them.
  ///
  /// - Parameters:
  ///   - counts: A count for each place, in any order; places as far apart as never occurs are put side by side.
  ///   - farthest: The greatest distance that is shown as such.
  public init(_ counts: [(place: Int, count: Int)], farthest: Int = 100_000) {
    let places = counts.map(\.place)
    guard let first = places.min(), let last = places.max() else {
      self.counts = []
      return
    }
    let (distance, overflows) = last.subtractingReportingOverflow(first)
    guard !overflows, distance <= farthest else {
      self.counts = counts.sorted { $0.place < $1.place }.map(\.count)
      return
    }
    var all = Array(repeating: 0, count: distance + 1)
    for (place, count) in counts { all[place - first] += count }
    self.counts = all
  }

  /// The bars. Neighbours share one where there are more counts than columns; whatever is not zero can be seen.
  ///
  /// - Parameter width: The columns that there are.
  /// - Returns: At most that many characters.
  public func line(width: Int) -> String {
    let columns = min(max(0, width), counts.count)
    let sums = (0..<columns).map { column in
      counts[(column * counts.count / columns)..<((column + 1) * counts.count / columns)].reduce(0, +)
    }
    let greatest = max(1, sums.max() ?? 1)
    let steps = Self.bars.count - 1
    return String(sums.map { Self.bars[max(0, $0 * steps + greatest - 1) / greatest] })
  }
}
