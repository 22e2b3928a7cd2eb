import SeededRandom
import Testing

@testable import FetchedResults

private typealias Snap = Snapshot<String, Person>

/// A snapshot of sections written as `["A": [1, 2], …]`, in order.
private func snapshot(_ sections: KeyValuePairs<String, [Int64]>) -> Snap {
  snapshot(sections.map { ($0.key, $0.value) })
}

private func snapshot(_ sections: [(String, [Int64])]) -> Snap {
  var start = 0
  let ranged = sections.map { name, keys in
    defer { start += keys.count }
    return Snap.Section(identifier: name, range: start..<start + keys.count, key: .text(name))
  }
  return Snap(sections: ranged, keys: KeyList(sections.flatMap(\.1)), isComplete: true)
}

@Suite struct SnapshotDifferenceTests {
  @Test func namesWhatComesGoesAndMoves() {
    let old = snapshot(["A": [1, 2, 3], "B": [4], "C": [5, 6]])
    let new = snapshot(["A": [2, 3], "C": [5, 7, 6], "D": [1]])
    let difference = new.difference(from: old, updated: [RecordID(key: 6), RecordID(key: 7)])
    #expect(difference.deletions.map(\.position) == [0, 3])
    #expect(difference.deletions.map(\.counterpart) == [5, nil])
    #expect(difference.insertions.map(\.position) == [3, 5])
    #expect(difference.insertions.map(\.section) == [1, 2])
    #expect(difference.insertions.map(\.counterpart) == [nil, 0])
    #expect(difference.moves.map(\.from) == [0])
    #expect(difference.moves.map(\.to) == [5])
    #expect(difference.updates == [4])
    #expect(difference.sectionDeletions.map(\.identifier) == ["B"])
    #expect(difference.sectionInsertions.map(\.identifier) == ["D"])
  }

  @Test func aRecordThatOnlyChangesItsSectionMoves() {
    let old = snapshot(["A": [1, 2], "B": [3]])
    let new = snapshot(["A": [1], "B": [2, 3]])
    let difference = new.difference(from: old)
    #expect(difference.deletions.map(\.id.key) == [2])
    #expect(difference.insertions.map(\.section) == [1])
    #expect(old.applying(difference) == new)
  }

  @Test func sectionsMaySwapVanishAndBeRenamedInOneStep() {
    let old = snapshot(["A": [1, 2], "B": [3, 4], "C": [5]])
    for new in [
      snapshot(["B": [3, 4], "A": [1, 2], "C": [5]]), snapshot(["C": [5], "B": [4, 3], "A": [2, 1]]),
      snapshot(["X": [1, 2], "B": [3, 4], "C": [5]]), snapshot([:]), snapshot(["D": [9]]),
    ] {
      let difference = new.difference(from: old)
      #expect(old.applying(difference) == new)
      #expect(new.applying(difference.inverse()) == old)
    }
  }

  @Test func aSectionSpelledInAnotherWayIsRenamed() {
    let old = snapshot(["Cafe\u{301}": [1]])
    let new = Snap(
      sections: [.init(identifier: "Caf\u{e9}!", range: 0..<1, key: .text("Cafe\u{301}"))], keys: [1], isComplete: true)
    let difference = new.difference(from: old)
    #expect(difference.renamings.map(\.new) == ["Caf\u{e9}!"])
    #expect(difference.deletions.isEmpty)
    #expect(old.applying(difference) == new)
    #expect(new.applying(difference.inverse()) == old)
  }

  /// Every way to spread up to four of five records over up to three sections.
  @Test func appliedAndInvertedOverAllSmallInputs() {
    var snapshots: [Snap] = []
    func extend(_ sections: [(String, [Int64])], used: Set<Int64>) {
      snapshots.append(snapshot(sections.filter { !$0.1.isEmpty }))
      guard used.count < 4 else { return }
      for key in Int64(1)...5 where !used.contains(key) {
        for index in sections.indices where index >= (sections.lastIndex { !$0.1.isEmpty } ?? 0) {
          var longer = sections
          longer[index].1.append(key)
          extend(longer, used: used.union([key]))
        }
      }
    }
    extend([("A", []), ("B", []), ("C", [])], used: [])
    #expect(snapshots.count > 1000)
    var generator = SeededGenerator(seed: 1)
    for old in snapshots {
      for new in (0..<8).compactMap({ _ in snapshots.randomElement(using: &generator) }) {
        let difference = new.difference(from: old)
        #expect(old.applying(difference) == new)
        #expect(new.applying(difference.inverse()) == old)
        #expect(Array(old).applying(difference.collectionDifference) == Array(new))
      }
    }
  }

  @Test(arguments: 0..<20) func appliedAndInvertedOverLargeRandomInputs(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    func random(from base: [(String, [Int64])]) -> [(String, [Int64])] {
      var sections = base
      for _ in 0..<30 {
        let index = Int.random(in: sections.indices, using: &generator)
        switch Int.random(in: 0..<6, using: &generator) {
        case 0: sections[index].1.append(Int64.random(in: 100_000..<1_000_000_000, using: &generator))
        case 1: if !sections[index].1.isEmpty { sections[index].1.removeFirst() }
        case 2: sections[index].1.shuffle(using: &generator)
        case 3: sections.swapAt(index, Int.random(in: sections.indices, using: &generator))
        case 4: sections[index].0 += "x"
        default:
          let target = Int.random(in: sections.indices, using: &generator)
          if let moved = sections[index].1.popLast() { sections[target].1.insert(moved, at: 0) }
        }
      }
      return sections.filter { !$0.1.isEmpty }
    }
    let base = (0..<60).map { section in ("S\(section)", (0..<50).map { Int64(section * 50 + $0) }) }
    let (old, new) = (snapshot(base), snapshot(random(from: base)))
    let difference = new.difference(from: old)
    #expect(old.applying(difference) == new)
    #expect(new.applying(difference.inverse()) == old)
    #expect(Array(old).applying(difference.collectionDifference) == Array(new))
    #expect(snapshot(["Z": [1]]).applying(difference) == nil)
  }

  @Test func aRowThatMovesFarIsTheOnlyOneThatMoves() {
    let keys = (Int64(0)..<1000).map { $0 }
    let old = snapshot(["A": keys])
    #expect(snapshot(["A": Array(keys.dropFirst()) + [0]]).difference(from: old).deletions.map(\.id.key) == [0])
    #expect(snapshot(["A": [999] + Array(keys.dropLast())]).difference(from: old).deletions.map(\.id.key) == [999])
  }

  /// Counts what matching asks of its elements: the growth law, without a clock.
  @Test(arguments: [1000, 2000, 4000]) func looksAtEachElementAFixedNumberOfTimes(count: Int) {
    let counter = Counter()
    let old = (0..<count).map { Counted(value: $0, counter: counter) }
    let new = old.reversed() + [Counted(value: -1, counter: counter)]
    _ = SequenceMatching(old: old, new: Array(new))
    #expect(counter.hashes <= 2 * count + 1)
    #expect(counter.comparisons <= 4 * count)
  }

  private final class Counter {
    var hashes = 0
    var comparisons = 0
  }

  private struct Counted: Hashable {
    let value: Int
    let counter: Counter

    static func == (left: Counted, right: Counted) -> Bool {
      left.counter.comparisons += 1
      return left.value == right.value
    }

    func hash(into hasher: inout Hasher) {
      counter.hashes += 1
      hasher.combine(value)
    }
  }
}
