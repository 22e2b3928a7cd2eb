import CGlibc

/// The keys of records in an order: four bytes each, or eight if one of them needs that.
struct KeyList: RandomAccessCollection, Sendable {
  private var narrow: ContiguousArray<UInt32> = []
  /// All of the keys, once one doesn't fit into four bytes.
  private var wide: ContiguousArray<Int64>?

  init() {}

  init(_ keys: some Sequence<Int64>) { for key in keys { append(key) } }

  var startIndex: Int { 0 }
  var endIndex: Int { wide?.count ?? narrow.count }

  @inline(__always)
  subscript(position: Int) -> Int64 { wide?[position] ?? Int64(narrow[position]) }

  /// Where a key is, if it is there: the C library compares many at once.
  func firstIndex(of key: Int64) -> Int? {
    if let wide { return wide.firstIndex(of: key) }
    guard let key = UInt32(exactly: key) else { return nil }
    return narrow.withUnsafeBytes { bytes in
      // A wide character is four bytes here, laid out as a key is; they are only read.
      let keys = bytes.assumingMemoryBound(to: wchar_t.self)
      guard let start = keys.baseAddress else { return nil }
      return wmemchr(start, wchar_t(bitPattern: key), keys.count).map { UnsafePointer($0) - start }
    }
  }

  mutating func reserveCapacity(_ count: Int) {
    if wide == nil { narrow.reserveCapacity(count) } else { wide?.reserveCapacity(count) }
  }

  @inline(__always)
  mutating func append(_ key: Int64) {
    if wide == nil, let key = UInt32(exactly: key) { narrow.append(key) } else { appendWide(key) }
  }

  private mutating func appendWide(_ key: Int64) {
    if wide == nil {
      wide = ContiguousArray(narrow.lazy.map(Int64.init))
      narrow = []
    }
    wide?.append(key)
  }

  mutating func removeLast(_ count: Int) {
    if wide == nil { narrow.removeLast(count) } else { wide?.removeLast(count) }
  }

  /// Adds the keys at some positions of another list.
  mutating func append(_ other: KeyList, in range: Range<Int>) {
    if wide == nil, other.wide == nil {
      narrow += other.narrow[range]
    } else {
      for position in range { append(other[position]) }
    }
  }

  /// Adds the keys of another list from the last to the first.
  mutating func append(reversed other: KeyList) {
    if wide == nil, other.wide == nil {
      narrow += other.narrow.reversed()
    } else {
      for key in other.reversed() { append(key) }
    }
  }
}

extension KeyList {
  /// The keys that are in a set.
  ///
  /// - Parameters:
  ///   - set: The set.
  ///   - starts: Positions, in order.
  /// - Returns: The keys, and how many of them stand before each of the positions.
  /// - Complexity: O(*n*): a few instructions for each key, which are the same whether it is in the set or not.
  func filtered(by set: KeySet, countingAt starts: [Int]) -> (keys: KeyList, counts: [Int]) {
    let pieces = zip([0] + starts, starts + [count]).map { $0..<$1 }
    var filtered = KeyList()
    var counts: [Int] = []
    counts.reserveCapacity(pieces.count)
    guard wide == nil else {
      for piece in pieces {
        for position in piece where set.contains(self[position]) { filtered.append(self[position]) }
        counts.append(filtered.count)
      }
      return (filtered, counts.dropLast())
    }
    filtered.narrow = narrow.withUnsafeBufferPointer { keys in
      // A key is written before it is known whether it counts. There is room for all, whatever the set says of how many it has;
      // what is never written to takes no memory.
      ContiguousArray(unsafeUninitializedCapacity: keys.count) { kept, count in
        for piece in pieces {
          for position in piece {
            kept.initializeElement(at: count, to: keys[position])
            count += set.contains(Int64(keys[position])) ? 1 : 0
          }
          counts.append(count)
        }
      }
    }
    return (filtered, counts.dropLast())
  }
}

extension KeyList: Equatable {
  static func == (left: KeyList, right: KeyList) -> Bool {
    if left.wide == nil, right.wide == nil { return left.narrow == right.narrow }
    return left.elementsEqual(right)
  }
}

extension KeyList: ExpressibleByArrayLiteral {
  init(arrayLiteral keys: Int64...) { self.init(keys) }
}
