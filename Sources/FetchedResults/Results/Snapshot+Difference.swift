extension Snapshot {
  /// What has to change in an older snapshot to make this one of it.
  ///
  ///     let difference = new.difference(from: old, updated: Set(changes.updated.keys))
  ///
  /// - Parameters:
  ///   - old: The older snapshot.
  ///   - updated: Records whose values have changed meanwhile, from a change set.
  /// - Returns: The difference. It is not always the shortest one where many records move.
  /// - Complexity: O(*n* + *m*) in the number of records between what both begin and end with, and O(*s*) in the number
  ///   of sections.
  public func difference(
    from old: Snapshot, updated: Set<RecordID<R>> = []
  ) -> SnapshotDifference<SectionIdentifier, R> {
    let sections = SectionMatching(old: old.sections, new: self.sections)
    let rows = RowMatching(old: .init(old), new: .init(self), sections: sections.newPositions)
    return SnapshotDifference(
      deletions: rows.deletions.map(SnapshotDifference.Row.init),
      insertions: rows.insertions.map(SnapshotDifference.Row.init),
      updates: positions(of: updated).filter { !rows.isPlainInsertion(at: $0) },
      sectionDeletions: sections.deletions.map { .init(old.sections[$0], at: $0) },
      sectionInsertions: sections.insertions.map { .init(self.sections[$0], at: $0) },
      renamings: sections.renamings.map {
        .init(position: $0.new, old: old.sections[$0.old].identifier, new: self.sections[$0.new].identifier)
      },
      wasComplete: old.isComplete, isComplete: isComplete)
  }

  /// This snapshot with the changes of a difference.
  ///
  ///     old.applying(new.difference(from: old)) == new  // true
  ///
  /// - Parameter difference: A difference from this snapshot to another.
  /// - Returns: The other snapshot; nil if the difference does not fit this one.
  /// - Complexity: O(*n* + *c*) in the numbers of records and changes.
  public func applying(_ difference: SnapshotDifference<SectionIdentifier, R>) -> Snapshot? {
    guard let keys = applyingRows(of: difference), let sections = applyingSections(of: difference),
      sections.last?.range.upperBound ?? 0 == keys.count || sections.isEmpty
    else { return nil }
    return Snapshot(sections: sections, keys: keys, isComplete: difference.isComplete)
  }

  private func applyingRows(of difference: SnapshotDifference<SectionIdentifier, R>) -> KeyList? {
    var kept = KeyList()
    kept.reserveCapacity(keys.count)
    var start = 0
    for row in difference.deletions {
      guard row.position >= start, row.position < keys.count, keys[row.position] == row.id.key else { return nil }
      kept.append(keys, in: start..<row.position)
      start = row.position + 1
    }
    kept.append(keys, in: start..<keys.count)
    var result = KeyList()
    result.reserveCapacity(kept.count + difference.insertions.count)
    var taken = 0
    for row in difference.insertions {
      let count = row.position - result.count
      guard count >= 0, taken + count <= kept.count else { return nil }
      result.append(kept, in: taken..<taken + count)
      taken += count
      result.append(row.id.key)
    }
    result.append(kept, in: taken..<kept.count)
    return result
  }

  private func applyingSections(of difference: SnapshotDifference<SectionIdentifier, R>) -> [Section]? {
    var counts = sections.map { (identifier: $0.identifier, key: $0.key, count: $0.range.count) }
    for row in difference.deletions {
      guard counts.indices.contains(row.section) else { return nil }
      counts[row.section].count -= 1
    }
    for section in difference.sectionDeletions.reversed() {
      guard counts.indices.contains(section.position), counts[section.position].key == section.key else { return nil }
      counts.remove(at: section.position)
    }
    for section in difference.sectionInsertions {
      guard section.position <= counts.count else { return nil }
      counts.insert((section.identifier, section.key, 0), at: section.position)
    }
    for renaming in difference.renamings {
      guard counts.indices.contains(renaming.position) else { return nil }
      counts[renaming.position].identifier = renaming.new
    }
    for row in difference.insertions {
      guard counts.indices.contains(row.section) else { return nil }
      counts[row.section].count += 1
    }
    var start = 0
    return counts.map { section in
      defer { start += section.count }
      return Section(
        identifier: section.identifier, range: start..<start + Swift.max(0, section.count), key: section.key)
    }
  }
}

extension SnapshotDifference.Row {
  fileprivate init(_ row: RowMatching.Row) {
    self.init(id: RecordID(key: row.key), position: row.position, section: row.section, counterpart: row.counterpart)
  }
}

extension SnapshotDifference.Section {
  fileprivate init(_ section: SnapshotSection<SectionIdentifier>, at position: Int) {
    self.init(identifier: section.identifier, position: position, key: section.key)
  }
}
