import Dispatch
import Synchronization

/// Has another writer write on a thread of its own while the next records are read, so that a list takes as long as the
/// slower of both.
///
/// Records go over in batches, of which two may wait: memory does not grow with the list. What fails is thrown at one of
/// the next records, or at the end.
///
/// `@unchecked Sendable`, since the batch is touched by the caller alone, and the writer by the caller only while the queue
/// has nothing to do.
public final class WriteBehind<Writer: RecordWriter>: RecordWriter, @unchecked Sendable {
  /// Records, and sections by how many records stand before them.
  private struct Batch {
    var records: [Writer.R] = []
    var sections: [(position: Int, section: ListedSection)] = []
  }

  private var writer: Writer
  private var batch = Batch()
  private let queue = DispatchQueue(label: "records.writer")
  private let room = DispatchSemaphore(value: 2)
  private let failure = Mutex<(any Error)?>(nil)

  private static var batchSize: Int { 256 }

  /// A writer that has another one do the work.
  ///
  /// - Parameter writer: It, and what it writes to, is left alone until ``end()`` or ``drain()`` has returned.
  public init(_ writer: Writer) { self.writer = writer }

  /// Writes what stands before the first.
  public func begin() throws { try writer.begin() }

  /// Begins the section of the records that follow.
  public func begin(_ section: ListedSection) throws { batch.sections.append((batch.records.count, section)) }

  /// Writes a record, soon.
  public func write(_ record: Writer.R) throws {
    batch.records.append(record)
    guard batch.records.count >= Self.batchSize else { return }
    try throwFailure()
    handOver()
  }

  /// Writes what stands behind the last, and hands everything to the system.
  public func end() throws {
    drain()
    try throwFailure()
    try writer.end()
  }

  /// Waits until everything is written that was given so far.
  public func drain() {
    handOver()
    queue.sync {}
  }

  private func handOver() {
    let full = batch
    batch = Batch()
    batch.records.reserveCapacity(Self.batchSize)
    room.wait()
    queue.async { [self] in
      defer { room.signal() }
      do {
        guard failure.withLock({ $0 == nil }) else { return }
        try write(full)
      } catch {
        failure.withLock { $0 = error }
      }
    }
  }

  private func write(_ batch: Batch) throws {
    var sections = batch.sections[...]
    for position in batch.records.indices {
      while sections.first?.position == position, let next = sections.popFirst() { try writer.begin(next.section) }
      try writer.write(batch.records[position])
    }
    for rest in sections { try writer.begin(rest.section) }
  }

  private func throwFailure() throws {
    if let error = failure.withLock({ $0 }) { throw error }
  }
}
