/// A set of integer keys, a bit each: what it takes depends on the span of the keys, not on how many there are.
struct KeySet: Sendable {
  private var words: [UInt64]
  /// The key of the first bit; a multiple of 64.
  private let base: Int64
  /// How many keys there are.
  private(set) var count = 0

  /// Spans beyond this, 32 MB of bits, are no use: another tool has chosen the keys.
  private static let spanLimit: Int64 = 1 << 28

  /// A set with room for the keys of a range; nil if that would be too much.
  init?(spanning range: ClosedRange<Int64>) {
    let (span, overflows) = range.upperBound.subtractingReportingOverflow(range.lowerBound)
    guard !overflows, span < Self.spanLimit else { return nil }
    base = range.lowerBound & ~63
    words = Array(repeating: 0, count: Int((range.upperBound - base) / 64) + 1)
  }

  /// The set of some keys; nil if they lie too far apart.
  init?(_ keys: some Collection<Int64>) {
    var range = (lowest: Int64.max, highest: Int64.min)
    for key in keys { range = (min(range.lowest, key), max(range.highest, key)) }
    self.init(spanning: keys.isEmpty ? 0...0 : range.lowest...range.highest)
    for key in keys { insert(key) }
  }

  /// Adds a key of the range that there is room for; others are ignored.
  mutating func insert(_ key: Int64) {
    guard let place = place(of: key) else { return }
    let old = words[place.word]
    words[place.word] = old | place.bit
    count += old & place.bit == 0 ? 1 : 0
  }

  /// Removes a key.
  mutating func remove(_ key: Int64) {
    guard let place = place(of: key) else { return }
    let old = words[place.word]
    words[place.word] = old & ~place.bit
    count -= old & place.bit == 0 ? 0 : 1
  }

  /// Adds the keys of another set, for which there has to be room.
  mutating func formUnion(_ other: KeySet) {
    let offset = Int((other.base - base) / 64)
    for (index, word) in other.words.enumerated() where word != 0 {
      let old = words[offset + index]
      words[offset + index] = old | word
      count += (word & ~old).nonzeroBitCount
    }
  }

  func contains(_ key: Int64) -> Bool {
    guard let place = place(of: key) else { return false }
    return words[place.word] & place.bit != 0
  }

  @inline(__always)
  private func place(of key: Int64) -> (word: Int, bit: UInt64)? {
    let offset = key &- base
    guard offset >= 0, offset >> 6 < words.count else { return nil }
    return (Int(offset >> 6), 1 << UInt64(offset & 63))
  }
}
