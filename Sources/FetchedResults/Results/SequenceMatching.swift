/// Which elements of two sequences of distinct elements are the same and in the same order.
struct SequenceMatching {
  /// For each old element its position in the new sequence, if it stays in order.
  private(set) var newPositions: Positions
  /// For each new element its position in the old sequence, if it stays in order.
  private(set) var oldPositions: Positions
  /// For each old element its position in the new sequence, wherever that is.
  private(set) var counterpartInNew: Positions
  /// For each new element its position in the old sequence, wherever that is.
  private(set) var counterpartInOld: Positions

  /// Takes over what stays in order; nothing else is matched yet.
  init(newPositions: Positions, oldPositions: Positions) {
    self.newPositions = newPositions
    self.oldPositions = oldPositions
    counterpartInNew = newPositions
    counterpartInOld = oldPositions
  }

  /// Matches any two sequences.
  ///
  /// - Complexity: O(*n* + *m*): each element between what both begin and end with is hashed once.
  init<Elements: RandomAccessCollection<Element>, Element: Hashable>(old: Elements, new: Elements)
  where Elements.Index == Int {
    self.init(
      newPositions: Positions(of: old.startIndex..<old.endIndex),
      oldPositions: Positions(of: new.startIndex..<new.endIndex))
    var (left, right) = (old.startIndex, new.startIndex)
    var (oldEnd, newEnd) = (old.endIndex, new.endIndex)
    while left < oldEnd, right < newEnd, old[left] == new[right] {
      match(left, right)
      left += 1
      right += 1
    }
    while left < oldEnd, right < newEnd, old[oldEnd - 1] == new[newEnd - 1] {
      oldEnd -= 1
      newEnd -= 1
      match(oldEnd, newEnd)
    }
    var positions: [Element: Int] = [:]
    positions.reserveCapacity(oldEnd - left)
    for position in left..<oldEnd { positions[old[position]] = position }
    for position in right..<newEnd {
      if let source = positions[new[position]] { pair(source, position) }
    }
    walk(left..<oldEnd, right..<newEnd)
  }

  /// Walks both sequences; where they disagree, the element that is further from its place is the one that moves.
  private mutating func walk(_ old: Range<Int>, _ new: Range<Int>) {
    var movedInOld = Set<Int>()
    var (left, right) = (old.lowerBound, new.lowerBound)
    while left < old.upperBound, right < new.upperBound {
      guard let target = counterpartInNew[left], !movedInOld.contains(left) else {
        left += 1
        continue
      }
      guard let source = counterpartInOld[right], source >= left else {
        right += 1
        continue
      }
      if source == left {
        match(left, right)
        left += 1
        right += 1
      } else if target - right > source - left {
        left += 1
      } else {
        movedInOld.insert(source)
        right += 1
      }
    }
  }

  /// Notes that an element stays.
  private mutating func match(_ old: Int, _ new: Int) {
    newPositions[old] = new
    oldPositions[new] = old
    pair(old, new)
  }

  /// Notes that an element is there in both, wherever.
  mutating func pair(_ old: Int, _ new: Int) {
    counterpartInNew[old] = new
    counterpartInOld[new] = old
  }

  /// Notes that an element which stays in order moves all the same.
  mutating func unmatch(_ old: Int, _ new: Int) {
    newPositions[old] = nil
    oldPositions[new] = nil
  }
}

/// For each position of a range a position elsewhere, or none: four bytes each.
struct Positions {
  private let start: Int
  private var values: ContiguousArray<Int32>

  /// None for each.
  init(of range: Range<Int>) {
    start = range.lowerBound
    values = ContiguousArray(repeating: -1, count: range.count)
  }

  subscript(position: Int) -> Int? {
    @inline(__always) get {
      let value = values[position - start]
      return value < 0 ? nil : Int(value)
    }
    @inline(__always) set { values[position - start] = newValue.map { Int32(truncatingIfNeeded: $0) } ?? -1 }
  }
}
