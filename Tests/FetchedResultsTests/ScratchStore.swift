import Foundation
import SQLite
import Testing

@testable import FetchedResults

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

  /// Expects that the store is sound, and that nothing is left to be derived; a damaged history is one that was damaged on
  /// purpose.
  func expectSound(
    _ schema: Schema = .people, damagedHistory: Bool = false, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let verification = StoreVerification(
      schema: schema, collation: try Collation(locale: try setting(StoreSetting.collation) ?? ""))
    let problems = try damagedHistory ? verification.recordProblems(on: self) : verification.problems(on: self)
    #expect(problems == [], sourceLocation: sourceLocation)
    for table in schema.tables {
      let pending = try first("SELECT count(*) FROM \(name: table.name + "_pending")") { $0.integer(0) }
      #expect(pending == 0, "\(table.name)", sourceLocation: sourceLocation)
    }
  }
}
