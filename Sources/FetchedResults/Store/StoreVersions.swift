import SQLite

/// The versions that a store has: of its schema, and of the library's own tables.
///
/// The file's header says whose it is and which version of the schema. Both versions are among the settings as well, since a
/// store that went through `.dump` has lost its header.
struct StoreVersions {
  let schema: Schema
  /// The store, as messages name it.
  let path: String

  /// The version of the library's own tables, in ``DDL``. Version 2 has folded text in a table of its own, and the times of
  /// changes.
  static let engine = 2

  /// Whether the header says that the store is one of the schema's.
  func isOurs(_ connection: Connection) throws -> Bool {
    try pragma("application_id", connection) == Int(schema.applicationID)
  }

  /// The schema's version; a newer one is an error, and so is a newer one of the library's own tables.
  func check(_ connection: Connection) throws -> Int {
    let version = try pragma("user_version", connection)
    guard version <= schema.version else {
      throw StoreError.newerVersion(path: path, version: version, supported: schema.version)
    }
    let engine = try engine(of: connection)
    guard engine <= Self.engine else {
      throw StoreError.newerVersion(path: path, version: engine, supported: Self.engine)
    }
    return version
  }

  /// Whether the store has to be upgraded; a newer version is an error.
  func areOld(_ connection: Connection) throws -> Bool {
    try check(connection) < schema.version || engine(of: connection) < Self.engine
  }

  private func engine(of connection: Connection) throws -> Int {
    try connection.setting(StoreSetting.engineVersion).flatMap(Int.init) ?? 1
  }

  /// Writes both versions, of a store that is like the schema, to where they have to be, in the transaction that the
  /// connection is in.
  func write(_ connection: Connection) throws {
    try writeHeader(version: schema.version, connection)
    try connection.set(StoreSetting.schemaVersion, to: "\(schema.version)")
    try connection.set(StoreSetting.engineVersion, to: "\(Self.engine)")
    try connection.set(StoreSetting.objects, to: try StoreObjects(schema: schema).names().jsonArray)
  }

  /// Whether the settings have both versions, as stores have that were made before they had.
  func areNoted(_ connection: Connection) throws -> Bool {
    try connection.setting(StoreSetting.schemaVersion) == "\(schema.version)"
      && connection.setting(StoreSetting.engineVersion) != nil && connection.setting(StoreSetting.objects) != nil
  }

  // MARK: Lost headers

  /// Whether this is a store of the schema's but for its header.
  func hasLostHeader(_ connection: Connection) throws -> Bool { try versionWithoutHeader(connection) != nil }

  /// Gives a store that has lost its header the one that it had, in the transaction that the connection is in.
  func restoreHeader(_ connection: Connection) throws {
    guard let version = try versionWithoutHeader(connection) else { return }
    try writeHeader(version: version, connection)
  }

  private func versionWithoutHeader(_ connection: Connection) throws -> Int? {
    guard try pragma("application_id", connection) == 0, try pragma("user_version", connection) == 0 else { return nil }
    let names = try connection.all("SELECT name FROM sqlite_schema WHERE type = 'table'") { $0.text(0) ?? "" }
    guard names.contains("store_setting"), names.contains("store_step"),
      schema.tables.contains(where: { names.contains($0.name) }),
      let version = try connection.setting(StoreSetting.schemaVersion).flatMap(Int.init), version > 0
    else { return nil }
    guard version == schema.version else { return version }
    return schema.tables.allSatisfy { (try? connection.run($0.probe)) != nil } ? version : nil
  }

  private func writeHeader(version: Int, _ connection: Connection) throws {
    try connection.execute("PRAGMA application_id = \(schema.applicationID); PRAGMA user_version = \(version)")
  }

  private func pragma(_ name: String, _ connection: Connection) throws -> Int {
    try connection.first("PRAGMA \(name)") { Int($0.integer(0)) } ?? 0
  }
}
