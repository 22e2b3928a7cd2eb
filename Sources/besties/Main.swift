import Commands
import Foundation

/// The way in: what the arguments say decides between the browser and a command.
@main
enum Main {
  /// Not `async`: the browser needs the main thread and its run loop.
  @MainActor static func main() {
    ByteOutput.ignoreClosedPipes()
    let environment = ProcessInfo.processInfo.environment
    let isTerminal = isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1
    do {
      switch try Invocation(Array(CommandLine.arguments.dropFirst()), isTerminal: isTerminal) {
      case .text(let text): try print(text)
      case .browser(let options): try Browser(options, environment: environment).run()
      case .command(let command, let options): run(command, options, environment)
      }
    } catch {
      end(error)
    }
  }

  private static func print(_ text: String) throws {
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
        exit(try await Session.run(command, options, environment: environment).rawValue)
      } catch {
        end(Interruption.isRequested ? CancellationError() : error)
      }
    }
    dispatchMain()
  }

  /// Says what went wrong, and ends with the status that means it.
  private static func end(_ error: any Error) -> Never {
    let failure = Failure(error) { ExitStatus(of: $0) }
    FileHandle.standardError.write(Data(failure.message(app: BestiesApp.name).utf8))
    exit(failure.status.rawValue)
  }
}
