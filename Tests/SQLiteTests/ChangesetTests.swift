import SQLite
import Testing

@Suite struct ChangesetTests {
  private func filled() throws -> Connection {
    let connection = try Connection(path: "", access: .create)
    try connection.execute(
      """
      CREATE TABLE t (n INTEGER PRIMARY KEY, s TEXT UNIQUE, b, CHECK (s <> 'never'));
      INSERT INTO t VALUES (1, 'a', x'00'), (2, 'b', NULL), (3, 'c', 0.5);
      """)
    return connection
  }

  private func dump(_ connection: Connection) throws -> [[Value]] {
    try connection.all("SELECT n, s, b FROM t ORDER BY n") { row in (0..<3).map { row.value($0) } }
  }

  private func changes(on connection: Connection, _ script: String) throws -> Changeset {
    let recorder = try ChangeRecorder(connection, tables: ["t"])
    try connection.execute(script)
    return try recorder.changeset()
  }

  @Test func theInverseRestoresAndTheChangesetRepeats() throws {
    let connection = try filled()
    let before = try dump(connection)
    let changeset = try changes(
      on: connection, "INSERT INTO t VALUES (4, 'd', 'x'); UPDATE t SET s = NULL WHERE n = 1; DELETE FROM t WHERE n = 2"
    )
    let after = try dump(connection)
    #expect(try connection.apply(changeset.inverted()) { _, _ in .abort } == nil)
    #expect(try dump(connection) == before)
    #expect(try connection.apply(changeset) { _, _ in .abort } == nil)
    #expect(try dump(connection) == after)
    #expect(try changeset.inverted().inverted().rowChanges() == changeset.rowChanges())
  }

  @Test func rowsTellWhatWasAndWhatIs() throws {
    let connection = try filled()
    let changes = try changes(
      on: connection,
      "INSERT INTO t VALUES (4, 'd\u{e9}', x''); UPDATE t SET b = 7 WHERE n = 1; DELETE FROM t WHERE n = 3"
    ).rowChanges().sorted { "\($0.operation)" < "\($1.operation)" }
    #expect(changes.map(\.operation) == [.delete, .insert, .update])
    #expect(changes.map(\.table) == ["t", "t", "t"])
    #expect(changes.map(\.old) == [[3, "c", .real(0.5)], [nil, nil, nil], [1, nil, .blob([0])]])
    #expect(changes.map(\.new) == [[nil, nil, nil], [4, "d\u{e9}", .blob([])], [nil, nil, 7]])
  }

  @Test func workThatCancelsOutIsEmpty() throws {
    let connection = try filled()
    let changeset = try changes(
      on: connection,
      "INSERT INTO t VALUES (4, 'd', 1); DELETE FROM t WHERE n = 4; UPDATE t SET s = 'z' WHERE n = 1; UPDATE t SET s = 'a' WHERE n = 1"
    )
    #expect(changeset.isEmpty)
    #expect(try changeset.rowChanges() == [])
    #expect(try changeset.inverted().isEmpty)
  }

  @Test(arguments: [
    ("UPDATE t SET s = 'x' WHERE n = 1", "UPDATE t SET s = 'y' WHERE n = 1", ChangesetConflict.changed),
    ("UPDATE t SET s = 'x' WHERE n = 1", "DELETE FROM t WHERE n = 1", .missing),
    ("DELETE FROM t WHERE n = 1", "INSERT INTO t VALUES (1, 'y', 0)", .exists),
    ("DELETE FROM t WHERE n = 1", "INSERT INTO t VALUES (9, 'a', 0)", .constraint),
    ("INSERT INTO t VALUES (9, 'z', 0)", "DELETE FROM t WHERE n = 9", .missing),
    ("INSERT INTO t VALUES (9, 'z', 0)", "UPDATE t SET b = 1 WHERE n = 9", .changed),
  ])
  func aConflictOfEachKindAbortsWithNothingChanged(step: String, since: String, kind: ChangesetConflict) throws {
    let connection = try filled()
    let changeset = try changes(on: connection, "UPDATE t SET b = 'both' WHERE n = 2; " + step)
    try connection.execute(since)
    let before = try dump(connection)
    let conflict = try connection.apply(changeset.inverted()) { _, _ in .abort }
    #expect(conflict?.conflict == kind)
    #expect(conflict?.change?.table == "t")
    #expect(try dump(connection) == before)
  }

  @Test func whatIsOmittedIsLeftOutAlone() throws {
    let connection = try filled()
    let changeset = try changes(on: connection, "UPDATE t SET b = 'x' WHERE n = 1; UPDATE t SET b = 'y' WHERE n = 2")
    try connection.execute("UPDATE t SET b = 'other' WHERE n = 1")
    #expect(try connection.apply(changeset.inverted()) { _, _ in .omit } == nil)
    #expect(try dump(connection) == [[1, "a", "other"], [2, "b", nil], [3, "c", .real(0.5)]])
  }

  @Test func aDanglingForeignKeyIsAConflict() throws {
    let connection = try Connection(path: "", access: .create)
    try connection.execute(
      """
      CREATE TABLE owner (n INTEGER PRIMARY KEY);
      CREATE TABLE t (n INTEGER PRIMARY KEY, owner INTEGER REFERENCES owner (n) DEFERRABLE INITIALLY DEFERRED);
      INSERT INTO owner VALUES (1); INSERT INTO t VALUES (1, 1);
      """)
    let changeset = try changes(on: connection, "DELETE FROM t")
    try connection.execute("DELETE FROM owner; PRAGMA foreign_keys = ON")
    let conflict = try connection.apply(changeset.inverted()) { _, _ in .abort }
    #expect(conflict?.conflict == .foreignKey)
    #expect(try connection.first("SELECT count(*) FROM t") { $0.integer(0) } == 0)
  }

  @Test func aPausedRecorderRecordsNothing() throws {
    let connection = try filled()
    let recorder = try ChangeRecorder(connection, tables: ["t"])
    recorder.isEnabled = false
    #expect(!recorder.isEnabled)
    try connection.execute("DELETE FROM t WHERE n = 1")
    recorder.isEnabled = true
    try connection.execute("DELETE FROM t WHERE n = 2")
    let expected: [[Value?]] = [[2, "b", .null]]
    #expect(try recorder.changeset().rowChanges().map(\.old) == expected)
  }
}
