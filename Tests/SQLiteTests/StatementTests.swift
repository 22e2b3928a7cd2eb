import SQLite
import Testing

@Suite struct StatementTests {
  private func filled() throws -> Connection {
    let connection = try Connection(path: "", access: .create)
    try connection.execute(
      "CREATE TABLE t (n INTEGER PRIMARY KEY, s TEXT UNIQUE); INSERT INTO t VALUES (1,'a'), (2,'b'), (3,'c')")
    return connection
  }

  @Test func oneSQLRunsInsideItsOwnRows() throws {
    let connection = try filled()
    let sql = "SELECT n FROM t WHERE n > ? ORDER BY n"
    var pairs: [[Int64]] = []
    try connection.query(sql, [1]) { outer in
      let first = outer.integer(0)
      try connection.query(sql, [.integer(first)]) { inner in pairs.append([first, inner.integer(0)]) }
      #expect(outer.integer(0) == first)
    }
    #expect(pairs == [[2, 3]])
  }

  @Test func aStatementIsAsNewAfterItsBodyThrewOrStopped() throws {
    struct Stop: Error {}
    let connection = try filled()
    let sql = "SELECT n FROM t ORDER BY n"
    #expect(throws: Stop.self) { try connection.query(sql) { _ in throw Stop() } }
    #expect(try connection.first(sql) { $0.integer(0) } == 1)
    #expect(try connection.all(sql) { $0.integer(0) } == [1, 2, 3])
    // Nothing is left running that would keep the table from being dropped.
    try connection.execute("DROP TABLE t")
  }

  @Test func boundValuesDoNotStayForTheNextRun() throws {
    let connection = try filled()
    _ = try connection.first("SELECT ?", ["secret"]) { $0.text(0) }
    #expect(throws: SQLiteError.self) { try connection.run("SELECT ?") }
    #expect(try connection.first("SELECT ?", [nil]) { $0.isNull(0) } == true)
  }

  @Test func moreStatementsThanAreKeptStillRun() throws {
    let connection = try filled()
    for number in 0..<600 { #expect(try connection.first("SELECT \(number)") { $0.integer(0) } == Int64(number)) }
    #expect(try connection.first("SELECT 0") { $0.integer(0) } == 0)
  }

  @Test func aStatementFollowsAChangeOfTheSchema() throws {
    let connection = try filled()
    #expect(try connection.first("SELECT * FROM t") { $0.count } == 2)
    try connection.execute("ALTER TABLE t ADD COLUMN more DEFAULT 5")
    #expect(try connection.first("SELECT * FROM t") { $0.count } == 3)
  }

  @Test func anErrorHasItsExtendedCodeWordsAndStatementButHidesValues() throws {
    let connection = try filled()
    let error = #expect(throws: SQLiteError.self) { try connection.run("INSERT INTO t VALUES (?, ?)", [9, "a"]) }
    #expect(error?.extendedCode == 2067)
    #expect(error?.code == 19)
    #expect(error?.isConstraintViolation == true)
    #expect(error?.message == "UNIQUE constraint failed: t.s")
    #expect(error?.sql == "INSERT INTO t VALUES (?, ?)")
    #expect(error?.arguments == [9, "a"])
    #expect(
      error.map { "\($0)" }
        == "SQLite error 2067: UNIQUE constraint failed: t.s - while executing `INSERT INTO t VALUES (?, ?)`")
    #expect(error?.describe(showingArguments: true).hasSuffix("with arguments [9, 'a']") == true)
  }

  @Test(arguments: ["SELEC 1", "", "  -- nothing", "SELECT nothing FROM t"]) func whatIsNoStatementIsAnError(
    sql: String
  ) throws {
    let connection = try filled()
    #expect(throws: SQLiteError.self) { try connection.run(sql) }
    #expect(try connection.first("SELECT count(*) FROM t") { $0.integer(0) } == 3)
  }

  @Test func aWrongNumberOfValuesIsAnError() throws {
    let connection = try filled()
    let error = #expect(throws: SQLiteError.self) { try connection.run("SELECT ?, ?", [1]) }
    #expect(error?.code == 25)
    #expect(error?.message == "the statement takes 2 values, not 1")
  }

  @Test func aFunctionOfOursReceivesAndAnswersEveryKindOfValue() throws {
    let connection = try filled()
    try connection.define("same", argumentCount: 1) { $0[0] }
    for value: Value in [.null, .integer(.min), .real(0.5), "a\u{0}b", "", .blob([]), .blob([0, 1])] {
      #expect(try connection.first("SELECT same(?)", [value]) { $0.value(0) } == value)
    }
  }
}
