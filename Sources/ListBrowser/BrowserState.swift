import FetchedResults
public import Files
import Foundation
import Glibc

/// What a browser remembers of a store from one start to the next: the sort, and the folds of each sort key.
public struct BrowserState: Hashable, Sendable, Codable {
  /// The id of the sort; nil for the default.
  public var sort: String?
  /// The folds, by the key of the sort.
  public var folds: [String: Folds]

  /// The state of a store that was never opened before.
  public init(sort: String? = nil, folds: [String: Folds] = [:]) {
    self.sort = sort
    self.folds = folds
  }
}

/// Where a browser's state is kept. It may tell places and names, so it is its owner's alone (0600).
public struct BrowserStateFile: Hashable, Sendable {
  private let path: FilePath
  private let isWritable: Bool

  /// A file, whose folder is made when it is first written.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - isWritable: Whether it is written at all.
  public init(_ path: FilePath, isWritable: Bool = true) {
    self.path = path
    self.isWritable = isWritable
  }

  /// The state; a new one if there is none, or none that can be read.
  func load() -> BrowserState {
    path.contents.flatMap { try? JSONDecoder().decode(BrowserState.self, from: Data($0)) } ?? BrowserState()
  }

  /// Writes the state. A state that can't be kept is no reason to disturb anybody.
  func save(_ state: BrowserState) {
    guard isWritable, let data = try? JSONEncoder().encode(state) else { return }
    try? path.folder.makeFolder()
    // Earlier versions left the permissions to the umask.
    _ = path.withCString { chmod($0, 0o600) }
    guard let file = try? AtomicFile(path: path) else { return }
    try? file.output.write { $0 += data }
    try? file.finish()
  }
}
