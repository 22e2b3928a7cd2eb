import SQLite
import Testing

@Suite struct TransactionTests {
  private struct Stop: Error {}

  private func filled() throws -> Connection {
    let connection = try Connection(path: "", access: .create)
    try connection.execute("CREATE TABLE t (n INTEGER PRIMARY KEY); INSERT INTO t VALUES (1)")
    return connection
  }

  private func numbers(_ connection: Connection) throws -> [Int64] {
    try connection.all("SELECT n FROM t ORDER BY n") { $0.integer(0) }
  }

  @Test func whatTheBodyWroteIsCommitted() throws {
    let connection = try filled()
    let answer = try connection.transaction {
      try connection.run("INSERT INTO t VALUES (2)")
      return connection.lastInsertedKey
    }
    #expect(answer == 2)
    #expect(try numbers(connection) == [1, 2])
  }

  @Test func aBodyThatThrowsLeavesNothing() throws {
    let connection = try filled()
    #expect(throws: Stop.self) {
      try connection.transaction {
        try connection.run("INSERT INTO t VALUES (2)")
        throw Stop()
      }
    }
    #expect(try numbers(connection) == [1])
    try connection.transaction { try connection.run("INSERT INTO t VALUES (3)") }
    #expect(try numbers(connection) == [1, 3])
  }

  @Test func aBodyThatThrowsInsideItsOwnRowsLeavesNothing() throws {
    let connection = try filled()
    #expect(throws: Stop.self) {
      try connection.transaction {
        try connection.query("SELECT n FROM t") { _ in
          try connection.run("INSERT INTO t VALUES (2)")
          throw Stop()
        }
      }
    }
    #expect(try numbers(connection) == [1])
  }

  @Test func theFirstErrorCountsWhereTheTransactionIsGoneAlready() throws {
    let connection = try filled()
    let error = #expect(throws: SQLiteError.self) {
      try connection.transaction {
        try connection.run("INSERT INTO t VALUES (2)")
        try connection.run("INSERT OR ROLLBACK INTO t VALUES (1)")
      }
    }
    #expect(error?.isConstraintViolation == true)
    #expect(try numbers(connection) == [1])
    try connection.transaction { try connection.run("INSERT INTO t VALUES (4)") }
    #expect(try numbers(connection) == [1, 4])
  }

  @Test func aTransactionThatItsBodyEndedIsNotTakenForCommitted() throws {
    let connection = try filled()
    #expect(throws: SQLiteError.self) {
      try connection.transaction {
        try connection.run("INSERT INTO t VALUES (2)")
        try connection.execute("ROLLBACK")
      }
    }
    #expect(try numbers(connection) == [1])
  }

  @Test func readersSeeOneStateWhileAnotherWrites() throws {
    let file = ScratchFile()
    let writer = try file.connect()
    try writer.execute("PRAGMA journal_mode = WAL; CREATE TABLE t (n); INSERT INTO t VALUES (1)")
    let reader = try file.connect(.readOnly)
    try reader.readTransaction {
      #expect(try numbers(reader) == [1])
      try writer.run("INSERT INTO t VALUES (2)")
      #expect(try numbers(reader) == [1])
    }
    #expect(try numbers(reader) == [1, 2])
  }

  @Test func aLockThatLastsIsAnErrorThatSaysSo() throws {
    let file = ScratchFile()
    let (first, second) = (try file.connect(), try file.connect(busyTimeout: 1))
    try first.execute("PRAGMA journal_mode = WAL; CREATE TABLE t (n)")
    try first.transaction {
      let error = #expect(throws: SQLiteError.self) {
        try second.transaction { try second.run("INSERT INTO t VALUES (2)") }
      }
      #expect(error?.isBusy == true)
      try first.run("INSERT INTO t VALUES (1)")
    }
    try second.transaction { try second.run("INSERT INTO t VALUES (2)") }
    #expect(try numbers(first) == [1, 2])
  }
}
