import Foundation
import Glibc
import SQLite

/// The opened store: one writer, and readers that never wait for it or for each other.
struct StoreConnections: Sendable {
  /// Writes, one step after the other.
  let writer: Database
  /// Reads the order of lists, which may take long.
  let orderReader: Database
  /// Reads the records of visible rows, which may not.
  let windowReader: Database
  /// Reads whatever else is asked.
  let reader: Database
  let collation: Collation
  let isReadOnly: Bool
  /// The file that was opened; nil for a temporary one, which has no name any more.
  let file: OpenedFile?
}

/// A store's file, as it was when it was opened.
struct OpenedFile: Sendable {
  let path: String
  let identity: FileIdentity

  /// Whether another file, or none, has its name by now.
  var hasVanished: Bool { FileIdentity(path: path) != identity }
}

/// Opens a store: makes it, upgrades it, or says why it can't.
struct StoreOpener: Sendable {
  let location: StoreLocation
  let schema: Schema
  /// The collation's locale for a store that is made now.
  let locale: String
  /// Told of what the connections do.
  let log: StoreLog?

  func open() throws(StoreError) -> StoreConnections {
    switch location {
    case .file(let url):
      return try open(path: url.path, isTemporary: false)
    case .temporary:
      let path = FileManager.default.temporaryDirectory.appending(path: "fetched-results-\(UUID().uuidString)").path
      defer { for suffix in ["", "-wal", "-shm"] { unlink(path + suffix) } }
      return try open(path: path, isTemporary: true)
    }
  }

  private func open(path: String, isTemporary: Bool) throws(StoreError) -> StoreConnections {
    try checkFolder(of: path)
    try makeFile(path)
    do {
      let writer = try Connection(path: path, access: .readWrite)
      writer.observer = log?.statementObserver(for: "writer")
      try writer.execute("PRAGMA cache_size = -\(CacheSize.large)")
      let collation = try prepare(writer, path: path)
      let isReadOnly = writer.isReadOnly
      return StoreConnections(
        writer: Database(writer, label: "store.writer"),
        orderReader: Database(try reader("order", path: path, collation: collation), label: "store.order"),
        windowReader: Database(try reader("window", path: path, collation: collation), label: "store.window"),
        reader: Database(
          try reader("reader", path: path, collation: collation, cache: CacheSize.large), label: "store.reader"),
        collation: collation, isReadOnly: isReadOnly,
        file: isTemporary ? nil : FileIdentity(path: path).map { OpenedFile(path: path, identity: $0) })
    } catch let error as StoreError {
      throw error
    } catch let error as SQLiteError {
      throw StoreError(error, path: path)
    } catch {
      throw StoreError.notAccessible(path: path)
    }
  }

  /// How many kibibytes of pages a connection may keep. Whoever imports or lists all records needs most pages of a table
  /// again and again; those who step through an index, or read a screenful, do not.
  private enum CacheSize {
    static let large = 65_536
    static let small = 4096
  }

  private func reader(
    _ name: String, path: String, collation: Collation, cache: Int = CacheSize.small
  ) throws -> sending Connection {
    let connection = try Connection(path: path, access: .readOnly)
    connection.observer = log?.statementObserver(for: name)
    try connection.execute("PRAGMA query_only = 1; PRAGMA temp_store = MEMORY; PRAGMA cache_size = -\(cache)")
    // The first read opens the files beside the store, which a temporary one no longer has later.
    _ = try connection.first("SELECT count(*) FROM store_setting") { $0.integer(0) }
    try TextFunctions.define(on: connection, collation: collation)
    return connection
  }

  // MARK: The file

  private func checkFolder(of path: String) throws(StoreError) {
    let folder = URL(filePath: path).deletingLastPathComponent().path
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder), isFolder.boolValue else {
      throw StoreError.folderMissing(path: folder)
    }
    guard !FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) || !isFolder.boolValue else {
      throw StoreError.notAFile(path: path)
    }
    guard FileManager.default.fileExists(atPath: path) || access(folder, W_OK) == 0 else {
      throw StoreError.folderNotWritable(path: folder)
    }
  }

  /// Makes a missing file, for its owner alone; SQLite gives the files beside it the same mode.
  private func makeFile(_ path: String) throws(StoreError) {
    let descriptor = Glibc.open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    if descriptor >= 0 {
      close(descriptor)
    } else if errno == ENOSPC || errno == EDQUOT {
      throw StoreError.diskFull(path: path)
    } else if errno != EEXIST {
      throw StoreError.notAccessible(path: path)
    }
  }

  // MARK: The schema

  /// Makes or checks the tables; returns the store's collation.
  private func prepare(_ connection: Connection, path: String) throws -> Collation {
    func pragma(_ name: String) throws -> Int { try connection.first("PRAGMA \(name)") { Int($0.integer(0)) } ?? 0 }
    func isEmpty() throws -> Bool { try connection.first("SELECT 1 FROM sqlite_schema") { _ in true } == nil }

    func isOurs() throws -> Bool { try pragma("application_id") == Int(schema.applicationID) }

    if try !isOurs() {
      // Both answers are from one state of the file: another process may be making the store just now.
      guard try connection.readTransaction({ try isOurs() || isEmpty() }) else {
        throw StoreError.foreignDatabase(path: path)
      }
      try useWriteAheadLog(connection)
      try connection.transaction { if try isEmpty() { try make(connection) } }
      guard try isOurs() else { throw StoreError.foreignDatabase(path: path) }
    }
    let version = try pragma("user_version")
    guard version <= schema.version else {
      throw StoreError.newerVersion(path: path, version: version, supported: schema.version)
    }
    let collation = try Collation(locale: try connection.setting("collation") ?? "")
    try TextFunctions.define(on: connection, collation: collation)
    // Who can only read takes the derived rows as they are.
    guard !connection.isReadOnly else { return collation }
    try rederiveIfNeeded(connection, collation)
    try schema.fillDerivedTablesInBatches(on: connection, collation: collation)
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
    try connection.set("collation", to: locale)
  }

  // MARK: Derived rows

  /// Leaves every derived row to be made anew where the rules they were made by are not today's.
  private func rederiveIfNeeded(_ connection: Connection, _ collation: Collation) throws {
    let rules = "\(TextFolding.version) \(collation.version) \(collation.locale)"
    guard try connection.setting("derivation") != rules else { return }
    try connection.transaction {
      for table in schema.tables {
        try connection.execute(
          """
          DELETE FROM \(table.name)_derived; DELETE FROM \(table.name)_pending; DELETE FROM \(table.name)_journal;
          INSERT INTO \(table.name)_pending (pk) SELECT pk FROM \(table.name);
          """)
        try RowJournal.noteEverything(of: table.name, on: connection)
      }
      try connection.set("derivation", to: rules)
    }
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
