/// A set of integer keys, which may be any: its size follows their number.
///
/// A window has a bit for each key where most keys lie, which is what makes it fast. The words of 64 bits outside of it are in a
/// dictionary.
struct KeySet: Sendable {
  private var window: [UInt64]
  /// The number of the window's first word; a key is in the word `key >> 6`.
  private var base: Int64
  private var outside: [Int64: UInt64] = [:]
  /// How many keys there are.
  private(set) var count = 0

  /// Any set may have a window of so many words, 2 MB. A longer one has a word for each key at most.
  private static let mostWords: Int64 = 1 << 18
  /// A window that was made without a range may have so many words before it has as many keys.
  private static let fewWords: Int64 = 1 << 10

  /// An empty set.
  init() {
    window = []
    base = 0
  }

  /// An empty set with a window for the keys of a range.
  ///
  /// - Parameters:
  ///   - range: The keys that are to come, or most of them.
  ///   - core: Where most of them lie if the range is too wide.
  init(spanning range: ClosedRange<Int64>, core: ClosedRange<Int64>? = nil) {
    self.init()
    for range in [range, core ?? range] {
      let words = (range.upperBound >> 6) - (range.lowerBound >> 6) + 1
      guard words <= Self.mostWords else { continue }
      window = Array(repeating: 0, count: Int(words))
      base = range.lowerBound >> 6
      return
    }
  }

  /// The set of some keys.
  init(_ keys: some Collection<Int64>) {
    var range = (lowest: Int64.max, highest: Int64.min)
    for key in keys { range = (min(range.lowest, key), max(range.highest, key)) }
    self.init(spanning: keys.isEmpty ? 0...0 : range.lowest...range.highest)
    for key in keys { insert(key) }
  }

  /// Adds a key.
  mutating func insert(_ key: Int64) { insert(1 << UInt64(key & 63), at: key >> 6) }

  /// Removes a key.
  mutating func remove(_ key: Int64) {
    let number = key >> 6
    let old = word(number)
    let new = old & ~(1 << UInt64(key & 63))
    guard new != old else { return }
    count -= 1
    if let index = index(of: number) { window[index] = new } else { outside[number] = new == 0 ? nil : new }
  }

  /// Adds the keys of another set.
  ///
  /// - Complexity: O(*w*) in the words of the other set.
  mutating func formUnion(_ other: KeySet) {
    for (index, bits) in other.window.enumerated() where bits != 0 { insert(bits, at: other.base + Int64(index)) }
    for (number, bits) in other.outside { insert(bits, at: number) }
  }

  @inline(__always)
  func contains(_ key: Int64) -> Bool { word(key >> 6) & 1 << UInt64(key & 63) != 0 }

  @inline(__always)
  private func word(_ number: Int64) -> UInt64 {
    if let index = index(of: number) { return window[index] }
    return outside.isEmpty ? 0 : outside[number] ?? 0
  }

  /// Where a word is in the window. Numbers of words have 58 bits, so that no difference overflows.
  @inline(__always)
  private func index(of number: Int64) -> Int? {
    let index = Int(number - base)
    return index >= 0 && index < window.count ? index : nil
  }

  @inline(__always)
  private mutating func insert(_ bits: UInt64, at number: Int64) {
    if let index = index(of: number) ?? lengthenedIndex(of: number) {
      let old = window[index]
      window[index] = old | bits
      count += (bits & ~old).nonzeroBitCount
    } else {
      let old = outside[number] ?? 0
      outside[number] = old | bits
      count += (bits & ~old).nonzeroBitCount
    }
  }

  /// Lengthens the window up to a word behind it, if it has keys enough for that.
  private mutating func lengthenedIndex(of number: Int64) -> Int? {
    if window.isEmpty { base = number }
    let (needed, most) = (number - base + 1, max(Self.fewWords, Int64(count)))
    guard needed > 0, needed <= most else { return nil }
    let length = max(needed, min(most, 2 * Int64(window.count)))
    window += repeatElement(0, count: Int(length) - window.count)
    for (other, bits) in outside {
      guard let index = index(of: other) else { continue }
      window[index] = bits
      outside[other] = nil
    }
    return Int(number - base)
  }
}
