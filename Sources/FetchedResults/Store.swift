import Foundation
import SQLite
import Synchronization

/// Records in an SQLite file, with the steps that changed them.
///
///     let store = Store(at: .file(url), schema: .besties)
///     let ann = try await store.write("Add Ann") { context in try context.insert(Friend(name: "Ann")) }
///     let all = try await store.read { context in try context.count(FetchRequest<Friend>()) }
///     try await store.undo()
///
/// Making a store does nothing; it opens when it is first asked for something, and asks again after a failure. Readers
/// see the last committed step while the next is being written.
///
/// State: the connections, made once by ``opening``; who follows commits, how many there were, and how many writes are
/// running or waiting, under one lock; the watcher of other processes' commits, and what it saw last, under theirs.
///
/// It mirrors `NSPersistentContainer`: <https://developer.apple.com/documentation/coredata/nspersistentcontainer>
public final class Store: Sendable {
  /// Where the data is.
  public let location: StoreLocation

  /// What fetches are answered by. The order reader's queue is the only one that holds the lock for long.
  let engine: Mutex<FetchEngine>
  /// Told of what the store does.
  let log: StoreLog?

  private let schema: Schema
  private let opening: StoreOpening
  private let activity = Mutex(Activity())
  private let watcher = Mutex<StoreWatcher?>(nil)
  /// `PRAGMA data_version` as the writer saw it last.
  private let seenDataVersion = Mutex<Int64?>(nil)

  private struct Activity {
    var followers: [UUID: AsyncStream<Void>.Continuation] = [:]
    var commitCount = 0
    var runningWrites = 0
  }

  /// A store, not yet opened.
  ///
  /// - Parameters:
  ///   - location: A file, which is made if it is missing, or ``StoreLocation/temporary``.
  ///   - schema: The record types.
  ///   - collationLocale: The ICU locale whose order a store that is made now will have; an existing one keeps its own.
  ///   - log: Told of what the store does; nil for nobody.
  public convenience init(
    at location: StoreLocation, schema: Schema, collationLocale: String = "", log: StoreLog? = nil
  ) {
    self.init(
      at: location, schema: schema, collationLocale: collationLocale, engine: FetchEngine(isEnabled: true), log: log)
  }

  init(
    at location: StoreLocation, schema: Schema, collationLocale: String, engine: FetchEngine, log: StoreLog? = nil
  ) {
    self.engine = Mutex(engine)
    self.location = location
    self.schema = schema
    self.log = log
    opening = StoreOpening(StoreOpener(location: location, schema: schema, locale: collationLocale, log: log))
  }

  /// Opens the store now, rather than when it is first needed.
  ///
  /// - Throws: ``StoreError``.
  public func open() async throws { _ = try await connections() }

  /// Closes the store, after what is being read or written now; the files that SQLite keeps beside it while it is open go.
  ///
  /// It opens again when it is asked for something.
  public func close() async { await opening.close() }

  /// Whether the store can be read but not changed.
  ///
  /// - Throws: ``StoreError`` if it can't be opened.
  public func isReadOnly() async throws -> Bool { try await connections().isReadOnly }

  // MARK: Reading

  /// Runs the body on a state of the store that doesn't change meanwhile.
  ///
  /// - Parameter body: Reads through the context, which ends with it.
  /// - Returns: What the body returns.
  /// - Throws: ``StoreError``, `CancellationError` if the caller is cancelled, or what the body throws.
  public func read<Result: Sendable>(_ body: @Sendable (ReadContext) throws -> Result) async throws -> Result {
    let connections = try await connections()
    try await makeDerivedRows()
    return try await perform(on: connections.reader) { connection in
      let context = ReadContext(connection, collation: connections.collation)
      return try connection.readTransaction { try body(context) }
    }
  }

  // MARK: Writing

  /// Runs the body as one step: all that it writes is committed together, recorded, and undone together.
  ///
  /// A step that changed nothing leaves no trace.
  ///
  /// - Parameters:
  ///   - label: What the step does, in a person's words, such as `Delete Zoë`.
  ///   - body: Writes through the context, which ends with it. What it throws leaves the store as it was.
  /// - Returns: What the body returns.
  /// - Throws: ``StoreError``, `CancellationError` if the caller is cancelled, or what the body throws.
  @discardableResult
  public func write<Result: Sendable>(
    _ label: String, _ body: @Sendable (WriteContext) throws -> Result
  ) async throws -> Result {
    let history = History(schema: schema, log: log)
    return try await commit { connection, collation in
      try history.record(label, on: connection, collation: collation, body)
    }
  }

  /// Takes back a step.
  ///
  /// The newest step, if it is refused, stands in the way of older ones only once: the next call without a number goes on
  /// to the one before it.
  ///
  /// - Parameter number: The step; nil for the newest that is not undone.
  /// - Returns: The step and the records it concerned; nil if there is nothing to undo.
  /// - Throws: ``HistoryError`` if something it changed has been changed since, or there is no such step;
  ///   ``StoreError``.
  @discardableResult
  public func undo(_ number: Int? = nil) async throws -> HistoryChange? {
    let history = History(schema: schema, log: log)
    return try await notingRefusal(of: number) {
      try await commit { try history.undo(number, on: $0, collation: $1) }
    }
  }

  /// Does an undone step again.
  ///
  /// - Parameter number: The step; nil for the one that was undone last.
  /// - Returns: The step and the records it concerned; nil if there is nothing to redo.
  /// - Throws: As ``undo(_:)``.
  @discardableResult
  public func redo(_ number: Int? = nil) async throws -> HistoryChange? {
    let history = History(schema: schema, log: log)
    return try await notingRefusal(of: number) {
      try await commit { try history.redo(number, on: $0, collation: $1) }
    }
  }

  private func notingRefusal(
    of number: Int?, _ body: () async throws -> HistoryChange?
  ) async throws -> HistoryChange? {
    do {
      return try await body()
    } catch HistoryError.changedSince(let step, let isUndo) where number == nil {
      try await commit { connection, _ in try History.noteRefusal(of: step, on: connection) }
      throw HistoryError.changedSince(step: step, isUndo: isUndo)
    }
  }

  private func commit<Result: Sendable>(
    _ body: @Sendable (Connection, Collation) throws -> Result
  ) async throws -> Result {
    let connections = try await connections()
    guard !connections.isReadOnly else { throw StoreError.readOnly(path: location.name) }
    if let file = connections.file, file.hasVanished { throw StoreError.vanished(path: file.path) }
    activity.withLock { $0.runningWrites += 1 }
    defer { activity.withLock { $0.runningWrites -= 1 } }
    let result = try await perform(on: connections.writer) { [log] connection in
      try log.timed(.step, "committed") {
        try connection.transaction { try body(connection, connections.collation) }
      }
    }
    announceCommit()
    return result
  }

  // MARK: Following

  /// An element after every commit that may have changed records, whoever made it; several commits in a row may be one
  /// element.
  func commits() -> AsyncStream<Void> {
    let (stream, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let id = UUID()
    activity.withLock { $0.followers[id] = continuation }
    continuation.onTermination = { [weak self] _ in
      _ = self?.activity.withLock { $0.followers.removeValue(forKey: id) }
    }
    watch()
    return stream
  }

  /// How many commits of this store were announced.
  var commitCount: Int { activity.withLock { $0.commitCount } }

  private func watch() {
    guard case .file(let url) = location else { return }
    watcher.withLock { watcher in
      guard watcher == nil else { return }
      watcher = StoreWatcher(path: url.path) { [weak self] in
        _ = Task { await self?.noticeForeignCommit() }
      }
    }
  }

  /// Looks whether another process has committed; then its records get their derived rows, and followers are told.
  ///
  /// A failure is no reason to disturb anybody: the next commit asks again.
  private func noticeForeignCommit() async {
    guard let connections = try? await connections() else { return }
    let isNews = try? await perform(on: connections.writer) { connection in
      // The number changes when another connection has committed, and not when this one has.
      let version = try connection.first("PRAGMA data_version") { $0.integer(0) } ?? 0
      return seenDataVersion.withLock { seen in
        defer { seen = version }
        return seen != version
      }
    }
    guard isNews == true else { return }
    log?(.info, .store, "another connection has committed")
    try? await makeDerivedRows()
    announceCommit()
  }

  private func announceCommit() {
    let followers = activity.withLock { activity in
      activity.commitCount += 1
      return Array(activity.followers.values)
    }
    for continuation in followers { continuation.yield() }
  }

  // MARK: Derived rows

  /// Makes the derived rows that another tool's changes left to be made, without which those records would not be found.
  ///
  /// It never waits for long: a write of this store that is running makes them at its end, and whoever else has the lock
  /// announces a commit after which this is called again.
  ///
  /// - Complexity: O(1) if none is missing.
  func makeDerivedRows() async throws {
    let connections = try await connections()
    guard !connections.isReadOnly, activity.withLock({ $0.runningWrites == 0 }) else { return }
    // The writer may be at work; whether it is needed at all is asked of a connection that never is for long.
    let isMissing = try await perform(on: connections.windowReader) { [schema] connection in
      try schema.tables.contains { try $0.hasPending(connection) }
    }
    guard isMissing else { return }
    let isFilled = try await perform(on: connections.writer) { [schema] connection in
      try schema.fillDerivedTablesUnlessLocked(on: connection, collation: connections.collation)
    }
    if isFilled { announceCommit() }
  }

  // MARK: Connections

  func connections() async throws -> StoreConnections { try await opening.connections() }

  /// Runs the body on a connection, and says of SQLite's errors what they mean for the store.
  func perform<Result: Sendable>(
    on database: Database, _ body: @Sendable (Connection) throws -> Result
  ) async throws -> Result {
    do {
      return try await database.perform(body)
    } catch let error as SQLiteError {
      throw StoreError(error, path: location.name)
    }
  }
}

/// Opens a store when it is first needed, once for all who wait.
private actor StoreOpening {
  /// Opening waits for the disk, and for other processes' locks.
  private let queue = QueueExecutor(label: "store.opening")
  private let opener: StoreOpener
  private var opened: StoreConnections?

  nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

  init(_ opener: StoreOpener) { self.opener = opener }

  func connections() throws -> StoreConnections {
    if let opened { return opened }
    let connections = try opener.log.timed(.store, "opened \(opener.location.name)") { try opener.open() }
    opened = connections
    return connections
  }

  /// Closes what is open. The writer goes last: only it can bring the log into the file.
  func close() async {
    guard let connections = opened else { return }
    opened = nil
    opener.log?(.info, .store, "closing \(opener.location.name)")
    for reader in [connections.orderReader, connections.windowReader, connections.reader] { await reader.close() }
    await connections.writer.close()
  }
}
