import Files
public import Foundation

/// Where a store keeps its data.
///
///     let location: StoreLocation = isDemo ? .temporary : .file(URL(filePath: "books.sqlite"))
///
/// It mirrors `NSPersistentStoreDescription`:
/// <https://developer.apple.com/documentation/coredata/nspersistentstoredescription>
public enum StoreLocation: Hashable, Sendable {
  /// A file, which lasts; its folder has to be there.
  case file(URL)
  /// Nowhere: a private file that is gone when the store is, or is closed, for tests and demonstrations.
  ///
  /// SQLite's own in-memory databases can't be read by one connection while another writes, so a file behaves as a store
  /// does.
  case temporary

  /// The path, as messages name it.
  var name: String {
    switch self {
    case .file(let url): "\(FilePath(url))"
    case .temporary: "in a temporary file"
    }
  }
}
