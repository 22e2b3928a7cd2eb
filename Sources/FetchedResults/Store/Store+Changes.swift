import SQLite

extension Store {
  /// Every commit from now on: once for each step that was made, undone or done again, in order, whichever process of
  /// this library did it; and a reset for what another tool has written.
  ///
  ///     for await case .step(let change) in try await store.changes() { print(change.step.label) }
  ///
  /// It mirrors persistent history tracking:
  /// <https://developer.apple.com/documentation/coredata/consuming-relevant-store-changes>
  ///
  /// - Returns: A sequence that ends when its task is cancelled. Commits are not lost while nobody awaits the next one.
  /// - Throws: ``StoreError`` if the store can't be opened.
  /// - Complexity: O(*n*) in the number of rows that a step has changed; nothing is asked while nothing happens.
  public func changes() async throws -> AsyncStream<StoreChange> {
    let commits = commits()
    let start = try await perform(on: try await connections().reader) { try CommitLog.end(on: $0) }
    return AsyncStream { continuation in
      let task = Task {
        var position = start
        for await _ in commits {
          let from = position
          // A failure is tried again at the next commit, from the same position.
          let news = try? await perform(on: try await connections().reader) { connection in
            var position = from
            let changes = try connection.readTransaction { try CommitLog.changes(since: &position, on: connection) }
            return (changes: changes, position: position)
          }
          guard let news else { continue }
          position = news.position
          for change in news.changes { continuation.yield(change) }
        }
        continuation.finish()
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }

  /// Every commit from now on that concerns one record type; see ``changes()``.
  ///
  ///     for await change in try await store.changes(of: Book.self) {
  ///       if case .step(let changes) = change { print(changes.inserted, changes.deleted) }
  ///     }
  ///
  /// It mirrors the did-save notification:
  /// <https://developer.apple.com/documentation/coredata/nsmanagedobjectcontext/didsaveobjectsnotification>
  ///
  /// - Parameter type: The record type.
  /// - Returns: A sequence that ends when its task is cancelled.
  /// - Throws: ``StoreError`` if the store can't be opened.
  /// - Complexity: O(*n*) in the number of rows that a step has changed.
  public func changes<R: Record>(of type: R.Type) async throws -> AsyncStream<RecordChange<R>> {
    let all = try await changes()
    return AsyncStream { continuation in
      let task = Task {
        for await change in all {
          switch change {
          case .step(let step):
            let changeSet = step.changeSet(of: type)
            if !changeSet.isEmpty { continuation.yield(.step(changeSet)) }
          case .reset(let tables):
            if tables.contains(R.schema.table) { continuation.yield(.reset) }
          }
        }
        continuation.finish()
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }
}
