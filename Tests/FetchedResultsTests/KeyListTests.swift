import Testing

@testable import FetchedResults

/// Keys that take as little room as they can.
@Suite struct KeyListTests {
  private static let most = Int64(UInt32.max)

  @Test(arguments: [[], [1, 2, 3], [0, most], [1, most + 1, 2], [-1, 5], [.max, .min, 0]] as [[Int64]])
  func holdsWhatWasPutIn(keys: [Int64]) {
    let list = KeyList(keys)
    #expect(Array(list) == keys)
    #expect(list == KeyList(list.map(\.self)))
    #expect(list != KeyList(keys + [7]))
    for other in [[4, 5, 6], [4, Self.most + 9, 6]] as [[Int64]] {
      var joined = list
      joined.append(KeyList(other), in: 1..<3)
      #expect(Array(joined) == keys + other[1..<3])
    }
  }

  @Test(arguments: [[], [1, 2, 3, 2], [0, most], [1, most + 1, 2], [-1, 5], [.max, .min, 0]] as [[Int64]])
  func findsTheFirstOfAKey(keys: [Int64]) {
    let list = KeyList(keys)
    for key in keys + [7, -7, Self.most - 1, Self.most + 2, 1 << 31, .max, .min] {
      #expect(list.firstIndex(of: key) == keys.firstIndex(of: key))
    }
    let many = KeyList((0..<1000).map { $0 * 3 + (1 << 31) })
    for position in many.indices { #expect(many.firstIndex(of: many[position]) == position) }
    #expect(many.firstIndex(of: 5) == nil)
  }

  @Test func listsAreEqualHoweverTheyCameAbout() {
    // One that has held a key of eight bytes, and one that has not.
    var wide: KeyList = []
    wide.append([Self.most + 1, 3, 4], in: 1..<3)
    #expect(wide == [3, 4])
    #expect([3, 4] == wide)
  }

  @Test(arguments: [[], [5], [1, 2, 3], [-7, -6, 0, 1, 9], [1, 3, 5, 7], [.min, 0, .max]] as [[Int64]])
  func runsFindEachKeyAndNoOther(keys: [Int64]) {
    var runs = KeyRuns()
    for key in keys { runs.append(key) }
    #expect(runs.count == keys.count)
    #expect(runs.first == keys.first)
    #expect(runs.last == keys.last)
    for (position, key) in keys.enumerated() {
      #expect(runs[position] == key)
      #expect(runs.position(of: key) == position)
    }
    for key in [Int64](-9...12) + [.min, .max] where !keys.contains(key) { #expect(runs.position(of: key) == nil) }
  }

  @Test(
    arguments: [[], [5], [3, 1, 2, 70, 69], [9, most + 1, 8, -4]] as [[Int64]],
    [[], [5], [1, 69, 9], [-4, 8]] as [[Int64]])
  func whatIsInASetIsKeptAndCounted(keys: [Int64], wanted: [Int64]) throws {
    let set = KeySet(wanted)
    for starts in [[], [0], [0, keys.count], keys.indices.map(\.self)] {
      let (kept, counts) = KeyList(keys).filtered(by: set, countingAt: starts)
      #expect(Array(kept) == keys.filter(wanted.contains))
      #expect(counts == starts.map { keys[..<$0].count(where: wanted.contains) })
    }
  }

  @Test(arguments: [[], [0], [63, 64], [-200, 500], [127]] as [[Int64]], [[], [0], [64], [-65, 499]] as [[Int64]])
  func aUnionHasTheKeysOfBoth(left: [Int64], right: [Int64]) throws {
    var union = KeySet(spanning: -200...500)
    for part in [left, right] { union.formUnion(KeySet(part)) }
    let expected = Set(left).union(right)
    #expect(Set((-200...500).filter(union.contains)) == expected)
    #expect(union.count == expected.count)
  }

  @Test func aKeyThatStandsTwiceIsKeptTwice() throws {
    let set = KeySet([7])
    #expect(Array(KeyList(Array(repeating: 7, count: 1000)).filtered(by: set, countingAt: []).keys).count == 1000)
  }
}
