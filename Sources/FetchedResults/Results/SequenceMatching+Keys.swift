extension SequenceMatching where Element == Int64 {
  /// How far an element is looked for beside its place, before many are taken to have moved. What is looked at is skipped,
  /// so that the whole stays linear.
  private static var reach: Int { 1024 }

  /// Matches sequences that differ in few places, without hashing their elements; nil if they differ in many, or if the
  /// keys lie too far apart for a set.
  ///
  /// - Complexity: O(*n* + *m*), a bit looked up for each element.
  init?(nearlyAlike old: [Int64], _ new: [Int64]) {
    guard let inOld = KeySet(old), let inNew = KeySet(new) else { return nil }
    var newPositions = [Int?](repeating: nil, count: old.count)
    var oldPositions = [Int?](repeating: nil, count: new.count)
    var (left, right) = (0, 0)
    while true {
      while left < old.count, !inNew.contains(old[left]) { left += 1 }
      while right < new.count, !inOld.contains(new[right]) { right += 1 }
      guard left < old.count, right < new.count else { break }
      if old[left] == new[right] {
        newPositions[left] = right
        oldPositions[right] = left
        left += 1
        right += 1
      } else if let step = (1...Self.reach).first(where: { step in
        (left + step < old.count && old[left + step] == new[right])
          || (right + step < new.count && new[right + step] == old[left])
      }) {
        // What is skipped has moved; it is met again, and skipped again, at its other place.
        if left + step < old.count, old[left + step] == new[right] { left += step } else { right += step }
      } else {
        return nil
      }
    }
    // Where what has moved is in the other sequence.
    var movedTo: [Int64: Int] = [:]
    for (position, key) in new.enumerated() where oldPositions[position] == nil && inOld.contains(key) {
      movedTo[key] = position
    }
    var counterpartInNew = newPositions
    var counterpartInOld = oldPositions
    for (position, key) in old.enumerated() where newPositions[position] == nil {
      guard let target = movedTo[key] else { continue }
      counterpartInNew[position] = target
      counterpartInOld[target] = position
    }
    self.init(
      newPositions: newPositions, oldPositions: oldPositions, counterpartInNew: counterpartInNew,
      counterpartInOld: counterpartInOld)
  }
}
