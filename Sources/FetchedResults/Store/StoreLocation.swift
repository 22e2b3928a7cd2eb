public import Foundation

/// Where a store keeps its data.
public enum StoreLocation: Hashable, Sendable {
  /// A file, which lasts.
  case file(URL)
  /// Nowhere: a private file that is gone when the store is, for tests and demonstrations.
  ///
  /// SQLite's own in-memory databases can't be read by one connection while another writes, so a file behaves as a store
  /// does.
  case temporary

  /// The path, as messages name it.
  var name: String {
    switch self {
    case .file(let url): url.path
    case .temporary: "in memory"
    }
  }
}
