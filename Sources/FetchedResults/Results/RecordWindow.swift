import SQLite

/// A record and what tells its section from others, read together.
struct WindowedRecord<R: Record>: Sendable {
  let id: RecordID<R>
  let record: R
  let section: SectionKey
}

/// The records of the rows on the screen and around it, which it reads by itself.
///
/// State: the records, and at which generation of the store each was read; the generation now; what is being read.
@MainActor
final class RecordWindow<R: Record> {
  /// Reads records with their sections; those that are gone are left out.
  typealias Reader = @Sendable ([RecordID<R>]) async throws -> [WindowedRecord<R>]

  private struct Entry {
    /// Nil for a record that is gone: it is not to be asked for again.
    let record: R?
    let section: SectionKey
    let generation: Int
  }

  /// What is being read.
  private struct Loading {
    let ids: Set<RecordID<R>>
    let generation: Int
    let task: Task<Void, Never>
  }

  private var entries: [RecordID<R>: Entry] = [:]
  /// Counts the changes of the store: what was read before the last one is shown until it is read again.
  private(set) var generation = 0
  private var loading: Loading?
  private let change = ChangeSignal()
  private let didFail: @MainActor (any Error) -> Void

  /// Beyond this many records those that are not asked for are let go.
  private static var capacity: Int { 2000 }

  /// An empty window.
  ///
  /// - Parameter didFail: Told why records could not be read.
  init(didFail: @escaping @MainActor (any Error) -> Void) { self.didFail = didFail }

  isolated deinit { loading?.task.cancel() }

  /// A record as it was read last; nil if it has not been read yet, or was in another section then.
  func record(_ id: RecordID<R>, in section: SectionKey) -> R? {
    change.observe()
    guard let entry = entries[id], entry.section == section else { return nil }
    return entry.record
  }

  /// Lets everything go: sections are told apart by another rule from now on.
  func removeAll() {
    loading?.task.cancel()
    loading = nil
    change.send { entries.removeAll() }
  }

  /// Notes that the store has changed.
  func invalidate() { change.send { generation += 1 } }

  /// Takes in records that were read at a generation.
  func fill(_ records: [WindowedRecord<R>], readAt generation: Int) {
    fill(records, of: records.map(\.id), readAt: generation)
  }

  /// Reads those of some records that have not been read since the store changed.
  ///
  /// - Returns: Whether any has to be read.
  func load(_ ids: [RecordID<R>], by read: @escaping Reader) -> Bool {
    let missing = ids.filter { entries[$0]?.generation != generation }
    guard !missing.isEmpty else { return loading != nil }
    // Asked again at each frame, it must not begin again each time.
    if let loading, loading.generation == generation, loading.ids.isSuperset(of: missing) { return true }
    loading?.task.cancel()
    let task = Task { [weak self, generation] in
      do {
        let records = try await read(missing)
        guard !Task.isCancelled, let self else { return }
        loading = nil
        fill(records, of: missing, readAt: generation)
      } catch {
        guard !Task.isCancelled, let self else { return }
        loading = nil
        didFail(error)
      }
    }
    loading = Loading(ids: Set(missing), generation: generation, task: task)
    return true
  }

  /// Takes in what was read of some records. Those that are not among it are gone.
  private func fill(_ records: [WindowedRecord<R>], of ids: [RecordID<R>], readAt generation: Int) {
    change.send {
      if entries.count + records.count > Self.capacity { entries.removeAll() }
      let older = ids.filter { entries[$0].map { $0.generation <= generation } ?? true }
      for id in older { entries[id] = Entry(record: nil, section: .null, generation: generation) }
      for record in records where entries[record.id]?.generation == generation {
        entries[record.id] = Entry(record: record.record, section: record.section, generation: generation)
      }
    }
  }
}
