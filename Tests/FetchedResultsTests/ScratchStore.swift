import FetchedResults
import Foundation
import SQLite
import Testing

/// A file that stores may be made in; it and those beside it are gone with this.
final class ScratchStore: Sendable {
  let url: URL

  init() { url = FileManager.default.temporaryDirectory.appending(path: "scratch-\(UUID().uuidString).sqlite") }

  deinit { for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: url.path + suffix) } }

  func store(locale: String = "") -> Store { Store(at: .file(url), schema: .people, collationLocale: locale) }

  /// A connection such as another tool has.
  func connect() throws -> Connection { try Connection(path: url.path, access: .create) }
}

extension Connection {
  /// All that people have entered, and the stamps if asked for.
  func recordDump(withStamps: Bool = false) throws -> [[Value]] {
    var statements = [
      "SELECT 'person', * FROM person ORDER BY pk", "SELECT 'person_tag', * FROM person_tag ORDER BY person, tag",
      "SELECT 'tag', * FROM tag ORDER BY name",
    ]
    if withStamps { statements.append("SELECT 'stamp', * FROM person_stamp ORDER BY pk") }
    return try statements.flatMap { sql in try all(sql) { row in (0..<row.count).map { row.value($0) } } }
  }

  /// Expects that what belongs to records is there for each of them and for nothing else.
  func expectCleanCompanions(sourceLocation: SourceLocation = #_sourceLocation) throws {
    func count(_ sql: String) throws -> Int64? { try first("SELECT count(*) FROM " + sql) { $0.integer(0) } }
    for (what, sql) in [
      ("derived rows without a record", "person_derived WHERE pk NOT IN (SELECT pk FROM person)"),
      ("records without a derived row", "person WHERE pk NOT IN (SELECT pk FROM person_derived)"),
      ("pending rows", "person_pending"), ("writer", "store_writer WHERE step <> 0"),
      ("orphaned tags", "person_tag WHERE person NOT IN (SELECT pk FROM person)"),
      ("stamps without a record", "person_stamp WHERE pk NOT IN (SELECT pk FROM person)"),
      ("unused tags", "tag WHERE name NOT IN (SELECT tag FROM person_tag)"),
      ("unknown tags", "person_tag WHERE tag NOT IN (SELECT name FROM tag)"),
    ] {
      #expect(try count(sql) == 0, "\(what)", sourceLocation: sourceLocation)
    }
  }
}
