/// Runs tasks one after the other, in the order in which they were appended.
@MainActor
final class SerialTaskQueue {
  /// How many are running or wait for their turn.
  var count: Int { tasks.count }
  /// How many of them have to be seen on the screen before further keys make sense.
  private(set) var blockingCount = 0
  /// Called after each.
  var didFinish: @MainActor () -> Void = {}
  /// The running task, and those that wait for their turn.
  private var tasks: [Task<Void, Never>] = []
  /// The task that keys wait for. There is no second one before it ends.
  private var blocking: Task<Void, Never>?

  /// Appends a task.
  ///
  /// - Parameters:
  ///   - isBlocking: Whether keys that follow have to wait for it.
  ///   - work: What it does.
  func append(isBlocking: Bool, _ work: @escaping @MainActor () async -> Void) {
    blockingCount += isBlocking ? 1 : 0
    let task = Task { [previous = tasks.last, weak self] in
      await previous?.value
      await work()
      guard let self else { return }
      tasks.removeFirst()
      blockingCount -= isBlocking ? 1 : 0
      didFinish()
    }
    tasks.append(task)
    if isBlocking { blocking = task }
  }

  /// Cancels the task that keys wait for, else the running one.
  func cancel() { (blockingCount > 0 ? blocking : tasks.first)?.cancel() }

  /// Waits until all is done.
  func finish() async {
    while let last = tasks.last { await last.value }
  }
}
