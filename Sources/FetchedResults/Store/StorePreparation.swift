import Files
import Glibc
import SQLite

/// Makes, checks and upgrades the tables of a store that has just been opened.
struct StorePreparation {
  let schema: Schema
  /// The collation's locale for a store that is made now.
  let locale: String
  /// The store, as messages name it.
  let path: String
  /// The copy that is kept before an upgrade; nil for a store that is itself a copy.
  var backup: StoreBackup?

  private var versions: StoreVersions { StoreVersions(schema: schema, path: path) }

  /// Makes or checks the tables; returns the store's collation.
  func prepare(_ connection: Connection) throws -> Collation {
    if try !versions.isOurs(connection) {
      // The answers are from one state of the file: another process may be making the store just now.
      let canBeOurs = try connection.readTransaction {
        try versions.isOurs(connection) || Self.isBlank(connection) || versions.hasLostHeader(connection)
      }
      guard canBeOurs else { throw StoreError.foreignDatabase(path: path) }
      try useWriteAheadLog(connection)
      try connection.transaction {
        if try Self.isBlank(connection) {
          try make(connection)
        } else {
          try versions.restoreHeader(connection)
          // What was dumped may have been damaged, and what follows from records be there without them.
          try connection.set(StoreSetting.derivation, to: "")
        }
      }
      guard try versions.isOurs(connection) else { throw StoreError.foreignDatabase(path: path) }
    } else if try mode(connection) != "wal" {
      // Another tool has changed it; readers and writers would wait for each other.
      try useWriteAheadLog(connection)
    }
    try repair(connection)
    if try versions.areOld(connection) { try upgrade(connection) }
    if try !versions.areNoted(connection) {
      try ifNotBusy(connection) { try connection.transaction { try versions.write(connection) } }
    }
    let collation = try self.collation(connection)
    if try !isDerived(connection, by: collation) {
      // Better an order of yesterday than none.
      try ifNotBusy(connection) {
        try connection.transaction { try schema.leaveAllToBeDerived(by: collation, on: connection) }
      }
    }
    return collation
  }

  /// The collation of a store that has nothing to be made before it is read; nil if it has.
  func collationIfReady(_ connection: Connection) throws -> Collation? {
    guard try versions.isOurs(connection) else {
      guard try versions.hasLostHeader(connection) else { throw StoreError.foreignDatabase(path: path) }
      return nil
    }
    guard try StoreObjects(schema: schema).areThere(connection), try !versions.areOld(connection) else {
      return nil
    }
    let collation = try self.collation(connection)
    let isReady = try isDerived(connection, by: collation) && !schema.tables.contains { try $0.hasPending(connection) }
    return isReady ? collation : nil
  }

  /// Does what can wait for the next time that somebody opens the store.
  private func ifNotBusy(_ connection: Connection, _ body: () throws -> Void) throws {
    let usual = connection.busyTimeout
    connection.busyTimeout = 100
    defer { connection.busyTimeout = usual }
    do {
      try body()
    } catch let error as SQLiteError where error.isBusy {
      // The next time, then.
    }
  }

  private func mode(_ connection: Connection) throws -> String? {
    try connection.first("PRAGMA journal_mode") { $0.text(0) } ?? nil
  }

  /// Whether a database has no table and nobody's number.
  static func isBlank(_ connection: Connection) throws -> Bool {
    let number = try connection.first("PRAGMA application_id") { $0.integer(0) }
    return try number == 0 && connection.first("SELECT 1 FROM sqlite_schema") { _ in true } == nil
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
    try connection.execute(DDL.engineTables)
    try versions.write(connection)
    for table in schema.tables { try connection.execute(table.definition) }
    for table in schema.tables { try connection.execute(table.relationships) }
    try connection.set(StoreSetting.collation, to: locale)
    try connection.set(StoreSetting.derivation, to: try Collation(locale: locale).derivation)
  }

  /// Makes again what another tool has dropped of the library's own tables, indexes and triggers, and all that follows from
  /// records: nobody knows what was changed without them.
  private func repair(_ connection: Connection) throws {
    let objects = StoreObjects(schema: schema)
    guard try !objects.areThere(connection) else { return }
    try connection.transaction {
      try connection.execute(DDL.engineTables)
      if try connection.setting(StoreSetting.collation) == nil {
        try connection.set(StoreSetting.collation, to: locale)
      }
      // An older store is made like the schema by its upgrade.
      guard try !versions.areOld(connection) else { return }
      try StoreUpgrade(schema: schema, version: schema.version).run(on: connection)
      try versions.write(connection)
    }
  }

  private func upgrade(_ connection: Connection) throws {
    var version = 0
    var copy: FilePath?
    do {
      try connection.transaction {
        // Another process may have done it while this one waited.
        guard try versions.areOld(connection) else { return }
        version = try versions.check(connection)
        copy = try backup?.make(of: version)
        try StoreUpgrade(schema: schema, version: version).run(on: connection)
        try versions.write(connection)
      }
    } catch {
      if let copy { StoreFiles(path: copy).unlink() }
      let isKnown =
        switch error {
        case is StoreError: true
        case let error as SQLiteError: if case .sqlite = StoreError(error, path: path) { false } else { true }
        default: false
        }
      if isKnown { throw error }
      let reason = (error as? SQLiteError)?.message ?? "\(error)"
      throw StoreError.cannotMigrate(path: path, version: version, reason: reason)
    }
  }
}

/// The names of a store's settings.
enum StoreSetting {
  /// The ICU locale whose order the store has.
  static let collation = "collation"
  /// The schema's version, as in the header.
  static let schemaVersion = "schema_version"
  /// The version of the library's own tables.
  static let engineVersion = "engine_version"
  /// The names of the library's tables, indexes and triggers.
  static let objects = "schema_objects"
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
      if table.hasText { try connection.execute("DELETE FROM \(name: table.name + "_text")") }
      try UndoneInsertion.forgetDerived(of: table, on: connection)
      try connection.execute(
        """
        DELETE FROM \(name: table.name + "_derived"); DELETE FROM \(name: table.name + "_pending");
        DELETE FROM \(name: table.name + "_journal");
        INSERT INTO \(name: table.name + "_pending") (pk) SELECT pk FROM \(name: table.name);
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
