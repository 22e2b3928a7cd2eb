import Files
import Foundation
import SQLite

/// Opens a store: makes it, upgrades it, or says why it can't.
///
/// What can't be written, or is not to be, is read all the same, without leaving a trace beside it: through the files that a
/// process which has the store open keeps there, else as it lies there (`immutable`), else from a private copy, where the
/// library can do what it has to do before anything is found.
struct StoreOpener: Sendable {
  /// What a store is opened for.
  enum Purpose: Sendable {
    /// A store that isn't there is an empty one, and none is made.
    case reading
    /// A store that isn't there is made.
    case writing
  }

  let location: StoreLocation
  let schema: Schema
  let access: StoreAccess
  /// The collation's locale for a store that is made now.
  let locale: String
  /// The engine that each order reader begins with, which holds nothing yet.
  let engine: FetchEngine
  /// Told of what is opened and of what the connections do.
  let log: StoreLog?

  func open(for purpose: Purpose) throws(StoreError) -> StoreConnections {
    guard let files else { return try openCopy { _ throws(StoreError) in } }
    let canMake = purpose == .writing && access != .readOnly
    if try files.areMissing(makesFolder: access == .makingFolder) {
      guard canMake else { return try openMissing(files) }
      try files.make(makesFolder: access == .makingFolder)
      return try openToWrite(files)
    }
    try files.checkReadable()
    let kind = try StoreRecognition(schema: schema).kind(of: files)
    if kind == .blank, !canMake { return try openMissing(files) }
    if let readOnlyReason = readOnlyReason(files) { return try openReadOnly(files, reason: readOnlyReason) }
    do {
      return try openToWrite(files)
    } catch .diskFull(let path) where kind == .store {
      return try openReadOnly(files, reason: .diskFull(path: path))
    }
  }

  private var files: StoreFiles? {
    guard case .file(let url) = location else { return nil }
    return StoreFiles(path: FilePath(url))
  }

  /// Why a store that is there is not written; nil if it is.
  private func readOnlyReason(_ files: StoreFiles) -> StoreError? {
    if access == .readOnly { return .openedReadOnly(path: "\(files.path)") }
    return files.obstacle.map { .readOnly(path: "\(files.path)", obstacle: "\($0)") }
  }

  private func openToWrite(_ files: StoreFiles) throws(StoreError) -> StoreConnections {
    try explained(files) {
      let writer = try connect(files.path, .readWrite, "writer")
      try writer.execute("PRAGMA cache_size = -\(PageCache.large)")
      var preparation = preparation(of: files)
      preparation.backup = StoreBackup(store: files.path, log: log)
      let collation = try preparation.prepare(writer)
      let file = FileIdentity(path: files.path).map { OpenedFile(path: files.path, identity: $0) }
      return try connections(files, .readOnly, writer: writer, collation: collation, file: file)
    }
  }

  /// Opens an empty store in the place of one that isn't there yet.
  private func openMissing(_ files: StoreFiles) throws(StoreError) -> StoreConnections {
    let reason = access == .readOnly ? StoreError.openedReadOnly(path: "\(files.path)") : nil
    return try openCopy(reason: reason, immutableState: files.state, isMissing: true) { _ throws(StoreError) in }
  }

  private func openReadOnly(_ files: StoreFiles, reason: StoreError) throws(StoreError) -> StoreConnections {
    let state = files.state
    if files.needsRecovery {
      return try openCopy(reason: reason, immutableState: state) { copy throws(StoreError) in try files.copy(to: copy) }
    }
    let access: Connection.Access = files.isOpenElsewhere ? .readOnly : .immutable
    let ready: StoreConnections? = try explained(files) {
      let connection = try connect(files.path, access, "writer")
      guard let collation = try preparation(of: files).collationIfReady(connection) else { return nil }
      return try connections(
        files, access, writer: connection, collation: collation, reason: reason,
        immutableState: access == .immutable ? state : nil)
    }
    if let ready { return ready }
    return try openCopy(reason: reason, immutableState: state) { copy throws(StoreError) in
      try fill(copy, from: files, access)
    }
  }

  /// Opens a private copy of a store that can't be written, or not at the moment.
  func openCopy() throws(StoreError) -> StoreConnections {
    guard let files, try !files.areMissing(makesFolder: access == .makingFolder) else {
      return try openCopy { _ throws(StoreError) in }
    }
    let isReadOnly = readOnlyReason(files) != nil
    return try openCopy { copy throws(StoreError) in
      if isReadOnly, files.needsRecovery { return try files.copy(to: copy) }
      try fill(copy, from: files, isReadOnly && !files.isOpenElsewhere ? .immutable : .readOnly)
    }
  }

  private func fill(
    _ copy: StoreFiles, from files: StoreFiles, _ access: Connection.Access
  ) throws(StoreError) {
    try explained(files) {
      try Connection(path: files.path, access: access).run("VACUUM INTO ?", [.text("\(copy.path)")])
    }
  }

  /// Opens a private file that has no name any more once it is open; the body puts a store there, unless it is to be a new
  /// one.
  private func openCopy(
    reason: StoreError? = nil, immutableState: StoreFiles.State? = nil, isMissing: Bool = false,
    _ fill: (StoreFiles) throws(StoreError) -> Void
  ) throws(StoreError) -> StoreConnections {
    let folder = FilePath.temporaryFolder
    let copy = StoreFiles(path: folder.appending(FilePath("fetched-results-\(UUID().uuidString)")))
    defer { copy.unlink() }
    do {
      try copy.make()
      try fill(copy)
      return try explained(copy) {
        let writer = try connect(copy.path, .readWrite, "writer")
        // Nobody will look for it after a power cut, so nobody waits for the disk.
        try writer.execute("PRAGMA synchronous = OFF; PRAGMA cache_size = -\(PageCache.large)")
        let collation = try preparation(of: copy).prepare(writer)
        try schema.fillDerivedTables(on: writer, collation: collation)
        return try connections(
          copy, .readOnly, writer: writer, collation: collation, reason: reason, immutableState: immutableState,
          isMissing: isMissing)
      }
    } catch .diskFull(let path) where path == "\(copy.path)" {
      throw .temporaryFolderFull(path: "\(folder)")
    }
  }

  private func preparation(of files: StoreFiles) -> StorePreparation {
    StorePreparation(schema: schema, locale: locale, path: "\(files.path)")
  }

  // MARK: Connections

  private func connections(
    _ files: StoreFiles, _ access: Connection.Access, writer: sending Connection, collation: Collation,
    reason: StoreError? = nil, file: OpenedFile? = nil, immutableState: StoreFiles.State? = nil, isMissing: Bool = false
  ) throws -> StoreConnections {
    func database(_ name: String) throws -> Database {
      Database(try reader(name, path: files.path, access, collation: collation), label: "store.\(name)")
    }
    var engine = engine
    engine.log = log
    return StoreConnections(
      writer: Database(writer, label: "store.writer"), orderReader: OrderReader(try database("order"), engine: engine),
      windowReader: try database("window"), reader: try database("reader"),
      collation: collation, readOnlyReason: reason, file: file, immutableState: immutableState, isMissing: isMissing)
  }

  private func reader(
    _ name: String, path: FilePath, _ access: Connection.Access, collation: Collation
  ) throws -> sending Connection {
    let connection = try connect(path, access, name)
    try connection.execute("PRAGMA query_only = 1; PRAGMA temp_store = MEMORY; PRAGMA cache_size = -\(PageCache.small)")
    // The first read opens the files beside the store, which a temporary one no longer has later.
    _ = try connection.first("SELECT count(*) FROM store_setting") { $0.integer(0) }
    try TextFunctions.define(on: connection, collation: collation)
    return connection
  }

  private func connect(_ path: FilePath, _ access: Connection.Access, _ name: String) throws -> sending Connection {
    let connection = try Connection(path: path, access: access)
    connection.observer = log?.statementObserver(for: name)
    return connection
  }

  /// Says of errors what they mean for a store.
  private func explained<Result>(_ files: StoreFiles, _ body: () throws -> Result) throws(StoreError) -> Result {
    do {
      return try body()
    } catch let error as StoreError {
      throw error
    } catch let error as SQLiteError {
      throw StoreError(error, path: "\(files.path)")
    } catch {
      throw StoreError.notAccessible(path: "\(files.path)")
    }
  }
}
