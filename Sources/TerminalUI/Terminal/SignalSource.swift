import CNcurses
import Foundation

/// The ordinary signals of a terminal app, one after the other on the main queue.
///
/// Handlers in C write their numbers to a pipe. libdispatch's own signal sources lose or repeat
/// SIGTSTP beside ncurses, which puts a handler of its own around each update wherever the default
/// action is in force.
@MainActor
final class SignalSource {
  /// What to do with a signal.
  var handler: (@MainActor (Int32) -> Void)?
  private let reader: Int32
  private let source: any DispatchSourceRead

  /// Forwards WINCH, TSTP, CONT, TERM, HUP and INT from now on.
  init() throws(TerminalError) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw .failed("no pipe for signals") }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    reader = ends[0]
    source = DispatchSource.makeReadSource(fileDescriptor: reader, queue: .main)
    source.setEventHandler { [weak self] in
      MainActor.assumeIsolated {
        guard let self else { return }
        for number in self.takePending() { self.handler?(number) }
      }
    }
    source.resume()
    cn_forward_signals(ends[1])
  }

  /// The signals that have come and were not handled yet.
  func takePending() -> [Int32] {
    var numbers = [UInt8](repeating: 0, count: 64)
    let count = read(reader, &numbers, numbers.count)
    return numbers.prefix(max(0, count)).map(Int32.init)
  }
}
