/// Which sections of two snapshots are the same.
///
/// Sections that change their order among those that stay are deleted and inserted.
struct SectionMatching {
  /// Those of the old snapshot that go.
  let deletions: [Int]
  /// Those of the new snapshot that come.
  let insertions: [Int]
  /// Those that are spelled in another way, by their old and their new position.
  let renamings: [(old: Int, new: Int)]
  /// For each section of the old snapshot its position in the new one, if it stays.
  let newPositions: Positions

  // As for making sections: there are thousands of them, of optional text as a rule.
  @_specialize(where Identifier == String?)
  init<Identifier>(old: [SnapshotSection<Identifier>], new: [SnapshotSection<Identifier>]) {
    let matching = SequenceMatching(old: old.map { $0.key }, new: new.map { $0.key })
    newPositions = matching.newPositions
    deletions = old.indices.filter { matching.newPositions[$0] == nil }
    insertions = new.indices.filter { matching.oldPositions[$0] == nil }
    var renamings: [(old: Int, new: Int)] = []
    for position in new.indices {
      guard let source = matching.oldPositions[position] else { continue }
      if old[source].identifier != new[position].identifier { renamings.append((source, position)) }
    }
    self.renamings = renamings
  }
}
