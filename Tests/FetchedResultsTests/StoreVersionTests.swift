import FetchedResults
import Foundation
import SQLite
import Testing

/// Which versions a store says that it has, and what becomes of one whose header is lost.
@Suite struct StoreVersionTests {
  private let file = ScratchStore()

  /// A store of Ann, closed, as another tool has it.
  private func closedStore() async throws -> Connection {
    let store = file.store()
    try await store.write("Add") { try $0.insert(Person(name: "Ann", tags: ["climbing"])) }
    await store.close()
    return try file.connect()
  }

  private func settings(_ tool: Connection) throws -> [String?] {
    try tool.all("SELECT name || ' ' || value FROM store_setting WHERE name LIKE '%version' ORDER BY name") {
      $0.text(0)
    }
  }

  @Test func bothVersionsAreAmongTheSettings() async throws {
    let tool = try await closedStore()
    #expect(try settings(tool) == ["engine_version 2", "schema_version 1"])
    try tool.execute("DELETE FROM store_setting WHERE name LIKE '%version'")
    try await file.store().open()
    #expect(try settings(tool) == ["engine_version 2", "schema_version 1"])
  }

  @Test func aNewerVersionOfTheLibrarysTablesIsRefused() async throws {
    try await closedStore().execute("UPDATE store_setting SET value = '3' WHERE name = 'engine_version'")
    await #expect(throws: StoreError.newerVersion(path: file.url.path, version: 3, supported: 2)) {
      try await file.store().open()
    }
  }

  @Test func aStoreWithoutItsHeaderIsKnownByItsTables() async throws {
    let tool = try await closedStore()
    let header = try tool.first("PRAGMA application_id") { $0.integer(0) }
    try tool.execute("PRAGMA application_id = 0; PRAGMA user_version = 0")
    #expect(try await file.store().read { try $0.fetch(FetchRequest<Person>()).map(\.name) } == ["Ann"])
    #expect(try tool.first("PRAGMA application_id") { $0.integer(0) } == header)
    #expect(try tool.first("PRAGMA user_version") { $0.integer(0) } == 1)
  }

  @Test(arguments: [
    "DELETE FROM store_setting WHERE name = 'schema_version'", "ALTER TABLE person DROP COLUMN note",
    "DROP TABLE person", "PRAGMA application_id = 77", "PRAGMA user_version = 1",
  ]) func whatIsNotAllThereIsAnothers(change: String) async throws {
    let tool = try await closedStore()
    try tool.execute("PRAGMA application_id = 0; PRAGMA user_version = 0; \(change)")
    await #expect(throws: StoreError.foreignDatabase(path: file.url.path)) { try await file.store().open() }
  }

  @Test func aNewerStoreWithoutItsHeaderIsRefused() async throws {
    let tool = try await closedStore()
    try tool.execute(
      """
      PRAGMA application_id = 0; PRAGMA user_version = 0;
      UPDATE store_setting SET value = '7' WHERE name = 'schema_version';
      """)
    await #expect(throws: StoreError.newerVersion(path: file.url.path, version: 7, supported: 1)) {
      try await file.store().open()
    }
  }
}
