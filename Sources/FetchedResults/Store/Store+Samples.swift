extension Store {
  /// Adds records, as one step, to a store that has never held one of their type.
  ///
  ///     try await store.addIfNew("Add the sample books") { [Book(title: "Momo"), Book(title: "Dune")] }
  ///
  /// Deleting them all does not make the store new again, and neither does undoing this.
  ///
  /// - Parameters:
  ///   - label: What the step does, in a person's words.
  ///   - records: Makes the records, if they are needed.
  /// - Returns: Whether they were added; never to a store that can't be written, or that another process is writing to: its
  ///   records may be the first.
  /// - Throws: ``StoreError``, ``RelationshipError``, or what making the records throws.
  /// - Complexity: O(1) for a store that isn't new, O(*k* log *k*) in the number of records for one that is.
  @discardableResult
  public func addIfNew<R: Record>(_ label: String, _ records: () throws -> [R]) async throws -> Bool {
    guard try await !isReadOnly(), try await read({ try !$0.hasEverHeld(R.self) }) else { return false }
    let records = try records()
    do {
      return try await write(label, busyTimeout: 100) { context in
        guard try !context.hasEverHeld(R.self) else { return false }
        for record in records { try context.insert(record) }
        return !records.isEmpty
      }
    } catch StoreError.locked {
      return false
    }
  }
}
