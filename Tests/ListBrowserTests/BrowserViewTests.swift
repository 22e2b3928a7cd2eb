import FetchedResults
import Files
import Foundation
import Testing

@testable import ListBrowser
@testable import TerminalUI

/// Sorts, folds, what is remembered, the mouse, and keys that work everywhere.
@MainActor
struct BrowserViewTests {
  private func fixture() async throws -> Fixture {
    let fixture = try await Fixture()
    try await fixture.settle()
    return fixture
  }

  @Test func keysBeforeTheFirstSnapshotAreNotLost() async throws {
    let fixture = try await Fixture()
    fixture.type("jdd/cl")
    try await fixture.settle()
    #expect(try await !fixture.names().contains("Bob Cole"))
    #expect(fixture.browser.search.field.text == "cl")
    #expect(fixture.selectedName == "Cleo Dahl")
  }

  @Test func theMenuSortsAtOnceAndKeepsTheSelection() async throws {
    let fixture = try await fixture()
    fixture.type("js")
    #expect(try await fixture.settle().lines.contains { $0.contains("✓ Place | Ascending") })
    fixture.press(.escape)
    try await fixture.settle()
    #expect(fixture.browser.sort.id == "place")
    fixture.type("sjj")
    fixture.press(.enter)
    var lines = try await fixture.lines()
    #expect(lines[0].hasSuffix("6 people · Name ↑"))
    #expect(lines[1].hasPrefix(" ▾ A"))
    #expect(fixture.selectedName == "Bob Cole")
    fixture.type("S")
    lines = try await fixture.lines()
    #expect(lines[0].hasSuffix("6 people · Name ↓"))
    #expect(fixture.selectedName == "Bob Cole")
  }

  @Test func aKeyAfterASortIsForWhomWasSelected() async throws {
    let fixture = try await fixture()
    fixture.type("jSD")
    try await fixture.settle()
    #expect(try await !fixture.names().contains("Bob Cole"))
    #expect(try await fixture.names().count == 5)
  }

  @Test func foldsBelongToTheField() async throws {
    let fixture = try await fixture()
    fixture.type("h ")
    #expect(try await fixture.lines()[1].hasPrefix(" ▸ Airport"))
    fixture.type("S")
    #expect(try await fixture.lines().contains { $0.hasPrefix(" ▸ Airport") })
    fixture.type("sjj")
    fixture.press(.enter)
    #expect(try await !fixture.lines().contains { $0.hasPrefix(" ▸") })
    fixture.type("CSsgg")
    fixture.press(.enter)
    #expect(try await fixture.lines().count { $0.hasPrefix(" ▸") } == 1)
    fixture.type("E")
    #expect(try await !fixture.lines().contains { $0.hasPrefix(" ▸") })
  }

  /// Keys from the first record on, and the row that is selected then.
  @Test(arguments: [
    ("h", "▾ Airport"), ("hh", "▸ Airport"), ("hhl", "▾ Airport"), ("hhh", "▸ Airport"), ("l", "❯ Ann Bell"),
    (" ", "▸ Airport"), ("  ", "▾ Airport"), ("k⏎", "▸ Airport"), ("}", "▾ Gym"), ("}}}", "❯ Finn Gray"),
    ("G{", "▾ No place"), ("G{{", "▾ Gym"), ("Gg", "❯ Ann Bell"), ("kkk", "▾ Airport"), ("GGjj", "❯ Finn Gray"),
    ("C", "▸ Airport"), ("CjE", "▾ Gym"), ("CGg", "▸ Airport"),
  ])
  func movesAndFolds(keys: String, row: String) async throws {
    let fixture = try await fixture()
    for key in keys { fixture.press(key == "⏎" ? .enter : .character(key)) }
    let frame = try await fixture.settle()
    let line = try #require(frame.cursor).row
    #expect(frame.lines[line].trimmingPrefix { $0 == " " }.hasPrefix(row))
  }

  @Test func theSortAndTheFoldsAreThereAtTheNextStart() async throws {
    let url = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: url) }
    let file = BrowserStateFile(FilePath(url))
    let first = try await Fixture(stateFile: file)
    try await first.settle()
    first.type("Sh ")
    let lines = try await first.lines()
    let second = try await Fixture(stateFile: file)
    try await second.settle()
    second.type("g}")
    #expect(lines.contains { $0.hasPrefix(" ▸ Airport") })
    #expect(try await second.lines()[1...9] == lines[1...9])
    #expect(second.browser.sort.id == "-place")
  }

  @Test func theMouseScrollsSelectsAndFolds() async throws {
    let fixture = try await Fixture(size: Size(columns: 60, rows: 7))
    try await fixture.settle()
    fixture.host.handle(.mouse(MouseEvent(.scrollDown, at: Position(column: 1, row: 1))))
    var lines = try await fixture.lines()
    #expect(lines[1].hasPrefix(" ▾ Gym"))
    #expect(fixture.selectedName == "Ann Bell")
    fixture.host.handle(.mouse(MouseEvent(.press(.left), at: Position(column: 9, row: 3))))
    try await fixture.settle()
    #expect(fixture.selectedName == "Dora Ek")
    fixture.host.handle(.mouse(MouseEvent(.press(.left), at: Position(column: 9, row: 1))))
    lines = try await fixture.lines()
    #expect(lines.contains { $0.hasPrefix(" ▸ Gym") })
    fixture.host.handle(.mouse(MouseEvent(.press(.left), at: Position(column: 9, row: 6))))
    #expect(try await fixture.lines() == lines)
  }

  @Test func repaintAndSuspendWorkOnEveryScreen() async throws {
    let fixture = try await fixture()
    for open in ["", "/", "s", "a", "?", "d"] {
      fixture.type(open)
      fixture.press(.control("l"), .control("z"), .escape)
      try await fixture.settle()
    }
    #expect(fixture.host.repaints == 6)
    #expect(fixture.host.suspensions == 6)
    #expect(fixture.host.status == nil)
  }

  @Test func controlCIsEscAndQuitsInThePlainList() async throws {
    let fixture = try await fixture()
    for open in ["/x", "s", "a", "?", "d"] {
      fixture.type(open)
      fixture.press(.control("c"))
      try await fixture.settle()
    }
    fixture.type("/gym")
    fixture.press(.enter, .control("c"))
    #expect(try await fixture.lines()[0].contains("6 people"))
    #expect(fixture.host.status == nil)
    fixture.press(.control("c"))
    #expect(fixture.host.status == 130)
  }

  @Test func aSmallerScreenAndBackIsTheSameFrame() async throws {
    let fixture = try await fixture()
    fixture.type("jjjj")
    for open in ["", "/gy", "s"] {
      fixture.type(open)
      let before = try await fixture.settle()
      for size in [Size(columns: 40, rows: 8), Size(columns: 10, rows: 3), Size(columns: 200, rows: 60)] {
        fixture.size = size
        try await fixture.settle()
      }
      fixture.size = Size(columns: 80, rows: 24)
      #expect(try await fixture.settle() == before)
      fixture.press(.escape)
    }
  }
}
