import Foundation
import SQLite
import Testing

@Suite struct CancellationTests {
  /// A query that never ends by itself, and says through `started` that it runs.
  private static let endless = """
    WITH RECURSIVE c (n) AS (SELECT started() UNION ALL SELECT n + 1 FROM c) SELECT max(n) FROM c
    """

  private struct Running {
    let database: Database
    let starts: AsyncStream<Void>

    init(path: String = "") throws {
      let (starts, continuation) = AsyncStream<Void>.makeStream()
      let connection = try Connection(path: path, access: .create)
      try connection.define("started", argumentCount: 0) { _ in
        continuation.yield()
        return 1
      }
      self.starts = starts
      database = Database(connection)
    }

    /// Runs the body, cancels it once it has called `started()`, and returns how it ended.
    func cancelled(_ body: @escaping @Sendable (Connection) throws -> Void) async -> Result<Void, any Error> {
      let task = Task { [database] in try await database.perform(body) }
      for await _ in starts { break }
      task.cancel()
      return await task.result
    }
  }

  @Test func aCancelledQueryEndsAndItsConnectionIsClean() async throws {
    let running = try Running()
    let result = await running.cancelled { try $0.run(Self.endless) }
    #expect(throws: CancellationError.self) { try result.get() }
    #expect(try await running.database.perform { try $0.first("SELECT 7") { $0.integer(0) } } == 7)
  }

  @Test func aCancelledScriptEndsAlike() async throws {
    let running = try Running()
    let result = await running.cancelled { try $0.execute("SELECT 1; " + Self.endless) }
    #expect(throws: CancellationError.self) { try result.get() }
  }

  @Test func aCancelledTransactionIsRolledBack() async throws {
    let running = try Running()
    try await running.database.perform { try $0.execute("CREATE TABLE t (n)") }
    let result = await running.cancelled { connection in
      try connection.transaction {
        try connection.run("INSERT INTO t VALUES (1)")
        try connection.run(Self.endless)
      }
    }
    #expect(throws: CancellationError.self) { try result.get() }
    let count = try await running.database.perform { connection in
      try connection.transaction { try connection.first("SELECT count(*) FROM t") { $0.integer(0) } }
    }
    #expect(count == 0)
  }

  @Test func aTransactionThatIsCancelledBeforeItsCommitIsRolledBack() async throws {
    let running = try Running()
    try await running.database.perform { try $0.execute("CREATE TABLE t (n)") }
    let result = await running.cancelled { connection in
      try connection.transaction {
        try connection.run("INSERT INTO t SELECT started()")
        while !Task.isCancelled {}
      }
    }
    #expect(throws: CancellationError.self) { try result.get() }
    #expect(try await running.database.perform { try $0.first("SELECT count(*) FROM t") { $0.integer(0) } } == 0)
  }

  @Test func aTransactionIsCommittedOrCancelledButNeverBoth() async throws {
    let running = try Running()
    try await running.database.perform { try $0.execute("CREATE TABLE t (n)") }
    var committed: Int64 = 0
    for round in 0..<400 {
      let task = Task { [database = running.database] in
        try await database.perform { connection in
          try connection.transaction { try connection.run("INSERT INTO t VALUES (1)") }
        }
      }
      for _ in 0..<(round % 20) { await Task.yield() }
      task.cancel()
      if case .success = await task.result { committed += 1 }
    }
    #expect(
      try await running.database.perform { try $0.first("SELECT count(*) FROM t") { $0.integer(0) } } == committed)
  }

  @Test func aCancelledCallNeverReachesTheOneAfterIt() async throws {
    let running = try Running()
    let work = "WITH RECURSIVE c (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 3000) SELECT sum(n) FROM c"
    for round in 0..<300 {
      let cancelled = Task { [database = running.database] in
        try await database.perform { try $0.first(work) { $0.integer(0) } }
      }
      let next = Task { [database = running.database] in
        try await database.perform { try $0.first(work) { $0.integer(0) } }
      }
      for _ in 0..<(round % 10) { await Task.yield() }
      cancelled.cancel()
      #expect(try await next.value == 4_501_500)
    }
  }

  @Test func aTaskThatIsCancelledAlreadyRunsNothing() async throws {
    let running = try Running()
    let (gate, open) = AsyncStream<Void>.makeStream()
    let task = Task { [database = running.database] in
      for await _ in gate {}
      try await database.perform { try $0.execute("CREATE TABLE t (n)") }
    }
    task.cancel()
    open.finish()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(try await running.database.perform { try $0.first("SELECT 1 FROM sqlite_schema") { _ in true } } == nil)
  }
}
