public import FetchedResults

extension SampleFriends {
  /// Adds the samples, as one step, to a store that has never held a friend.
  ///
  /// - Parameter store: The store.
  /// - Returns: Whether they were added.
  /// - Throws: What reading the samples or writing the store throws.
  public static func addIfNew(to store: Store) async throws -> Bool {
    try await store.addIfNew("Add the sample friends") { try all() }
  }

  /// Removes the samples that nobody has edited, as one step.
  ///
  /// - Parameter store: The store.
  /// - Returns: How many were removed, and how many stay because they were edited.
  /// - Throws: What reading the samples or writing the store throws.
  public static func remove(from store: Store) async throws -> (removed: Int, kept: Int) {
    let samples = try all()
    return try await store.write("Remove the sample friends") { context in
      var (removed, kept) = (0, 0)
      for sample in samples {
        guard let id: RecordID<Friend> = try context.recordID(of: sample.id), let friend = try context.record(id) else {
          continue
        }
        var original = sample
        original.addedAt = friend.addedAt
        if friend == original {
          try context.delete(id)
          removed += 1
        } else {
          kept += 1
        }
      }
      return (removed, kept)
    }
  }
}
