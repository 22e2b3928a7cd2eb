import FetchedResults
public import Foundation

/// What a browser remembers of a store from one start to the next: the sort, and the folds of each field.
public struct BrowserState: Hashable, Sendable, Codable {
  /// The id of the sort; nil for the default.
  public var sort: String?
  /// The folds, by the field that the sections come from.
  public var folds: [String: Folds]

  /// The state of a store that was never opened before.
  public init(sort: String? = nil, folds: [String: Folds] = [:]) {
    self.sort = sort
    self.folds = folds
  }
}

/// Where a browser's state is kept.
public struct BrowserStateFile: Hashable, Sendable {
  private let url: URL

  /// A file, whose folder is made when it is first written.
  public init(_ url: URL) { self.url = url }

  /// The state; a new one if there is none, or none that can be read.
  func load() -> BrowserState {
    guard let data = try? Data(contentsOf: url) else { return BrowserState() }
    return (try? JSONDecoder().decode(BrowserState.self, from: data)) ?? BrowserState()
  }

  /// Writes the state. A state that can't be kept is no reason to disturb anybody.
  func save(_ state: BrowserState) {
    try? FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
    guard let data = try? JSONEncoder().encode(state) else { return }
    try? data.write(to: url, options: .atomic)
  }
}
