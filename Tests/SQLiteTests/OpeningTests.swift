import Foundation
import SQLite
import Testing

@Suite struct OpeningTests {
  @Test func aMissingFileIsMadeOnlyOnRequest() throws {
    let file = ScratchFile()
    for access in [Connection.Access.readOnly, .readWrite, .immutable] {
      let error = #expect(throws: SQLiteError.self) { try file.connect(access) }
      #expect(error?.code == 14)
    }
    #expect(!FileManager.default.fileExists(atPath: file.path))
    try file.connect(.create).execute("CREATE TABLE t (n)")
    #expect(FileManager.default.fileExists(atPath: file.path))
  }

  @Test(arguments: [Connection.Access.readOnly, .immutable]) func aReaderCanNotWrite(access: Connection.Access) throws {
    let file = ScratchFile()
    try file.connect().execute("CREATE TABLE t (n); INSERT INTO t VALUES (1)")
    let reader = try file.connect(access)
    #expect(reader.isReadOnly)
    #expect(try reader.first("SELECT n FROM t") { $0.integer(0) } == 1)
    let error = #expect(throws: SQLiteError.self) { try reader.run("INSERT INTO t VALUES (2)") }
    #expect(error?.code == 8)
  }

  @Test func whatIsNoDatabaseShowsAtTheFirstStatement() throws {
    let file = ScratchFile()
    try String(repeating: "Dear diary, ", count: 200).write(toFile: file.path, atomically: false, encoding: .utf8)
    let connection = try file.connect(.readWrite)
    let error = #expect(throws: SQLiteError.self) { try connection.run("SELECT 1 FROM sqlite_schema") }
    #expect(error?.code == 26)
    #expect(error?.message == "file is not a database")
  }

  @Test func aClosedConnectionLeavesNoFilesBeside() throws {
    let file = ScratchFile()
    do {
      let connection = try file.connect()
      try connection.execute("PRAGMA journal_mode = WAL; CREATE TABLE t (n); INSERT INTO t VALUES (1)")
      #expect(FileManager.default.fileExists(atPath: file.path + "-wal"))
    }
    #expect(!FileManager.default.fileExists(atPath: file.path + "-wal"))
    #expect(!FileManager.default.fileExists(atPath: file.path + "-shm"))
  }
}
