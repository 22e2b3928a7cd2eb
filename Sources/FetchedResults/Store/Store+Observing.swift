import Files
import Foundation
import SQLite

/// Commits of this store and of other processes, and the derived rows that these leave to be made.
extension Store {
  /// An element after every commit that may have changed records, whoever made it; several commits in a row may be one
  /// element.
  ///
  /// - Parameter region: The tables whose changes count; nil for all.
  /// - Returns: A stream, which begins now.
  func commits(in region: Set<String>? = nil) -> AsyncStream<Void> {
    let (stream, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let id = UUID()
    activity.withLock { $0.observers[id] = CommitObserver(region: region, continuation: continuation) }
    continuation.onTermination = { [weak self] _ in
      _ = self?.activity.withLock { $0.observers.removeValue(forKey: id) }
    }
    watch()
    return stream
  }

  /// How many commits that may have changed a region were published.
  func commitCount(of region: Set<String>) -> Int { activity.withLock { $0.commits.count(of: region) } }

  private func watch() {
    guard case .file(let url) = location else { return }
    watcher.withLock { watcher in
      guard watcher == nil else { return }
      watcher = StoreWatcher(path: StoreFiles(path: FilePath(url)).path, log: log) { [weak self] in
        _ = Task { await self?.observeForeignCommit() }
      }
    }
  }

  /// Looks whether another process has committed; then its records get their derived rows, and observers are told.
  ///
  /// A failure is no reason to disturb anybody: the next commit asks again.
  private func observeForeignCommit() async {
    guard let connections = try? await connections() else { return }
    if let state = connections.immutableState {
      await reopen(connections, unless: state)
      return
    }
    await connections.bringLogIntoMovedFile()
    let news = try? await perform(on: connections.writer) { connection in
      // The number changes when another connection has committed, and not when this one has.
      let version = try connection.first("PRAGMA data_version") { $0.integer(0) } ?? 0
      let isNews = seenDataVersion.withLock { seen in
        defer { seen = version }
        return seen != version
      }
      guard isNews else { return (locale: String, counters: CommitLog.Counters)?.none }
      return (try connection.setting(StoreSetting.collation) ?? "", try CommitLog.counters(on: connection))
    }
    guard let news = news ?? nil else { return }
    log?(.info, .store, "another connection has committed")
    let isReordered = news.locale != connections.collation.locale
    if isReordered { await opening.close(connections) }
    _ = try? await makeDerivedRows()
    publishCommit(news.counters, changesAll: isReordered)
  }

  /// Opens a store anew whose connections don't see what others commit, if somebody has.
  private func reopen(_ connections: StoreConnections, unless state: StoreFiles.State) async {
    guard case .file(let url) = location, StoreFiles(path: FilePath(url)).state != state else { return }
    await opening.close(connections)
    forgetWhatWasRead()
    publishCommit(nil)
  }

  /// Forgets what was read through connections to another file: its journal says nothing of the next one's.
  func forgetWhatWasRead() {
    seenDataVersion.withLock { $0 = nil }
    activity.withLock { $0.commits.forgetCounters() }
  }

  /// Tells those who observe what a commit has changed.
  ///
  /// - Parameters:
  ///   - counters: The change counters after it; nil if they aren't known.
  ///   - changesAll: Whether all records may look different though nobody has changed them.
  func publishCommit(_ counters: CommitLog.Counters?, changesAll: Bool = false) {
    let observers = activity.withLock { activity in
      let tables = activity.commits.count(counters, changesAll: changesAll)
      return activity.observers.values.filter { observer in observer.region.map(tables.touch) ?? true }
    }
    for observer in observers { observer.continuation.yield() }
  }

  /// Makes the derived rows that another tool's changes left to be made, without which those records would not be found.
  ///
  /// It never waits for long: a write of this store that is running makes them at its end, and whoever else has the lock
  /// publishes a commit after which this is called again.
  ///
  /// - Returns: Whether none is missing any more.
  /// - Complexity: O(1) if none is missing.
  @discardableResult
  func makeDerivedRows() async throws -> Bool {
    let connections = try await connections()
    guard connections.readOnlyReason == nil, !connections.isMissing, activity.withLock({ $0.runningWrites == 0 }) else {
      return true
    }
    // The writer may be at work; whether it is needed at all is asked of a connection that never is for long.
    let isMissing = try await perform(on: connections.windowReader) { [schema] connection in
      try schema.tables.contains { try $0.hasPending(connection) }
    }
    guard isMissing else { return true }
    do {
      while true {
        let (count, counters) = try await transaction(busyTimeout: 100) { [schema] connection, collation in
          let count = try schema.fillDerivedTable(on: connection, collation: collation, limit: 2000)
          return (count, try CommitLog.counters(on: connection))
        }
        guard count == 0 else { continue }
        publishCommit(counters, changesAll: true)
        return true
      }
    } catch StoreError.locked {
      return false
    }
  }
}

/// Who is told of commits.
struct CommitObserver: Sendable {
  /// The tables whose changes count; nil for all.
  let region: Set<String>?
  let continuation: AsyncStream<Void>.Continuation
}
