import Glibc
import SQLite

/// Makes, checks and upgrades the tables of a store that has just been opened.
struct StorePreparation {
  let schema: Schema
  /// The collation's locale for a store that is made now.
  let locale: String
  /// The store, as messages name it.
  let path: String

  /// Makes or checks the tables; returns the store's collation.
  func prepare(_ connection: Connection) throws -> Collation {
    if try !isOurs(connection) {
      // Both answers are from one state of the file: another process may be making the store just now.
      guard try connection.readTransaction({ try isOurs(connection) || isEmpty(connection) }) else {
        throw StoreError.foreignDatabase(path: path)
      }
      try useWriteAheadLog(connection)
      try connection.transaction { if try isEmpty(connection) { try make(connection) } }
      guard try isOurs(connection) else { throw StoreError.foreignDatabase(path: path) }
    } else if try mode(connection) != "wal" {
      // Another tool has changed it; readers and writers would wait for each other.
      try useWriteAheadLog(connection)
    }
    if try checkVersion(connection) < schema.version { try upgrade(connection) }
    let collation = try self.collation(connection)
    if try !isDerived(connection, by: collation) {
      do {
        try connection.transaction { try schema.leaveAllToBeDerived(by: collation, on: connection) }
      } catch let error as SQLiteError where error.isBusy {
        // Better an order of yesterday than none; who opens the store next tries again.
      }
    }
    return collation
  }

  /// The collation of a store that has nothing to be made before it is read; nil if it has.
  func collationIfReady(_ connection: Connection) throws -> Collation? {
    guard try isOurs(connection) else {
      throw StoreError.foreignDatabase(path: path)
    }
    guard try checkVersion(connection) == schema.version else { return nil }
    let collation = try self.collation(connection)
    let isReady = try isDerived(connection, by: collation) && !schema.tables.contains { try $0.hasPending(connection) }
    return isReady ? collation : nil
  }

  private func pragma(_ name: String, _ connection: Connection) throws -> Int {
    try connection.first("PRAGMA \(name)") { Int($0.integer(0)) } ?? 0
  }

  private func isOurs(_ connection: Connection) throws -> Bool {
    try pragma("application_id", connection) == Int(schema.applicationID)
  }

  private func mode(_ connection: Connection) throws -> String? {
    try connection.first("PRAGMA journal_mode") { $0.text(0) } ?? nil
  }

  private func isEmpty(_ connection: Connection) throws -> Bool {
    try connection.first("SELECT 1 FROM sqlite_schema") { _ in true } == nil
  }

  private func isDerived(_ connection: Connection, by collation: Collation) throws -> Bool {
    try connection.setting(StoreSetting.derivation) == collation.derivation
  }

  private func collation(_ connection: Connection) throws -> Collation {
    let collation = try Collation(locale: try connection.setting(StoreSetting.collation) ?? "")
    try TextFunctions.define(on: connection, collation: collation)
    return collation
  }

  /// Sets the journal mode; where another process is doing so too SQLite does not wait for it, so this does.
  private func useWriteAheadLog(_ connection: Connection) throws {
    let statement = "PRAGMA journal_mode = WAL"
    for _ in 0..<500 {
      do {
        try connection.execute(statement)
        return
      } catch {
        guard error.isBusy else { throw error }
        usleep(10_000)
      }
    }
    try connection.execute(statement)
  }

  private func make(_ connection: Connection) throws {
    try connection.execute("PRAGMA application_id = \(schema.applicationID); PRAGMA user_version = \(schema.version)")
    try connection.execute(DDL.engineTables)
    for table in schema.tables { try connection.execute(table.definition) }
    for table in schema.tables { try connection.execute(table.relationships) }
    try connection.set(StoreSetting.collation, to: locale)
  }

  // MARK: Versions

  private func checkVersion(_ connection: Connection) throws -> Int {
    let version = try pragma("user_version", connection)
    guard version <= schema.version else {
      throw StoreError.newerVersion(path: path, version: version, supported: schema.version)
    }
    return version
  }

  private func upgrade(_ connection: Connection) throws {
    var version = 0
    do {
      try connection.transaction {
        // Another process may have done it while this one waited.
        version = try checkVersion(connection)
        if version < schema.version { try StoreUpgrade(schema: schema, version: version).run(on: connection) }
      }
    } catch let error as StoreError {
      throw error
    } catch let error as SQLiteError {
      if case .sqlite = StoreError(error, path: path) {
        throw StoreError.cannotMigrate(path: path, version: version, reason: error.message)
      }
      throw error
    } catch {
      throw StoreError.cannotMigrate(path: path, version: version, reason: "\(error)")
    }
  }
}

/// The names of a store's settings.
enum StoreSetting {
  /// The ICU locale whose order the store has.
  static let collation = "collation"
  /// The rules that the derived rows were made by.
  static let derivation = "derivation"
}

extension Collation {
  /// What tells the rules by which derived rows are made from other ones.
  var derivation: String { "\(TextFolding.version) \(version) \(locale)" }
}

extension Schema {
  /// Leaves every derived row to be made anew, by other rules, in the transaction that the connection is in.
  func leaveAllToBeDerived(by collation: Collation, on connection: Connection) throws {
    for table in tables {
      try connection.execute(
        """
        DELETE FROM \(table.name)_derived; DELETE FROM \(table.name)_pending; DELETE FROM \(table.name)_journal;
        INSERT INTO \(table.name)_pending (pk) SELECT pk FROM \(table.name);
        """)
      try RowJournal.noteEverything(of: table.name, on: connection)
    }
    try connection.set(StoreSetting.derivation, to: collation.derivation)
  }
}

extension Connection {
  /// The value of a setting of the store.
  func setting(_ name: String) throws -> String? {
    try first("SELECT value FROM store_setting WHERE name = ?", [.text(name)]) { $0.text(0) } ?? nil
  }

  /// Sets a setting of the store.
  func set(_ name: String, to value: String) throws {
    try run("INSERT OR REPLACE INTO store_setting (name, value) VALUES (?, ?)", [.text(name), .text(value)])
  }
}
