extension Store {
  /// The values of one property of a record: the one that it has now, and then each that differs from the one before.
  ///
  ///     for await hex in try await store.values(of: \.hex, id: id) { print(hex ?? "gone") }
  ///
  /// A value is nil while the record does not exist. Changes that follow each other quickly may be one value, the last.
  ///
  /// It mirrors a publisher of one property of a managed object:
  /// <https://developer.apple.com/documentation/objectivec/nsobject/publisher>
  ///
  /// - Parameters:
  ///   - keyPath: The property.
  ///   - id: The record.
  /// - Returns: A sequence that ends when its task is cancelled.
  /// - Throws: ``StoreError`` if the store can't be opened or the record can't be read.
  /// - Complexity: O(log *n*) at each commit.
  public func values<R: Record, Property: Equatable & Sendable>(
    of keyPath: KeyPath<R, Property> & Sendable, id: RecordID<R>
  ) async throws -> AsyncStream<Property?> {
    // Observed before it is read, so that no commit comes between.
    let commits = commits(in: schema.region(of: R.schema.table))
    let first = try await read { try $0.record(id)?[keyPath: keyPath] }
    return AsyncStream { continuation in
      let task = Task {
        var last = first
        continuation.yield(first)
        for await _ in commits {
          // A failure is tried again at the next commit.
          guard let value = try? await read({ context in Known(value: try context.record(id)?[keyPath: keyPath]) }),
            value.value != last
          else { continue }
          last = value.value
          continuation.yield(last)
        }
        continuation.finish()
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }
}

/// What was read, which may be nil: told from what could not be read.
private struct Known<Property: Sendable>: Sendable {
  let value: Property?
}
