import FetchedResults
import Testing

@testable import ListBrowser
@testable import TerminalUI

/// A form whose record somebody else changes while it is open.
@MainActor
struct BrowserConflictTests {
  /// A browser with Ann's form open, and somebody else's change of her saved meanwhile.
  private func fixture(
    _ keys: String, _ change: @escaping @Sendable (inout Person) -> Void
  ) async throws -> (fixture: Fixture, id: RecordID<Person>) {
    let fixture = try await Fixture(size: Size(columns: 60, rows: 12))
    try await fixture.settle()
    fixture.type("e" + keys)
    let id = try #require(fixture.browser.list.selectedRecord)
    try await fixture.store.write("Elsewhere") { try $0.update(id, change) }
    fixture.press(.control("s"))
    try await fixture.settle()
    return (fixture, id)
  }

  private func person(_ id: RecordID<Person>, in fixture: Fixture) async throws -> Person? {
    var person = try await fixture.store.read { try $0.record(id) }
    person?.id = ""
    return person
  }

  @Test func whatOnlyOneSideHasChangedIsMergedSilently() async throws {
    let (fixture, id) = try await fixture("x") { ($0.place, $0.tags) = ("Gym", ["work"]) }
    #expect(fixture.selectedName == "Ann Bellx")
    #expect(try await person(id, in: fixture) == Person(name: "Ann Bellx", place: "Gym", tags: ["work"], note: "2009"))
  }

  @Test func whatBothHaveChangedIsShownAndChosen() async throws {
    let (fixture, id) = try await fixture("x") { ($0.name, $0.note) = ("Zoë", "2010") }
    expect(
      try await fixture.settle(),
      shows: [
        "0| Edit Ann Bell",
        "2|  Name  Ann Bellx",
        "3|        ↑ This is yours; meanwhile somebody saved “Zoë”.",
        "4| Place  Airport",
        "5|  Note  2010",
        "11| ✗ Ann Bellx was changed meanwhile: ^T chooses.",
      ], cursor: Position(column: 17, row: 2))
    fixture.press(.control("t"))
    let lines = try await fixture.lines()
    #expect(lines[2...3] == ["  Name  Zoë", "        ↑ This is theirs; yours was “Ann Bellx”."])
    fixture.press(.control("t"), .control("s"))
    try await fixture.settle()
    #expect(
      try await person(id, in: fixture) == Person(name: "Ann Bellx", place: "Airport", tags: ["travel"], note: "2010"))
  }

  @Test func theOthersTextCanBeTaken() async throws {
    let (fixture, id) = try await fixture("x") { $0.name = "Zoë" }
    fixture.press(.control("t"), .control("s"))
    try await fixture.settle()
    #expect(fixture.selectedName == "Zoë")
    #expect(try await person(id, in: fixture)?.name == "Zoë")
  }

  @Test func whatTheFormDoesNotShowIsNoConflict() async throws {
    let (fixture, id) = try await fixture("x") { $0.tags = [] }
    #expect(try await person(id, in: fixture) == Person(name: "Ann Bellx", place: "Airport", note: "2009"))
  }
}
