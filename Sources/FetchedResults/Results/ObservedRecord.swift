public import Observation

/// One record as it is now: it is read again whenever somebody has changed it.
///
///     let friend = ObservedRecord(id, in: store)
///     print(friend.record?.name ?? "gone")
///
/// It is observable: whatever reads ``record`` inside `withObservationTracking` is told when another value is there. The
/// record is nil before it has been read, and while it does not exist; an undo that brings it back brings it back here.
///
/// It mirrors an `@ObservedObject` of a managed object:
/// <https://developer.apple.com/documentation/swiftui/observedobject>
@MainActor @Observable
public final class ObservedRecord<R: Record> {
  /// Whose record it is.
  public nonisolated let id: RecordID<R>
  /// The record as it was read last; nil if there is none.
  public private(set) var record: R?
  /// Why the record could not be read the last time; nil while all is well. The next commit tries again.
  public private(set) var error: (any Error)?

  @ObservationIgnored private var observing: Task<Void, Never>?

  /// Observes a record, and reads it at once.
  ///
  ///     let dune = ObservedRecord(id, in: store)
  ///
  /// - Parameters:
  ///   - id: The record.
  ///   - store: The store, which opens if it isn't open yet.
  public init(_ id: RecordID<R>, in store: Store) {
    self.id = id
    // Observed before it is read, so that no commit comes between.
    let commits = store.commits(in: store.schema.region(of: R.schema.table))
    observing = Task { [weak self] in
      await self?.read(from: store)
      for await _ in commits { await self?.read(from: store) }
    }
  }

  isolated deinit { observing?.cancel() }

  private func read(from store: Store) async {
    do {
      let id = id
      let record = try await store.read { try $0.record(id) }
      if record != self.record { self.record = record }
      if error != nil { error = nil }
    } catch is CancellationError {
    } catch {
      self.error = error
    }
  }
}
