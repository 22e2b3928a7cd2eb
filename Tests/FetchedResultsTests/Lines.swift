import Synchronization

/// The lines that a log has received.
final class Lines: Sendable {
  private let received = Mutex<[String]>([])
  var all: [String] { received.withLock(\.self) }
  func append(_ line: String) { received.withLock { $0.append(line) } }
}
