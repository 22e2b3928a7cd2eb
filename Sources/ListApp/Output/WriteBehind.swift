import Dispatch
public import FetchedResults
import Synchronization

/// Has a writer make records and write them on a thread of its own while the next are read, so that a list takes as long as
/// the slower of both.
///
/// Two batches may wait: memory does not grow with the list. What fails is thrown at one of the next batches, or at the end.
///
/// `@unchecked Sendable`, since the writer is touched by the caller only while the queue has nothing to do.
public final class WriteBehind<Writer: RecordWriter>: @unchecked Sendable {
  private var writer: Writer
  private let queue = DispatchQueue(label: "records.writer")
  private let room = DispatchSemaphore(value: 2)
  private let failure = Mutex<(any Error)?>(nil)

  /// A writer that has another one do the work.
  ///
  /// - Parameter writer: It, and what it writes to, is left alone until ``end()`` or ``drain()`` has returned.
  public init(_ writer: Writer) { self.writer = writer }

  /// Writes what stands before the first.
  ///
  /// - Throws: What the writer throws.
  public func begin() throws { try writer.begin() }

  /// Writes records, soon.
  ///
  /// - Parameters:
  ///   - batch: The records.
  ///   - sections: The sections that begin among them, each with how many of them stand before it.
  /// - Throws: What the writer threw at an earlier batch.
  public func write(
    _ batch: RecordBatch<Writer.R>, sections: [(offset: Int, section: ListedSection)] = []
  ) throws {
    try throwFailure()
    room.wait()
    queue.async { [self] in
      defer { room.signal() }
      do {
        guard failure.withLock({ $0 == nil }) else { return }
        var next = sections[...]
        for (position, record) in batch.records().enumerated() {
          while let first = next.first, first.offset == position {
            try writer.begin(first.section)
            next.removeFirst()
          }
          try writer.write(record)
        }
      } catch {
        failure.withLock { $0 = error }
      }
    }
  }

  /// Writes what stands behind the last, and hands everything to the system.
  ///
  /// - Throws: What the writer threw at any batch, or throws now.
  public func end() throws {
    drain()
    try throwFailure()
    try writer.end()
  }

  /// Waits until everything is written that was given so far.
  public func drain() { queue.sync {} }

  private func throwFailure() throws {
    if let error = failure.withLock({ $0 }) { throw error }
  }
}
