public import Commands
public import Files
import Glibc

/// The files that a command works with, none of which its output may take the place of: the store, what SQLite keeps beside
/// it, the log, and what is read.
///
///     try session.filesInUse.adding(inputs: paths).check(output: path)
///
/// Files are compared by what they are, through links and under all their names, before anything is opened for writing.
public struct FilesInUse: Sendable {
  /// A file, and what a message calls it.
  private struct Entry {
    let path: FilePath
    let role: String
  }

  private let entries: [Entry]

  private init(_ entries: [Entry]) { self.entries = entries }

  /// The files of a session.
  ///
  /// - Parameters:
  ///   - store: The store; nil for a temporary one.
  ///   - log: The log, if one is written.
  init(store: FilePath?, log: FilePath?) {
    let store = store?.resolved
    let companions = ["-wal", "-shm", "-journal"].compactMap { suffix in
      store.map { Entry(path: $0.adding(suffix), role: "a file that belongs to the store \($0)") }
    }
    self.init(
      (store.map { [Entry(path: $0, role: "the store itself")] } ?? []) + companions
        + (log.map { [Entry(path: $0, role: "the log")] } ?? []))
  }

  /// These files and some that are read.
  ///
  /// - Parameter inputs: Their paths; `-` is standard input.
  /// - Returns: All of them.
  public func adding(inputs: [FilePath]) -> FilesInUse {
    FilesInUse(entries + inputs.map { Entry(path: $0 == "-" ? "/dev/stdin" : $0, role: "what is imported") })
  }

  /// Refuses to write over one of the files.
  ///
  /// - Parameter output: Where to write.
  /// - Throws: ``Failure`` that says which file it is.
  public func check(output: FilePath) throws(Failure) {
    guard let entry = entries.first(where: { Self.areSame($0.path, output) }) else { return }
    throw Failure("“\(output)” is \(entry.role), and would be lost; nothing was written. Name another file.")
  }

  /// Refuses to work where the shell has directed standard output or error into one of the files.
  ///
  /// - Throws: ``Failure``.
  func checkStandardStreams() throws(Failure) {
    for (descriptor, name) in [(STDOUT_FILENO, "Standard output"), (STDERR_FILENO, "Standard error")] {
      guard let stream = FileIdentity(descriptor: descriptor) else { continue }
      guard let entry = entries.first(where: { FileIdentity(path: $0.path) == stream }) else { continue }
      // What is said there would be the damage.
      let sentence = "\(name) is \(entry.role), and would be lost; nothing was written. Direct it to another file."
      throw Failure(descriptor == STDERR_FILENO ? "" : sentence)
    }
  }

  /// Whether two paths lead to one file, or to one place for a file that isn't there yet.
  private static func areSame(_ left: FilePath, _ right: FilePath) -> Bool {
    if let left = FileIdentity(path: left), let right = FileIdentity(path: right) { return left == right }
    let (left, right) = (left.absolute.resolved, right.absolute.resolved)
    guard left.lastComponent == right.lastComponent else { return false }
    guard let one = FileIdentity(path: left.folder), let other = FileIdentity(path: right.folder) else {
      return left == right
    }
    return one == other
  }
}
