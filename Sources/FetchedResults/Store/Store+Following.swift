import Files
import Foundation
import SQLite

/// Commits of this store and of other processes, and the derived rows that these leave to be made.
extension Store {
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
      watcher = StoreWatcher(path: StoreFiles(path: FilePath(url)).path, log: log) { [weak self] in
        _ = Task { await self?.noticeForeignCommit() }
      }
    }
  }

  /// Looks whether another process has committed; then its records get their derived rows, and followers are told.
  ///
  /// A failure is no reason to disturb anybody: the next commit asks again.
  private func noticeForeignCommit() async {
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
      return isNews ? try connection.setting(StoreSetting.collation) ?? "" : nil
    }
    guard let locale = news ?? nil else { return }
    log?(.info, .store, "another connection has committed")
    if locale != connections.collation.locale { await opening.close(connections) }
    _ = try? await makeDerivedRows()
    announceCommit()
  }

  /// Opens a store anew whose connections don't see what others commit, if somebody has.
  private func reopen(_ connections: StoreConnections, unless state: StoreFiles.State) async {
    guard case .file(let url) = location, StoreFiles(path: FilePath(url)).state != state else { return }
    await opening.close(connections)
    forgetWhatWasRead()
    announceCommit()
  }

  /// Forgets what was read through connections to another file: its journal says nothing of the next one's.
  func forgetWhatWasRead() {
    seenDataVersion.withLock { $0 = nil }
  }

  func announceCommit() {
    let followers = activity.withLock { activity in
      activity.commitCount += 1
      return Array(activity.followers.values)
    }
    for continuation in followers { continuation.yield() }
  }

  /// Makes the derived rows that another tool's changes left to be made, without which those records would not be found.
  ///
  /// It never waits for long: a write of this store that is running makes them at its end, and whoever else has the lock
  /// announces a commit after which this is called again.
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
      let fill: @Sendable (Connection, Collation) throws -> Int = { [schema] connection, collation in
        try schema.fillDerivedTable(on: connection, collation: collation, limit: 2000)
      }
      while try await transaction(busyTimeout: 100, fill) > 0 {}
    } catch StoreError.locked {
      return false
    }
    announceCommit()
    return true
  }
}
