import FetchedResults
import Foundation
import SQLite
import SeededRandom
import Testing

@testable import ListBrowser
@testable import TerminalUI

/// Ten thousand changes from outside while keys are pressed: whoever is selected stays selected, on the same line of the
/// screen, for as long as she exists.
@MainActor
struct OutsideChangesTests {
  @Test(arguments: [1, 2, 3, 4])
  func theSelectionStays(seed: UInt64) async throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "outside-\(UUID().uuidString).sqlite")
    defer { for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: url.path + suffix) } }
    var random = SeededGenerator(seed: seed)
    let people = (0..<120).map { Person(name: "Name \($0)", place: "Place \($0 % 11)") }
    let fixture = try await Fixture(people, at: .file(url), size: Size(columns: 50, rows: 14))
    try await fixture.settle()
    let tool = try Connection(path: url.path, access: .readWrite)
    let browser = fixture.browser

    for round in 0..<125 {
      let keys: [Key] = [
        .down, .up, .pageDown, .pageUp, .end, .home, .character("}"), .character("{"), .character("S"),
      ]
      for _ in 0..<random.number(below: 4) { fixture.press(keys[random.number(below: keys.count)]) }
      try await fixture.settle()
      let selected = browser.list.selection
      let line = browser.list.selectedRow - browser.list.top

      try tool.transaction { for _ in 0..<20 { try change(tool, &random) } }
      await browser.controller?.reload()
      try await fixture.settle()

      let list = browser.list
      guard case .record(let id) = selected else { continue }
      let exists = try tool.first("SELECT 1 FROM person WHERE pk = ?", [.integer(id.key)]) { _ in true } ?? false
      guard exists else {
        #expect(list.rows.count == 0 || list.selection != nil, "seed \(seed), round \(round)")
        continue
      }
      #expect(list.selection == selected, "seed \(seed), round \(round)")
      // At either end there may be too few rows left above or below.
      let lowest = max(0, list.rows.count - list.height)
      let expectedTop = max(0, min(list.selectedRow - line, lowest))
      #expect(list.top == expectedTop, "seed \(seed), round \(round)")
    }
    #expect(browser.list.snapshot.count > 0)
  }

  /// One change such as another tool may make.
  private func change(_ tool: Connection, _ random: inout SeededGenerator) throws {
    let place = Value.text("Place \(random.number(below: 13))")
    let name = Value.text("Name \(random.number(below: 1000))")
    let any = "(SELECT pk FROM person ORDER BY pk LIMIT 1 OFFSET \(random.number(below: 100)))"
    switch random.number(below: 5) {
    case 0: try tool.run("INSERT INTO person (name, place) VALUES (?, ?)", [name, place])
    case 1: try tool.run("DELETE FROM person WHERE pk = \(any)")
    case 2: try tool.run("UPDATE person SET place = ? WHERE pk = \(any)", [place])
    case 3: try tool.run("UPDATE person SET name = ? WHERE pk = \(any)", [name])
    default: try tool.run("UPDATE person SET place = NULL WHERE pk = \(any)")
    }
  }
}
