import FetchedResults
import Foundation
import SQLite
import Testing

@testable import ListBrowser
@testable import TerminalUI

/// A store that another program has locked while something is deleted or saved.
@MainActor
final class BrowserLockTests {
  private static let waiting = " … Waiting for another program's change. Ctrl-C stops it."
  private let fixture: Fixture
  private let tool: Connection
  private let url = FileManager.default.temporaryDirectory.appending(path: "locked-\(UUID().uuidString).sqlite")

  init() async throws {
    fixture = try await Fixture(at: .file(url))
    try await fixture.settle()
    tool = try Connection(path: url.path, access: .readWrite)
    try tool.execute("BEGIN IMMEDIATE")
  }

  deinit {
    for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: url.path + suffix) }
  }

  private func addsKim(thenTyping text: String) async throws {
    fixture.type("aKim")
    fixture.press(.control("s"))
    fixture.type(text)
    try await fixture.wait { $0.lines[23] == Self.waiting }
  }

  @Test func aDeletionWaitsAndLeavesTheSelection() async throws {
    fixture.type("D")
    try await fixture.wait { $0.lines[23] == Self.waiting }
    fixture.type("jj")
    let frame = try await fixture.wait { !$0.lines.joined().contains("Ann Bell") }
    #expect(fixture.selectedName == "Cleo Dahl")
    #expect(frame.lines[23] == Self.waiting)
    try tool.execute("COMMIT")
    #expect(try await fixture.lines()[23] == " ✓ Deleted Ann Bell. u undoes it.")
    #expect(fixture.selectedName == "Cleo Dahl")
  }

  @Test func anErrorStaysUntilItIsRead() async throws {
    fixture.type("Dj")
    var lines = try await fixture.wait { $0.lines[22...].joined().contains("✗") }.lines
    #expect(lines[22...].joined().contains("by another process; nothing was changed"))
    #expect(lines[2].hasPrefix("     Ann Bell"))
    let selected = fixture.selectedName
    #expect(selected != "Ann Bell")
    fixture.type("j")
    lines = try await fixture.lines()
    #expect(lines[22...].joined().contains("by another process; nothing was changed"))
    try await fixture.wait { _ in
      fixture.press(.home)
      return fixture.browser.messages.message == nil
    }
    #expect(try await fixture.lines()[23].hasPrefix(" / search"))
  }

  @Test func quittingIsNotForgotten() async throws {
    fixture.type("D")
    try await fixture.wait { $0.lines[23] == Self.waiting }
    fixture.type("q")
    #expect(fixture.host.status == nil)
    try tool.execute("COMMIT")
    try await fixture.wait { _ in fixture.host.status == 0 }
    #expect(fixture.browser.failure == nil)
    #expect(try await fixture.names().count == 5)
  }

  @Test func aDeletionCanBeStopped() async throws {
    fixture.type("D")
    try await fixture.wait { $0.lines[23] == Self.waiting }
    fixture.press(.control("c"))
    let lines = try await fixture.lines()
    #expect(lines[23] == " ✓ Stopped. Nothing has changed.")
    #expect(lines[2].contains("Ann Bell"))
    #expect(fixture.host.status == nil)
  }

  @Test func aFormThatNobodyTypesInClosesWhenItIsSaved() async throws {
    try await addsKim(thenTyping: "")
    try tool.execute("COMMIT")
    #expect(try await fixture.lines()[23] == " ✓ Added Kim.")
    #expect(fixture.selectedName == "Kim")
  }

  @Test func whatIsTypedWhileAFormIsSavedStaysInIt() async throws {
    try await addsKim(thenTyping: " Dora")
    try tool.execute("COMMIT")
    let lines = try await fixture.lines()
    #expect(lines[0] == " Edit Kim")
    #expect(lines[2] == "  Name  Kim Dora")
    #expect(lines[23] == " ✓ Added Kim.")
    fixture.press(.control("s"))
    try await fixture.settle()
    #expect(fixture.selectedName == "Kim Dora")
    #expect(try await fixture.names().count == 7)
  }

  @Test func savingAgainSavesWhatWasTypedSince() async throws {
    try await addsKim(thenTyping: " Dora")
    fixture.press(.control("s"))
    try tool.execute("COMMIT")
    try await fixture.settle()
    #expect(fixture.selectedName == "Kim Dora")
    #expect(try await fixture.names().count == 7)
  }

  @Test(arguments: [Key.escape, .control("c")])
  func aSaveCanBeStopped(key: Key) async throws {
    try await addsKim(thenTyping: "")
    fixture.press(key)
    let lines = try await fixture.lines()
    #expect(lines[0] == " Add a person")
    #expect(lines[2] == "  Name  Kim")
    #expect(lines[23] == " ✓ Stopped. Nothing has changed.")
    fixture.press(.escape)
    try tool.execute("COMMIT")
    try await fixture.settle()
    #expect(try await fixture.names().count == 6)
  }
}
