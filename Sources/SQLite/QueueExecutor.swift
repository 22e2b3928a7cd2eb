import Dispatch

/// A serial executor over a dispatch queue, for actors whose work blocks.
///
/// Swift's own pool is only as wide as the machine has cores: a few blocking calls would stop everything else that is
/// `async`.
///
///     actor Opener {
///       private let queue = QueueExecutor(label: "opener")
///       nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }
///     }
package final class QueueExecutor: SerialExecutor {
  private let queue: DispatchQueue

  /// An executor.
  ///
  /// - Parameter label: The queue's name, as debuggers show it.
  package init(label: String) { queue = DispatchQueue(label: label, qos: .userInitiated) }

  /// Runs a body after those before it, without a thread of Swift's pool.
  func async(_ body: @escaping @Sendable () -> Void) { queue.async(execute: body) }

  /// Ends the program unless this is called on the queue.
  package func checkIsolated() { dispatchPrecondition(condition: .onQueue(queue)) }

  /// Runs a job after those before it.
  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}
