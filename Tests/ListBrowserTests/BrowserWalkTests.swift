import FetchedResults
import Foundation
import SeededRandom
import Testing

@testable import ListBrowser
@testable import TerminalUI

/// A walk of random keys, sorts, searches, deletions and undos, each looked at closely.
@MainActor
struct BrowserWalkTests {
  @Test(arguments: [1, 2, 3, 4])
  func aThousandKeys(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let fixture = try await Fixture(Self.crowd, size: Size(columns: 60, rows: 14), animates: seed % 2 == 0)
    try await fixture.settle()
    let before = try await fixture.people()
    for step in 0..<250 {
      // Several keys at once, as a fast typist or a slow line brings them.
      let keys = (0..<random.number(below: 4) + 1).flatMap { _ in random.keys() }
      for key in keys {
        fixture.press(key)
        // What is typed while a form is being saved is for the form.
        if key == .control("s") { try await fixture.settle() }
      }
      let frame = try await fixture.settle()
      try check(frame, fixture, "seed \(seed), step \(step): \(keys)")
      #expect(fixture.host.status == nil)
    }
    fixture.press(.escape, .escape)
    try await fixture.settle()
    var undone = 0
    repeat {
      fixture.press(.character("u"))
      try await fixture.settle()
      undone += 1
      try #require(
        fixture.browser.messages.message?.kind == .notice && undone < 2000,
        "\(fixture.browser.messages.message?.message ?? "")")
    } while fixture.browser.messages.message?.message != "There is nothing to undo."
    // The very first step filled the store.
    try await fixture.store.redo(1)
    #expect(try await fixture.people() == before)
  }

  private func check(_ frame: Frame, _ fixture: Fixture, _ when: String) throws {
    let comment = Comment(rawValue: when)
    let browser = fixture.browser
    for row in 0..<frame.size.rows {
      #expect(frame.lines[row].displayWidth <= frame.size.columns, comment)
    }
    let list = browser.list
    #expect(list.item(at: list.selectedRow) == list.selection, comment)
    switch browser.mode {
    case .list, .search, .swipe: break
    default: return
    }
    #expect(list.rows.count == 0 || list.lines.contains { list.row(onLine: $0) == list.selectedRow }, comment)
    for line in list.lines {
      guard case .record(let position, let section) = list.rows[list.row(onLine: line)] else { continue }
      let record = try #require(browser.record(list.snapshot[position], inSection: section), comment)
      let header = list.snapshot.sections[section].identifier
      if browser.sort.key == "place" { #expect(record.place == header, comment) }
      for word in browser.search.words { #expect(record.searchText.localizedStandardContains(word), comment) }
    }
  }

  private static let crowd: [Person] = {
    var random = SeededGenerator(seed: 99)
    let names = ["Zoë", "Łukasz", "佐藤", "Ann", "👩‍👩‍👧 Kim", "e\u{301}da", "محمد", "Bo\u{1B}b", "Ω"]
    return (0..<80).map { index in
      Person(
        name: "\(names[random.number(below: names.count)]) \(index)",
        place: random.number(below: 8) == 0 ? nil : "Place \(random.number(below: 9))",
        tags: random.number(below: 3) == 0 ? ["work"] : [])
    }
  }()
}

extension Fixture {
  /// Everybody, as the store has them.
  fileprivate func people() async throws -> [Person] {
    try await store.read { try $0.fetch(FetchRequest<Person>()) }.sorted { $0.id < $1.id }
  }
}

extension SeededGenerator {
  /// One thing that a user does, as keys.
  mutating func keys() -> [Key] {
    func text(_ text: String) -> [Key] { text.map { .character($0) } }
    let moves: [Key] = [
      .up, .down, .down, .pageUp, .pageDown, .home, .end, .left, .right, .control("u"), .control("d"),
      .character("{"), .character("}"), .character(" "),
    ]
    switch number(below: 24) {
    case 0: return [.character("C")]
    case 1: return [.character("E")]
    case 2: return [.character("S")]
    case 3: return text("s" + String(repeating: "j", count: number(below: 4))) + [.enter]
    case 4: return text("/wo") + [.enter]
    case 5: return text("/place \(number(below: 9))") + [.enter]
    case 6: return text("/zo") + [.backspace, .backspace, .escape]
    case 7: return text("/kim") + [.down, .down, .enter, .escape]
    case 8: return text("dd")
    case 9: return [.character("d"), .escape]
    case 10: return text("dj")
    case 11: return [.character("D")]
    case 12, 13: return [.character("u")]
    case 14: return [.character("D"), .character("u")]
    case 15: return text("aNew \(number(below: 99))") + [.control("s")]
    case 16: return [.character("e"), .control("u")] + text("Ed \(number(below: 99))") + [.control("s"), .escape]
    case 17: return [.escape]
    default: return [moves[number(below: moves.count)]]
    }
  }
}
