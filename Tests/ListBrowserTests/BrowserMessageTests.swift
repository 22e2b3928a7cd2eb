import FetchedResults
import Foundation
import SQLite
import Testing

@testable import ListBrowser
@testable import TerminalUI

/// What the screen says by itself, without another key.
@MainActor
struct BrowserMessageTests {
  @Test func aMessageGoesAfterAWhile() async throws {
    let fixture = try await Fixture([])
    try await fixture.settle()
    fixture.type("u")
    #expect(try await fixture.lines()[23] == " ✓ There is nothing to undo.")
    try await fixture.wait { $0.lines[23].hasPrefix(" / search") }
  }

  @Test func aStoreThatAnotherProgramHasForItselfIsWaitedFor() async throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "exclusive-\(UUID().uuidString).sqlite")
    defer { for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: url.path + suffix) } }
    let store = Store(at: .file(url), schema: .people)
    try await store.write("Add") { try $0.insert(Person(name: "Ann Bell")) }
    await store.close()
    let tool = try Connection(path: url.path, access: .readWrite)
    try tool.execute("PRAGMA journal_mode = DELETE")
    try tool.execute("BEGIN EXCLUSIVE")

    var first: [String] = []
    // The screen comes after a tenth of a second, and then what it waits for; a busy machine may have both at once.
    for _ in 0..<20 where first.last?.hasPrefix(" / search") != true {
      let fixture = try await Fixture([], at: .file(url), opens: false)
      first = try await fixture.wait { $0.lines[0].hasPrefix(" People") }.lines
    }
    #expect(first.last?.hasPrefix(" / search") == true)

    let fixture = try await Fixture([], at: .file(url), opens: false)
    try await fixture.wait { $0.lines[23] == " … Waiting for another program's change. q quits." }
    try tool.execute("COMMIT")
    try await fixture.wait { $0.lines.contains("   ❯ Ann Bell") && $0.lines[23].hasPrefix(" / search") }
  }
}
