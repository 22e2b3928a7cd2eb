import Commands
import FetchedResults
import Files
import Foundation

extension ListApp {
  /// The way in: what the arguments say decides between the browser and a command.
  ///
  /// It is not `async`: the browser needs the main thread and its run loop.
  @MainActor public static func main() {
    StandardStreams.prepare()
    let environment = RawText.environment
    let isTerminal = isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1
    do {
      switch try Invocation<Self>(RawText.arguments, isTerminal: isTerminal) {
      case .text(let text): try write(text)
      case .browser(let options): try BrowserLaunch<Self>(options, environment: environment).run()
      case .command(let command, let options): run(command, options, environment)
      }
    } catch {
      end(error)
    }
  }

  private static func write(_ text: String) throws {
    let output = ByteOutput()
    try output.write(text)
    try output.flush()
  }

  private static func run(
    _ command: any Command, _ options: GlobalOptions, _ environment: [String: String]
  ) -> Never {
    Interruption.install()
    _ = Task.detached {
      do {
        exit(try await Session.run(command, of: Self.self, options, environment: environment).rawValue)
      } catch {
        end(Interruption.isRequested ? CancellationError() : error)
      }
    }
    dispatchMain()
  }

  /// Says what went wrong, and ends with the status that means it.
  private static func end(_ error: any Error) -> Never {
    let failure = Failure(error) { ExitStatus(of: $0) }
    StandardError.write(failure.message(app: name))
    exit(failure.status.rawValue)
  }
}

extension ExitStatus {
  /// The status of errors that are not the command line's own.
  fileprivate init?(of error: any Error) {
    switch error {
    case HistoryError.noSuchStep: self = .nothingMatched
    case is HistoryError: self = .conflict
    default: return nil
    }
  }
}
