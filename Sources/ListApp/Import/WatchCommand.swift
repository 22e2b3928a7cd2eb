public import Commands
import Files
import Glibc

/// `watch FILE`: imports a file now, and again whenever it is written anew.
public struct WatchCommand<App: ImportingApp>: Command {
  /// What the help says.
  public static var description: CommandDescription {
    CommandDescription(
      name: "watch", operands: "FILE", summary: "import a file now, and whenever it is written anew",
      discussion: """
        It goes on until Ctrl-C. A browser that is open shows the news at once. A file that is
        missing, or cut off, is waited for: what was there before stays.
        """,
      fileOperands: .all)
  }

  private let path: FilePath

  /// Reads the name of the file.
  public init(_ arguments: CommandArguments) throws {
    guard let path = arguments.operands.first else { throw UsageError.missingOperand("FILE") }
    guard arguments.operands.count == 1 else { throw UsageError.unexpectedOperand(arguments.operands[1]) }
    guard path != "-" else { throw UsageError.invalid("Standard input can't be watched; name a file.") }
    self.path = RawText.path(path)
  }

  /// Imports until the user stops it.
  public func run(in session: Session) async throws -> ExitStatus {
    var imported: FileVersion?
    var seen = FileVersion(path: path)
    if seen == nil { throw SystemError(action: "open", file: "\(path)", code: errno) }
    while true {
      if seen != nil, seen != imported {
        imported = seen
        await importOnce(in: session)
      }
      try await Task.sleep(for: .milliseconds(100))
      try Interruption.check()
      let now = FileVersion(path: path)
      // A file that is still being written is another one each time.
      if now == seen { continue }
      try await Task.sleep(for: .milliseconds(100))
      seen = FileVersion(path: path)
      if seen != now { seen = nil }
    }
  }

  /// Imports the file; what is wrong with it is said, and waited out.
  private func importOnce(in session: Session) async {
    do {
      let report = try await FileImport<App>(paths: [path]).run(in: session.store)
      for line in report.text(app: App.name) { session.say(line) }
    } catch is CancellationError {
    } catch {
      let failure = Failure(error)
      session.say("\(App.name): \(failure.sentence)")
    }
  }
}

/// What tells a file from itself after it was written.
private struct FileVersion: Hashable {
  private let inode: UInt
  private let size: Int
  private let seconds: Int
  private let nanoseconds: Int

  /// The version that is there now; nil if there is none.
  init?(path: FilePath) {
    guard let status = path.status else { return nil }
    inode = UInt(status.st_ino)
    size = Int(status.st_size)
    seconds = status.st_mtim.tv_sec
    nanoseconds = status.st_mtim.tv_nsec
  }
}
