import Foundation
import Testing

@testable import Commands

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
      let file = try AtomicFile(path: path)
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
      let file = try AtomicFile(path: path)
      try file.output.write("half")
      try file.output.flush()
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
  }
}
