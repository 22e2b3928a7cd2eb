extension SequenceMatching {
  /// How far a key is looked for beside its place, before many are taken to have moved. What is looked at is skipped,
  /// so that the whole stays linear.
  private static var reach: Int { 1024 }

  /// Matches keys that differ in few places, without hashing them; nil if they differ in many.
  ///
  /// - Complexity: O(*n* + *m*), a bit looked up for each key.
  init?(nearlyAlike old: Slice<KeyList>, _ new: Slice<KeyList>) {
    let (inOld, inNew) = (KeySet(old), KeySet(new))
    let (oldKeys, newKeys) = (old.base, new.base)
    let (oldEnd, newEnd) = (old.endIndex, new.endIndex)
    var newPositions = Positions(of: old.startIndex..<oldEnd)
    var oldPositions = Positions(of: new.startIndex..<newEnd)
    var (left, right) = (old.startIndex, new.startIndex)
    while true {
      while left < oldEnd, !inNew.contains(oldKeys[left]) { left += 1 }
      while right < newEnd, !inOld.contains(newKeys[right]) { right += 1 }
      guard left < oldEnd, right < newEnd else { break }
      if oldKeys[left] == newKeys[right] {
        newPositions[left] = right
        oldPositions[right] = left
        left += 1
        right += 1
      } else if let step = (1...Self.reach).first(where: { step in
        (left + step < oldEnd && oldKeys[left + step] == newKeys[right])
          || (right + step < newEnd && newKeys[right + step] == oldKeys[left])
      }) {
        // What is skipped has moved; it is met again, and skipped again, at its other place.
        if left + step < oldEnd, oldKeys[left + step] == newKeys[right] { left += step } else { right += step }
      } else {
        return nil
      }
    }
    self.init(newPositions: newPositions, oldPositions: oldPositions)
    // Where what has moved is in the other sequence.
    var movedTo: [Int64: Int] = [:]
    for position in new.indices where oldPositions[position] == nil && inOld.contains(newKeys[position]) {
      movedTo[newKeys[position]] = position
    }
    for position in old.indices where newPositions[position] == nil {
      if let target = movedTo[oldKeys[position]] { pair(position, target) }
    }
  }
}
