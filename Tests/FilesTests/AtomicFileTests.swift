import Files
import Foundation
import Testing

@Suite struct AtomicFileTests {
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "atomic-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  private var path: String { folder.appending(path: "a.txt").path }

  private func contents() -> String? { try? String(contentsOfFile: path, encoding: .utf8) }

  @Test func isThereOnlyOnceItIsFinished() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data("old".utf8).write(to: URL(filePath: path))
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
    do {
      let file = try AtomicFile(path: FilePath(path))
      try file.output.write("new")
      #expect(contents() == "old")
      try file.finish()
    }
    #expect(contents() == "new")
    #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? NSNumber == 0o640)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a.txt"])
  }

  @Test func leavesNothingIfItIsGivenUp() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    do {
      let file = try AtomicFile(path: FilePath(path))
      try file.output.write("half")
      try file.output.flush()
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
  }

  /// What it holds is about people.
  @Test func aNewFileIsItsOwnersAlone() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let former = umask(0)
    defer { umask(former) }
    let file = try AtomicFile(path: FilePath(path))
    try file.finish()
    #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? NSNumber == 0o600)
  }

  @Test func aWriteProtectedFileStays() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data("old".utf8).write(to: URL(filePath: path))
    try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: path)
    #expect(throws: SystemError(action: "write", file: path, code: EACCES)) { try AtomicFile(path: FilePath(path)) }
    #expect(contents() == "old")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a.txt"])
  }
}
