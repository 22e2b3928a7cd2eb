import SQLite

/// A record and what tells its section from others, read together.
struct WindowedRecord<R: Record>: Sendable {
  let id: RecordID<R>
  let record: R
  let section: SectionKey
}

/// The records at hand: those of the rows on the screen and around it.
struct RecordWindow<R: Record> {
  /// Records to be read, and at which state of the store that was asked for.
  struct Request {
    let ids: [RecordID<R>]
    let generation: Int

    /// Whether it reads all that another one asks for.
    func covers(_ other: Request) -> Bool { generation == other.generation && Set(ids).isSuperset(of: other.ids) }
  }

  private struct Entry {
    /// Nil for a record that is gone: it is not to be asked for again.
    let record: R?
    let section: SectionKey
    let generation: Int
  }

  private var entries: [RecordID<R>: Entry] = [:]
  /// Counts the changes of the store: what was read before the last one is shown until it is read again.
  private(set) var generation = 0

  /// Beyond this many records those that are not asked for are let go.
  private static var capacity: Int { 2000 }

  func record(_ id: RecordID<R>, in section: SectionKey) -> R? {
    guard let entry = entries[id], entry.section == section else { return nil }
    return entry.record
  }

  /// Lets everything go: sections are told apart by another rule from now on.
  mutating func removeAll() {
    entries.removeAll()
    generation += 1
  }

  /// Notes that the store has changed.
  mutating func invalidate() { generation += 1 }

  /// What of the ids has to be read; nil if all is at hand.
  func request(_ ids: [RecordID<R>]) -> Request? {
    let missing = ids.filter { entries[$0]?.generation != generation }
    return missing.isEmpty ? nil : Request(ids: missing, generation: generation)
  }

  /// Takes in what was read. Records that were asked for and are not among it are gone.
  mutating func fill(_ records: [WindowedRecord<R>], for request: Request) {
    if entries.count + records.count > Self.capacity { entries.removeAll() }
    for id in request.ids { entries[id] = Entry(record: nil, section: .null, generation: request.generation) }
    for record in records {
      entries[record.id] = Entry(record: record.record, section: record.section, generation: request.generation)
    }
  }
}
