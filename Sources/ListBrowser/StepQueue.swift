/// Does what the user asks of the store, one thing after the other, in the order in which it was asked.
@MainActor
final class StepQueue {
  /// How many are being done or wait for their turn.
  var count: Int { tasks.count }
  /// How many of them have to be seen on the screen before further keys make sense.
  private(set) var blockingCount = 0
  /// Called after each.
  var didFinish: @MainActor () -> Void = {}
  /// What is being done, and what waits for its turn.
  private var tasks: [Task<Void, Never>] = []
  /// The one that keys wait for. There is no second one before it is done.
  private var blocking: Task<Void, Never>?

  /// Appends work.
  ///
  /// - Parameters:
  ///   - isBlocking: Whether keys that follow have to wait for it.
  ///   - work: What to do.
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

  /// Stops the one that keys wait for, else the one that is being done.
  func cancel() { (blockingCount > 0 ? blocking : tasks.first)?.cancel() }

  /// Waits until all is done.
  func finish() async {
    while let last = tasks.last { await last.value }
  }
}
