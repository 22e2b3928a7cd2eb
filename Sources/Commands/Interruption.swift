import Glibc
import Synchronization

/// The user's wish to stop a command, as Ctrl-C tells it.
///
/// Long work asks now and then, and ends by throwing; nothing is torn down under its feet.
public enum Interruption {
  private static let flag = Atomic<Bool>(false)

  /// Whether Ctrl-C was pressed since ``install()``.
  public static var isRequested: Bool { flag.load(ordering: .relaxed) }

  /// Makes Ctrl-C a request; pressed a second time, it ends the process.
  ///
  /// A shell that runs a job in the background may have it ignore Ctrl-C; so it stays then.
  public static func install() {
    flag.store(false, ordering: .relaxed)
    var former = sigaction()
    sigaction(SIGINT, nil, &former)
    guard unsafeBitCast(former.__sigaction_handler.sa_handler, to: Int.self) != unsafeBitCast(SIG_IGN, to: Int.self)
    else {
      return
    }
    var action = sigaction()
    action.__sigaction_handler.sa_handler = { _ in Interruption.flag.store(true, ordering: .relaxed)
    }
    action.sa_flags = SA_RESTART | Int32(bitPattern: UInt32(SA_RESETHAND))
    sigaction(SIGINT, &action, nil)
  }

  /// Ends the work if the user wants to.
  ///
  /// - Throws: `CancellationError`, which ``Failure`` turns into the status 130.
  public static func check() throws {
    if isRequested { throw CancellationError() }
  }

  /// Runs work that waits for something, until it ends or the user stops it.
  ///
  /// - Parameter body: The work, which ends when it is cancelled.
  /// - Throws: `CancellationError` if the user has stopped it, or what the work throws.
  public static func cancelling(_ body: @escaping @Sendable () async throws -> Void) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await body() }
      group.addTask {
        while true {
          try check()
          try await Task.sleep(for: .milliseconds(100))
        }
      }
      defer { group.cancelAll() }
      try await group.next()
    }
  }
}
