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
  private enum Item {
    case section(ListedSection)
    case record(Writer.R)
  }

  private var writer: Writer
  private var batch: [Item] = []
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
  public func begin(_ section: ListedSection) throws { try put(.section(section)) }

  /// Writes a record, soon.
  public func write(_ record: Writer.R) throws { try put(.record(record)) }

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

  private func put(_ item: Item) throws {
    batch.append(item)
    guard batch.count >= Self.batchSize else { return }
    try throwFailure()
    handOver()
  }

  private func handOver() {
    let items = batch
    batch = []
    room.wait()
    queue.async { [self] in
      defer { room.signal() }
      do {
        guard failure.withLock({ $0 == nil }) else { return }
        for item in items {
          switch item {
          case .section(let section): try writer.begin(section)
          case .record(let record): try writer.write(record)
          }
        }
      } catch {
        failure.withLock { $0 = error }
      }
    }
  }

  private func throwFailure() throws {
    if let error = failure.withLock({ $0 }) { throw error }
  }
}
