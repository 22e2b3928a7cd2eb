import Commands
import FetchedResults
import Files
import Foundation

/// The argument of `--log`: a file, and how much of what is written to it.
struct LogFile: Hashable, Sendable {
  let path: FilePath
  let level: StoreLog.Level
  let categories: Set<StoreLog.Category>

  /// How the argument is spelled.
  static let spelling = "FILE[:LEVEL[:CATEGORY,…]]"

  /// Reads the argument. A file with a colon in its name can't be said.
  init(_ argument: String) throws(UsageError) {
    let parts = argument.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
    guard let path = parts.first, !path.isEmpty else {
      throw .missingArgument(option: "--log", argument: Self.spelling)
    }
    self.path = RawText.path(path)
    level =
      parts.count < 2 ? .debug : try Self.value(parts[1], for: "The level of --log", among: StoreLog.Level.allCases)
    var categories = Set(StoreLog.Category.allCases)
    if parts.count > 2 {
      categories = []
      for name in parts[2].split(separator: ",", omittingEmptySubsequences: false) {
        categories.insert(
          try Self.value(String(name), for: "A category of --log", among: StoreLog.Category.allCases))
      }
    }
    self.categories = categories
  }

  private static func value<Choice: RawRepresentable<String>>(
    _ name: String, for argument: String, among choices: [Choice]
  ) throws(UsageError) -> Choice {
    guard let choice = Choice(rawValue: name) else {
      throw .invalid("\(argument) can't be “\(name)”: it is one of \(choices.map(\.rawValue).joined(separator: ", ")).")
    }
    return choice
  }

  /// Opens the file, at whose end the lines go; a missing one is made, for the user alone. A pipe that nobody reads is none:
  /// to wait for a reader would be to wait for ever.
  ///
  /// - Parameter subsystem: Whose lines they are.
  /// - Returns: A log that writes there.
  /// - Throws: `SystemError`.
  func open(subsystem: String) throws -> StoreLog {
    let flags = O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NONBLOCK
    let descriptor = path.withCString { Glibc.open($0, flags, 0o600) }
    guard descriptor >= 0 else {
      guard errno != ENXIO else { throw Failure("Nobody reads the pipe “\(path)” of --log; start its reader first.") }
      throw SystemError(action: "write", file: "\(path)", code: errno)
    }
    // A reader that is slow is waited for, line by line.
    _ = fcntl(descriptor, F_SETFL, O_APPEND)
    // It stays open to the end of the process, as the store does; one call a line keeps the lines of two processes apart.
    return StoreLog(subsystem: subsystem, level: level, categories: categories) { line in
      let bytes = Array((line + "\n").utf8)
      _ = write(descriptor, bytes, bytes.count)
    }
  }
}
