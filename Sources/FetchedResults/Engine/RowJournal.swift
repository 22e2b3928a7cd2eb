import SQLite

/// The journal of a record type's derived rows: which of them were made or removed, in order (`…_journal`).
///
/// What is held in memory is brought up to date from it. It is short: a reader that comes too late reads everything.
enum RowJournal {
  /// What has happened since a point of the journal.
  enum News {
    /// Nothing.
    case none
    /// These records' derived rows were made, made anew or removed.
    case changed(Set<Int64>)
    /// More than the journal remembers.
    case everything
  }

  /// Rows that are kept for readers.
  private static let length: Int64 = 10_000

  /// The end of a table's journal.
  static func end(of table: String, on connection: Connection) throws -> Int64 {
    try connection.first("SELECT max(number) FROM \(name: table + "_journal")") { $0.integer(0) } ?? 0
  }

  /// What has happened since a point.
  static func news(since point: Int64, of table: String, on connection: Connection) throws -> News {
    let end = try end(of: table, on: connection)
    guard end != point else { return .none }
    let begin = try connection.first("SELECT min(number) FROM \(name: table + "_journal")") { $0.integer(0) } ?? 0
    guard begin <= point + 1 else { return .everything }
    var keys: Set<Int64> = []
    var isEverything = false
    try connection.query("SELECT pk FROM \(name: table + "_journal") WHERE number > ?", [.integer(point)]) { row in
      if row.isNull(0) { isEverything = true } else { keys.insert(row.integer(0)) }
    }
    return isEverything ? .everything : .changed(keys)
  }

  /// Notes that more has changed than is worth listing.
  static func noteEverything(of table: String, on connection: Connection) throws {
    try connection.run("INSERT INTO \(name: table + "_journal") (pk) VALUES (NULL)")
  }

  /// Forgets the beginning of a journal that has become long.
  static func shorten(_ table: String, on connection: Connection) throws {
    let end = try end(of: table, on: connection)
    let begin = try connection.first("SELECT min(number) FROM \(name: table + "_journal")") { $0.integer(0) } ?? 0
    guard end - begin > 2 * length else { return }
    try connection.run("DELETE FROM \(name: table + "_journal") WHERE number <= ?", [.integer(end - length)])
  }
}
