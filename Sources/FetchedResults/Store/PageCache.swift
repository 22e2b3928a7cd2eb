import SQLite

/// How many kibibytes of pages a connection may keep.
enum PageCache {
  /// For those who need most pages of a table again and again: imports, and lists of all records with their values.
  static let large = 65_536
  /// For those who step through an index, or read a screenful.
  static let small = 4096
}

extension Connection {
  /// Runs the body with room for most pages of a table, and gives the room back.
  func keepingMostPages<Result>(_ body: () throws -> Result) throws -> Result {
    let size = try first("PRAGMA cache_size") { $0.integer(0) } ?? 0
    guard size > -PageCache.large else { return try body() }
    try execute("PRAGMA cache_size = -\(PageCache.large)")
    defer { try? execute("PRAGMA cache_size = \(size); PRAGMA shrink_memory") }
    return try body()
  }
}
