import SQLite

/// A hash for each record of a type, by which those that are like something are found without reading the others.
///
///     var hashes = try RecordHashes(of: Book.self, in: context) { $0.title.hashValue }
///     let id = try hashes.first("Dune".hashValue, unless: { taken.contains($0) }) { id in try isDune(id) }
///
/// It takes twenty bytes a record.
package struct RecordHashes<R: Record> {
  private struct Entry {
    let hash: Int
    let key: Int64
  }

  /// In the order of the hashes, and of the keys among equal ones.
  private var entries: ContiguousArray<Entry> = []
  /// For the first entry of a hash: how many of that hash are used up.
  private var usedCounts: ContiguousArray<UInt32>

  /// Reads all records.
  ///
  /// - Parameters:
  ///   - type: The record type.
  ///   - context: The step.
  ///   - end: Records from this one on are left out; nil for none.
  ///   - hash: The hash of a record.
  /// - Throws: ``StoreError``.
  /// - Complexity: O(*n* log *n*).
  package init(
    of type: R.Type, in context: ReadContext, before end: RecordID<R>? = nil, hash: (R) -> Int
  ) throws {
    var entries: ContiguousArray<Entry> = []
    try context.forEach(FetchRequest<R>()) { id, record in
      if let end, id >= end { return }
      entries.append(Entry(hash: hash(record), key: id.key))
    }
    entries.sort { ($0.hash, $0.key) < ($1.hash, $1.key) }
    self.entries = entries
    usedCounts = ContiguousArray(repeating: 0, count: entries.count)
  }

  /// The oldest record with a hash that is free and fits.
  ///
  /// - Parameters:
  ///   - hash: The hash.
  ///   - isUsed: Whether a record is used up, and will stay so.
  ///   - fits: Whether it is one that is meant: other records may have the same hash.
  /// - Returns: The record; nil if there is none.
  /// - Throws: What the closures throw.
  /// - Complexity: O(log *n*) on average over many calls, however many records have one hash.
  package mutating func first(
    _ hash: Int, unless isUsed: (RecordID<R>) -> Bool, where fits: (RecordID<R>) throws -> Bool
  ) rethrows -> RecordID<R>? {
    let start = start(of: hash)
    guard start < entries.count, entries[start].hash == hash else { return nil }
    var isFirstFree = true
    for index in start + Int(usedCounts[start])..<entries.count {
      guard entries[index].hash == hash else { return nil }
      let id = RecordID<R>(key: entries[index].key)
      if isUsed(id) {
        if isFirstFree { usedCounts[start] += 1 }
      } else {
        if try fits(id) { return id }
        isFirstFree = false
      }
    }
    return nil
  }

  /// Where a hash begins, or would.
  private func start(of hash: Int) -> Int {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].hash < hash { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

/// Some records of a type.
package struct RecordSet<R: Record> {
  private var keys = KeySet()

  /// An empty set.
  package init() {}

  /// Whether a record is in it.
  ///
  /// - Parameter id: The record.
  /// - Returns: Whether it is.
  package func contains(_ id: RecordID<R>) -> Bool { keys.contains(id.key) }

  /// Adds a record.
  ///
  /// - Parameter id: The record.
  package mutating func insert(_ id: RecordID<R>) { keys.insert(id.key) }
}
