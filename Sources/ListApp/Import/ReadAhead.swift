import Dispatch

/// Reads the next entries of a file on a thread of its own while the caller works on those before, so that an import takes
/// as long as the slower of both.
///
///     let entries = ReadAhead { try reader.next() }
///     while let entry = try entries.next() { … }
///
/// Entries are read in batches, one ahead: memory does not grow with the file. What reading throws is thrown behind the
/// entries that came before it.
///
/// `@unchecked Sendable`, since what is read and what it is read from are touched by the queue alone while it has something
/// to do, and by the caller only once it has waited for that.
public final class ReadAhead<Entry>: @unchecked Sendable {
  private let read: () throws -> Entry?
  private let size: (Entry) -> Int
  private let queue = DispatchQueue(label: "records.reader")
  /// What the queue has read.
  private var coming: [Entry] = []
  /// How reading has ended; nil while it has not.
  private var end: Result<Void, any Error>?
  /// What the caller has not had yet, the last first.
  private var batch: [Entry] = []

  private static var batchCount: Int { 512 }
  private static var batchSize: Int { 1 << 20 }

  /// Begins to read.
  ///
  /// - Parameters:
  ///   - size: About how many bytes an entry takes: a batch has a megabyte, and one entry at least.
  ///   - read: Reads on to the next entry, nil at the end. What it reads from is left alone until that is reached.
  public init(size: @escaping (Entry) -> Int = { _ in 0 }, reading read: @escaping () throws -> Entry?) {
    self.read = read
    self.size = size
    queue.async { [self] in readBatch() }
  }

  /// The next entry; waits for it.
  ///
  /// - Returns: The entry; nil at the end.
  /// - Throws: What reading throws.
  public func next() throws -> Entry? {
    if let entry = batch.popLast() { return entry }
    queue.sync {}
    batch = coming.reversed()
    coming = []
    if end == nil { queue.async { [self] in readBatch() } }
    guard let entry = batch.popLast() else {
      try end?.get()
      return nil
    }
    return entry
  }

  private func readBatch() {
    var batchSize = 0
    do {
      while coming.count < Self.batchCount, batchSize < Self.batchSize {
        guard let entry = try read() else {
          end = .success(())
          return
        }
        coming.append(entry)
        batchSize += size(entry)
      }
    } catch {
      end = .failure(error)
    }
  }
}
