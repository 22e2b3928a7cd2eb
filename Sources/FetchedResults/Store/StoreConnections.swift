import Files
import SQLite
import Synchronization

/// The opened store: one writer, and readers that never wait for it or for each other.
struct StoreConnections: Sendable {
  /// Writes, one step after the other; where the store can't be written it reads, too.
  let writer: Database
  /// Reads the order of lists, which may take long.
  let orderReader: OrderReader
  /// Reads the records of visible rows, which may not.
  let windowReader: Database
  /// Reads whatever else is asked.
  let reader: Database
  /// The rules that all of them follow.
  fileprivate(set) var collation: Collation
  /// What every write gets to hear; nil if the store can be written.
  let readOnlyReason: StoreError?
  /// The file that was opened; nil for a temporary one, which has no name any more.
  let file: OpenedFile?
  /// The store's files as they were when they were opened by connections that see no later commit; nil where they do.
  let immutableState: StoreFiles.State?
  /// Whether they stand for a store that isn't there yet.
  let isMissing: Bool

  /// Closes them all. The writer goes last: only it can bring the log into the file.
  func close() async {
    for reader in [orderReader.database, windowReader, reader] { await reader.close() }
    await bringLogIntoMovedFile()
    await writer.close()
  }

  /// Brings the log into the file if that has another name by now: the log keeps the old name, where nobody who opens the
  /// moved file would look for the commits in it. SQLite leaves that alone when it closes.
  ///
  /// A reader of another process may be in the way; then opening the store under either name says what is missing.
  func bringLogIntoMovedFile() async {
    guard let file, file.hasVanished else { return }
    try? await writer.perform { try $0.execute("PRAGMA wal_checkpoint(TRUNCATE)") }
  }
}

/// A store's file, as it was when it was opened.
struct OpenedFile: Sendable {
  let path: FilePath
  let identity: FileIdentity

  /// Whether another file, or none, has its name by now.
  var hasVanished: Bool { FileIdentity(path: path) != identity }
}

/// Opens a store when it is first needed, once for all who wait.
actor StoreOpening {
  /// Opening waits for the disk, and for other processes' locks.
  private let queue = QueueExecutor(label: "store.opening")
  private let opener: StoreOpener
  /// Written by the actor alone; read by anybody who would rather not wait for it.
  private nonisolated let open = Mutex<StoreConnections?>(nil)

  /// The connections, if they are open already.
  private(set) nonisolated var opened: StoreConnections? {
    get { open.withLock { $0 } }
    set { open.withLock { $0 = newValue } }
  }

  nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

  init(_ opener: StoreOpener) { self.opener = opener }

  func connections(for purpose: StoreOpener.Purpose) throws -> StoreConnections {
    if let opened, !opened.isMissing || purpose == .reading || opened.readOnlyReason != nil { return opened }
    // Who still reads the empty store in the place of the missing one keeps its connections, and closes them so.
    let connections = try opener.log.timed(.store, "opened \(opener.location.name)") { try opener.open(for: purpose) }
    opened = connections
    return connections
  }

  /// A private copy of the store, for one who closes it.
  func copy() throws -> StoreConnections { try opener.openCopy() }

  /// Closes what is open.
  func close() async {
    guard let connections = opened else { return }
    opened = nil
    opener.log?(.info, .store, "closing \(opener.location.name)")
    await connections.close()
  }

  /// Has what is open follow other rules.
  func adopt(_ collation: Collation) async throws {
    guard let connections = opened else { return }
    for database in [
      connections.writer, connections.orderReader.database, connections.windowReader, connections.reader,
    ] {
      try await database.perform { try TextFunctions.define(on: $0, collation: collation) }
    }
    guard opened?.writer === connections.writer else { return }
    opened?.collation = collation
  }

  /// Closes these connections, unless others have taken their place already.
  func close(_ connections: StoreConnections) async {
    guard opened?.writer === connections.writer else { return }
    await close()
  }
}
