import Files
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
/// Making a store does nothing; it opens when it is first asked for something, and asks again after a failure. A file that
/// is missing is made by the first write; until then it is an empty store. A file that is no store of the schema's is not
/// touched. Readers see the last committed step while the next is being written.
///
/// State: the connections, made once; who observes commits, how many there were, and how many writes are
/// running or waiting, under one lock; the watcher of other processes' commits, and what it saw last, under theirs.
///
/// It mirrors `NSPersistentContainer`: <https://developer.apple.com/documentation/coredata/nspersistentcontainer>
public final class Store: Sendable {
  /// Where the data is.
  public let location: StoreLocation

  /// Told of what the store does.
  let log: StoreLog?

  let schema: Schema
  let opening: StoreOpening
  let activity = Mutex(Activity())
  let watcher = Mutex<StoreWatcher?>(nil)
  /// `PRAGMA data_version` as the writer saw it last.
  let seenDataVersion = Mutex<Int64?>(nil)

  struct Activity {
    var observers: [UUID: CommitObserver] = [:]
    var commits = CommitCounts()
    var runningWrites = 0
  }

  /// A store, not yet opened.
  ///
  ///     let store = Store(at: .file(URL(filePath: "books.sqlite")), schema: schema)
  ///     let preview = Store(at: .temporary, schema: schema)
  ///
  /// - Parameters:
  ///   - location: A file, or ``StoreLocation/temporary``.
  ///   - schema: The record types.
  ///   - access: What it may make and change.
  ///   - collationLocale: The ICU locale whose order a store that is made now will have, such as `sv_SE`, or empty for
  ///     ICU's root; an existing one keeps its own.
  ///   - log: Told of what the store does; nil for nobody.
  public convenience init(
    at location: StoreLocation, schema: Schema, access: StoreAccess = .readWrite, collationLocale: String = "",
    log: StoreLog? = nil
  ) {
    self.init(
      at: location, schema: schema, access: access, collationLocale: collationLocale,
      engine: FetchEngine(isEnabled: true), log: log)
  }

  init(
    at location: StoreLocation, schema: Schema, access: StoreAccess = .readWrite, collationLocale: String,
    engine: FetchEngine, log: StoreLog? = nil
  ) {
    self.location = location
    self.schema = schema
    self.log = log
    opening = StoreOpening(
      StoreOpener(
        location: location, schema: schema, access: access, locale: collationLocale, engine: engine, log: log))
  }

  /// Opens the store now, rather than when it is first needed: to say at once what is wrong with it. A missing file is made.
  ///
  ///     do { try await store.open() } catch { print(error) }  // such as: The folder … does not exist; …
  ///
  /// It mirrors `NSPersistentContainer.loadPersistentStores(completionHandler:)`:
  /// <https://developer.apple.com/documentation/coredata/nspersistentcontainer/loadpersistentstores(completionhandler:)>
  ///
  /// - Throws: ``SchemaError`` if the schema is none, before the file is looked at; ``StoreError``.
  /// - Complexity: O(1) for a store of this version; O(*n*) for one to be upgraded or whose order is out of date.
  public func open() async throws { _ = try await connections(for: .writing) }

  /// Closes the store, after what is being read or written now; the files that SQLite keeps beside it while it is open go.
  ///
  /// It opens again when it is asked for something.
  ///
  /// - Complexity: O(1), and the wait for what is at work.
  public func close() async { await opening.close() }

  /// Whether the store can be read but not changed; a write throws ``StoreError/readOnly(path:obstacle:)`` or
  /// ``StoreError/openedReadOnly(path:)`` then.
  ///
  /// - Returns: Whether it is so.
  /// - Throws: ``StoreError`` if it can't be opened.
  /// - Complexity: O(1) once it is open.
  public func isReadOnly() async throws -> Bool { try await connections().readOnlyReason != nil }

  /// The ICU locale whose order the store has; empty for ICU's root.
  ///
  /// - Returns: The locale's name.
  /// - Throws: ``StoreError`` if it can't be opened.
  /// - Complexity: O(1) once it is open.
  public func collationLocale() async throws -> String { try await connections().collation.locale }

  // MARK: Reading

  /// Runs the body on a state of the store that doesn't change meanwhile.
  ///
  ///     let count = try await store.read { context in try context.count(FetchRequest<Book>()) }
  ///
  /// The body runs on a thread of the store's, one reader at a time, and not behind a write.
  ///
  /// It mirrors `NSManagedObjectContext.perform(schedule:_:)`:
  /// <https://developer.apple.com/documentation/coredata/nsmanagedobjectcontext/perform(schedule:_:)>
  ///
  /// - Parameter body: Reads through the context, which ends with it.
  /// - Returns: What the body returns.
  /// - Throws: ``StoreError``, `CancellationError` if the caller is cancelled, or what the body throws.
  /// - Complexity: What the body takes, and O(*m* log *n*) for *m* records that another tool has changed since.
  public func read<Result: Sendable>(_ body: @Sendable (ReadContext) throws -> Result) async throws -> Result {
    guard try await makeDerivedRows() else {
      // Somebody has the lock for long. What is found in a copy is the whole truth, too.
      return try await withCopy { try await read(through: $0, body) }
    }
    return try await read(through: try await connections(), body)
  }

  private func read<Result: Sendable>(
    through connections: StoreConnections, _ body: @Sendable (ReadContext) throws -> Result
  ) async throws -> Result {
    try await perform(on: connections.reader) { connection in
      let context = ReadContext(connection, collation: connections.collation)
      return try connection.readTransaction { try connection.explaining(errorsBy: meaning) { try body(context) } }
    }
  }

  // MARK: Writing

  /// Runs the body as one step: all that it writes is committed together, recorded, and undone together.
  ///
  /// A step that changed nothing leaves no trace.
  ///
  ///     let id = try await store.write("Add Dune") { context in try context.insert(Book(title: "Dune")) }
  ///
  /// The body runs on a thread of the store's, one writer at a time. It mirrors `perform` and `save`:
  /// <https://developer.apple.com/documentation/coredata/nsmanagedobjectcontext/save()>
  ///
  /// - Parameters:
  ///   - label: What the step does, in a person's words, such as `Delete Zoë`.
  ///   - body: Writes through the context, which ends with it. What it throws leaves the store as it was.
  /// - Returns: What the body returns.
  /// - Throws: ``StoreError``, ``ConstraintError``, `CancellationError` if the caller is cancelled, or what the body throws.
  /// - Complexity: What the body takes, and O(*k* log *n*) in the number of records that it changes.
  @discardableResult
  public func write<Result: Sendable>(
    _ label: String, _ body: @Sendable (WriteContext) throws -> Result
  ) async throws -> Result {
    try await write(label, busyTimeout: nil, body)
  }

  /// The same, with a time in milliseconds for which another process's lock is waited for.
  package func write<Result: Sendable>(
    _ label: String, busyTimeout: Int32?, _ body: @Sendable (WriteContext) throws -> Result
  ) async throws -> Result {
    let history = History(schema: schema, log: log)
    return try await commit(busyTimeout: busyTimeout) { connection, collation in
      try history.record(label, on: connection, collation: collation) { context in
        try explaining(on: connection) { try body(context) }
      }
    }
  }

  /// Takes back a step.
  ///
  /// The newest step, if it is refused, stands in the way of older ones only once: the next call without a number goes on
  /// to the one before it.
  ///
  ///     if let change = try await store.undo() { print("Undone:", change.step.label) }
  ///
  /// It mirrors `UndoManager.undo()`: <https://developer.apple.com/documentation/foundation/undomanager/undo()>
  ///
  /// - Parameters:
  ///   - number: The step; nil for the newest that is not undone.
  ///   - progress: Told how much is done, from 0 to 1 and growing, on a thread of the store's. The change is seen once the call returns.
  /// - Returns: The step and the records it concerned; nil if there is nothing to undo.
  /// - Throws: ``HistoryError`` if something it changed has been changed since, or there is no such step;
  ///   ``StoreError``.
  /// - Complexity: O(*k* log *n*) in the number of records that the step changed.
  @discardableResult
  public func undo(
    _ number: Int? = nil, progress: @escaping @Sendable (Double) -> Void = { _ in }
  ) async throws -> HistoryChange? {
    let history = History(schema: schema, log: log)
    return try await notingRefusal(of: number) {
      try await commit { try history.undo(number, on: $0, collation: $1, progress: progress) }
    }
  }

  /// Does an undone step again.
  ///
  ///     if let change = try await store.redo() { print("Done again:", change.step.label) }
  ///
  /// It mirrors `UndoManager.redo()`: <https://developer.apple.com/documentation/foundation/undomanager/redo()>
  ///
  /// - Parameters:
  ///   - number: The step; nil for the one that was undone last.
  ///   - progress: As of ``undo(_:progress:)``.
  /// - Returns: The step and the records it concerned; nil if there is nothing to redo.
  /// - Throws: As ``undo(_:progress:)``.
  /// - Complexity: O(*k* log *n*) in the number of records that the step changed.
  @discardableResult
  public func redo(
    _ number: Int? = nil, progress: @escaping @Sendable (Double) -> Void = { _ in }
  ) async throws -> HistoryChange? {
    let history = History(schema: schema, log: log)
    return try await notingRefusal(of: number) {
      try await commit { try history.redo(number, on: $0, collation: $1, progress: progress) }
    }
  }

  private func notingRefusal(
    of number: Int?, _ body: () async throws -> HistoryChange?
  ) async throws -> HistoryChange? {
    do {
      return try await body()
    } catch let error as HistoryError {
      if number == nil, let step = error.refusedStep {
        try await commit { connection, _ in try History.noteRefusal(of: step, on: connection) }
      }
      throw error
    }
  }

  /// Gives the store the order of another locale, and makes everything that follows from it anew, in one transaction.
  ///
  /// It is no step, and nothing that a person has entered is changed by it.
  ///
  ///     try await store.setCollationLocale("sv_SE")
  ///
  /// - Parameter locale: An ICU locale; see ``Collation/locale(named:)``.
  /// - Throws: ``StoreError``, also where ICU has no rules for the locale.
  /// - Complexity: O(*n* log *n*): a second or so for a hundred thousand records.
  public func setCollationLocale(_ locale: String) async throws {
    let schema = schema
    let collation = try Collation(locale: locale)
    try await commit(changesAll: true) { connection, present in
      guard present.locale != collation.locale else { return }
      try connection.set(StoreSetting.collation, to: collation.locale)
      try schema.leaveAllToBeDerived(by: collation, on: connection)
      try schema.fillDerivedTables(on: connection, collation: collation)
    }
    try await followCollation(try await connections())
  }

  private func commit<Result: Sendable>(
    busyTimeout: Int32? = nil, changesAll: Bool = false, _ body: @Sendable (Connection, Collation) throws -> Result
  ) async throws -> Result {
    activity.withLock { $0.runningWrites += 1 }
    defer { activity.withLock { $0.runningWrites -= 1 } }
    let (result, counters) = try await log.timed(.step, "committed") {
      try await transaction(busyTimeout: busyTimeout) { (try body($0, $1), try CommitLog.counters(on: $0)) }
    }
    publishCommit(counters, changesAll: changesAll)
    return result
  }

  /// Runs the body in a transaction that writes, by the rules that the store has now.
  func transaction<Result: Sendable>(
    busyTimeout: Int32? = nil, _ body: @Sendable (Connection, Collation) throws -> Result
  ) async throws -> Result {
    let schema = schema
    while true {
      let connections = try await connections(for: .writing)
      if let reason = connections.readOnlyReason { throw reason }
      if let file = connections.file, file.hasVanished { throw StoreError.vanished(path: "\(file.path)") }
      let result: Result? = try await perform(on: connections.writer) { connection in
        let usual = connection.busyTimeout
        connection.busyTimeout = busyTimeout ?? usual
        defer { connection.busyTimeout = usual }
        return try connection.writeTransaction(of: location.name) {
          let version = try connection.first("PRAGMA user_version") { Int($0.integer(0)) } ?? 0
          guard version == schema.version else {
            throw StoreError.newerVersion(path: location.name, version: version, supported: schema.version)
          }
          let locale = try connection.setting(StoreSetting.collation) ?? ""
          return locale == connections.collation.locale ? try body(connection, connections.collation) : nil
        }
      }
      if let result { return result }
      // The store has been given another order.
      try await followCollation(connections)
    }
  }

  /// Has what is open, and knows older rules, follow those that the store has now.
  private func followCollation(_ connections: StoreConnections) async throws {
    // What has a file opens again. A temporary store is nowhere but in its connections.
    guard case .temporary = location else { return await opening.close(connections) }
    let locale = try await perform(on: connections.reader) { try $0.setting(StoreSetting.collation) ?? "" }
    try await opening.adopt(try Collation(locale: locale))
  }

  // MARK: Connections

  func connections(for purpose: StoreOpener.Purpose = .reading) async throws -> StoreConnections {
    if let opened = opening.opened, purpose == .reading || !opened.isMissing { return opened }
    try schema.validate()
    let wasMissing = opening.opened?.isMissing == true
    let connections = try await opening.connections(for: purpose)
    if wasMissing, !connections.isMissing { forgetWhatWasRead() }
    return connections
  }

  /// Runs the body on a connection, and says of SQLite's errors what they mean for the store.
  func perform<Result: Sendable>(
    on database: Database, _ body: @Sendable (Connection) throws -> Result
  ) async throws -> Result {
    do {
      return try await database.perform(body)
    } catch let error as SQLiteError {
      throw meaning(of: error)
    }
  }

  /// The same with the order reader and its engine.
  func perform<Result: Sendable>(
    on reader: OrderReader, _ body: @Sendable (Connection, inout FetchEngine) throws -> Result
  ) async throws -> Result {
    do {
      return try await reader.perform(body)
    } catch let error as SQLiteError {
      throw meaning(of: error)
    }
  }

  /// Runs the body of a write, whose statements throw what SQLite's errors mean.
  func explaining<Result>(on connection: Connection, _ body: () throws -> Result) rethrows -> Result {
    try connection.explaining(
      errorsBy: { error in connection.exhaustion(error, of: self.location.name) ?? self.meaning(of: error) }, body)
  }

  /// What an error of SQLite's means for the store: the same inside of a closure that reads or writes as outside.
  func meaning(of error: SQLiteError) -> any Error {
    let tables = schema.tables.flatMap { [$0.name] + $0.ownedTables.map(\.name) }
    if let constraint = ConstraintError(error, tables: tables) { return constraint }
    let error = StoreError(error, path: location.name)
    if case .temporary = location, case .diskFull = error {
      return StoreError.temporaryFolderFull(path: "\(FilePath.temporaryFolder)")
    }
    return error
  }
}
