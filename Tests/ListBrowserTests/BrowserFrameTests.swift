import FetchedResults
import Foundation
import Testing

@testable import ListBrowser
@testable import TerminalUI

/// Every screen as literal text.
@MainActor
struct BrowserFrameTests {
  @Test func theList() async throws {
    let fixture = try await Fixture()
    expect(
      try await fixture.settle(),
      shows: [
        "0| People                                                      6 people · Place ↑",
        "1| ▾ Airport                                                                    2",
        "2|   ❯ Ann Bell                                     #travel                  2009",
        "3|     Bob Cole                                                          Jun 2024",
        "4| ▾ Gym                                                                        3",
        "5|     Cleo Dahl                                    #work #climbing    9 Jun 2021",
        "6|     Dora Ek                                                         9 Jun 2021",
        "7|     Émile Faure                                  #work",
        "8| ▾ No place                                                                   1",
        "9|     Finn Gray",
        "23| / search   s sort   a add   e edit   d delete   u undo   ? help   q quit",
      ],
      cursor: Position(column: 3, row: 2))
  }

  @Test func theListOnASmallScreen() async throws {
    let fixture = try await Fixture(size: Fixture.narrow)
    expect(
      try await fixture.settle(),
      shows: [
        "0| People              6 people · Place ↑",
        "1| ▾ Airport                            2",
        "2|   ❯ Ann Bell                      2009",
        "3|     Bob Cole                  Jun 2024",
        "4| ▾ Gym                                3",
        "5|     Cleo Dahl               9 Jun 2021",
        "6|     Dora Ek                 9 Jun 2021",
        "7|     Émile Faure",
        "8| ▾ No place                           1",
        "9| / search   s sort   ? help   q quit",
      ], cursor: Position(column: 3, row: 2))
    fixture.press(.down, .down, .down, .down, .down, .down)
    expect(
      try await fixture.settle(),
      shows: [
        "0| People              6 people · Place ↑",
        "1| ▾ Airport                            2",
        "2|     Ann Bell                      2009",
        "3|     Bob Cole                  Jun 2024",
        "4| ▾ Gym                                3",
        "5|     Cleo Dahl               9 Jun 2021",
        "6|     Dora Ek                 9 Jun 2021",
        "7|     Émile Faure",
        "8| ▾ No place                           1",
        "9| / search   s sort   ? help   q quit",
      ], cursor: Position(column: 1, row: 8))
  }

  @Test func theListOnALargeScreen() async throws {
    let fixture = try await Fixture(size: Size(columns: 200, rows: 60))
    expect(
      try await fixture.settle(),
      shows: [
        "0| People                                                                                                                                                                              6 people · Place ↑",
        "1| ▾ Airport                                                                                                                                                                                            2",
        "2|   ❯ Ann Bell                                                                                                                #travel                                                               2009",
        "3|     Bob Cole                                                                                                                                                                                  Jun 2024",
        "4| ▾ Gym                                                                                                                                                                                                3",
        "5|     Cleo Dahl                                                                                                               #work #climbing                                                 9 Jun 2021",
        "6|     Dora Ek                                                                                                                                                                                 9 Jun 2021",
        "7|     Émile Faure                                                                                                             #work",
        "8| ▾ No place                                                                                                                                                                                           1",
        "9|     Finn Gray",
        "59| / search   s sort   a add   e edit   d delete   u undo   ? help   q quit",
      ], cursor: Position(column: 3, row: 2))
  }

  @Test func foldedSections() async throws {
    let fixture = try await Fixture()
    try await fixture.settle()
    fixture.press(.character("C"))
    expect(
      try await fixture.settle(),
      shows: [
        "0| People                                                      6 people · Place ↑",
        "1| ▸ Airport                                                                    2",
        "2| ▸ Gym                                                                        3",
        "3| ▸ No place                                                                   1",
        "23| / search   s sort   a add   e edit   d delete   u undo   ? help   q quit",
      ], cursor: Position(column: 1, row: 1))
  }

  @Test func searching() async throws {
    let fixture = try await Fixture()
    fixture.type("/")
    expect(
      try await fixture.settle(),
      shows: [
        "0| People                                                      6 people · Place ↑",
        "1| ▾ Airport                                                                    2",
        "2|   ❯ Ann Bell                                     #travel                  2009",
        "3|     Bob Cole                                                          Jun 2024",
        "4| ▾ Gym                                                                        3",
        "5|     Cleo Dahl                                    #work #climbing    9 Jun 2021",
        "6|     Dora Ek                                                         9 Jun 2021",
        "7|     Émile Faure                                  #work",
        "8| ▾ No place                                                                   1",
        "9|     Finn Gray",
        "23| / name, place or tag",
      ], cursor: Position(column: 3, row: 23))
    fixture.type("wo é")
    expect(
      try await fixture.settle(),
      shows: [
        "0| People                                                        2 of 6 · Place ↑",
        "1| ▾ Gym                                                                        2",
        "2|   ❯ Cleo Dahl                                    #work #climbing    9 Jun 2021",
        "3|     Émile Faure                                  #work",
        "23| / wo é",
      ], cursor: Position(column: 7, row: 23))
    fixture.press(.enter)
    expect(
      try await fixture.settle(),
      shows: [
        "0| People                                                        2 of 6 · Place ↑",
        "1| ▾ Gym                                                                        2",
        "2|   ❯ Cleo Dahl                                    #work #climbing    9 Jun 2021",
        "3|     Émile Faure                                  #work",
        "23| / wo é   Esc clear",
      ], cursor: Position(column: 3, row: 2))
  }

  @Test func nobodyFound() async throws {
    let fixture = try await Fixture()
    fixture.type("/xyz")
    expect(
      try await fixture.settle(),
      shows: [
        "0| People                                                        0 of 6 · Place ↑",
        "11|                            No person matches “xyz”.",
        "12|                             Esc clears the search.",
        "23| / xyz",
      ], cursor: Position(column: 6, row: 23))
  }

  @Test func anEmptyStore() async throws {
    let fixture = try await Fixture([])
    expect(
      try await fixture.settle(),
      shows: [
        "0| People                                                      0 people · Place ↑",
        "11|                                 No people yet.",
        "12|                                  a adds one.",
        "23| / search   s sort   a add   e edit   d delete   u undo   ? help   q quit",
      ])
    fixture.type("/x")
    expect(
      try await fixture.settle(),
      shows: [
        "0| People                                                        0 of 0 · Place ↑",
        "11|                             No person matches “x”.",
        "12|                             Esc clears the search.",
        "23| / x",
      ], cursor: Position(column: 4, row: 23))
  }

  @Test func theSortMenu() async throws {
    let fixture = try await Fixture(size: Fixture.narrow)
    fixture.type("s")
    expect(
      try await fixture.settle(),
      shows: [
        "0| People              6 people · Place ↑",
        "1| ▾ Airport                            2",
        "2|   ❯ Ann╭─ Sort ───────────────╮   2009",
        "3|     Bob│ ✓ Place | Ascending  │un 2024",
        "4| ▾ Gym  │   Place | Descending │      3",
        "5|     Cle│   Name | Ascending   │un 2021",
        "6|     Dor│   Name | Descending  │un 2021",
        "7|     Émi╰──────────────────────╯",
        "8| ▾ No place                           1",
        "9| / search   s sort   ? help   q quit",
      ], cursor: Position(column: 12, row: 3))
  }

  @Test func aFormWithAMistake() async throws {
    let fixture = try await Fixture(size: Fixture.narrow)
    try await fixture.settle()
    fixture.type("a")
    fixture.press(.control("s"))
    expect(
      try await fixture.settle(),
      shows: [
        "0| Add a person",
        "2|  Name",
        "3|        ↑ A person needs a name.",
        "4| Place  where",
        "5|  Note",
        "9| ^S save   Esc cancel   Tab next field",
      ], cursor: Position(column: 8, row: 2))
  }

  @Test func help() async throws {
    let fixture = try await Fixture(size: Fixture.narrow)
    fixture.type("?")
    expect(
      try await fixture.settle(),
      shows: [
        "0| People",
        "2| Move",
        "3|   ↑  k  ^P  up",
        "4|   ↓  j  ^N  down",
        "5|   PgUp  ^B  a page up",
        "6|   PgDn  ^F  a page down",
        "7|   ^U        half a page up",
        "8|   ^D        half a page down",
        "9| ↑ ↓ scroll   any other key back",
      ], cursor: Position(column: 1, row: 2))
  }

  @Test func helpAtOnceInTwoColumns() async throws {
    let fixture = try await Fixture()
    fixture.type("?")
    let lines = try await fixture.lines()
    #expect(lines[1] == " Move                                    Find")
    #expect(lines[2] == "   ↑  k  ^P  up                            /         search as you type")
    #expect(lines.contains("   E         expand all                    Esc       clear the search"))
    #expect(lines[23] == " any key back")
    #expect(!lines.joined().contains("…"))
    fixture.type("j")
    #expect(try await fixture.lines()[0].contains("6 people"))
  }

  @Test func aSwipeOnItsWay() async throws {
    let fixture = try await Fixture(size: Fixture.narrow)
    try await fixture.settle()
    let id = try #require(fixture.browser.list.selectedRecord)
    fixture.browser.mode = .swipe(Swipe(id: id, name: "Ann Bell", progress: 0.5))
    fixture.host.setNeedsRender()
    expect(
      try await fixture.settle(),
      shows: [
        "0| People              6 people · Place ↑",
        "1| ▾ Airport                            2",
        "2|nn Bell                      2009  │ ✕ D",
        "3|     Bob Cole                  Jun 2024",
        "4| ▾ Gym                                3",
        "5|     Cleo Dahl               9 Jun 2021",
        "6|     Dora Ek                 9 Jun 2021",
        "7|     Émile Faure",
        "8| ▾ No place                           1",
        "9| d delete Ann Bell   Esc put back",
      ], cursor: Position(column: 0, row: 2))
    fixture.browser.mode = .swipe(Swipe(id: id, name: "Ann Bell"))
    fixture.host.setNeedsRender()
    expect(
      try await fixture.settle(),
      shows: [
        "0| People              6 people · Place ↑",
        "1| ▾ Airport                            2",
        "2|l                      2009  │ ✕ Delete",
        "3|     Bob Cole                  Jun 2024",
        "4| ▾ Gym                                3",
        "5|     Cleo Dahl               9 Jun 2021",
        "6|     Dora Ek                 9 Jun 2021",
        "7|     Émile Faure",
        "8| ▾ No place                           1",
        "9| d delete Ann Bell   Esc put back",
      ], cursor: Position(column: 0, row: 2))
    fixture.browser.mode = .swipe(Swipe(id: id, name: "Ann Bell", isCommitted: true, progress: 0.5))
    let frame = fixture.browser.draw()
    expect(
      frame,
      shows: [
        "0| People              6 people · Place ↑",
        "1| ▾ Airport                            2",
        "2|         2009  │ ✕ Delete",
        "3|     Bob Cole                  Jun 2024",
        "4| ▾ Gym                                3",
        "5|     Cleo Dahl               9 Jun 2021",
        "6|     Dora Ek                 9 Jun 2021",
        "7|     Émile Faure",
        "8| ▾ No place                           1",
        "9| / search   s sort   ? help   q quit",
      ], cursor: Position(column: 0, row: 2))
  }

  @Test func messages() async throws {
    var content = PeopleContent()
    content.notice = "These are samples. They are here to look around, and X removes them."
    let fixture = try await Fixture(content: content, size: Fixture.narrow)
    expect(
      try await fixture.settle(),
      shows: [
        "0| People              6 people · Place ↑",
        "1| ▾ Airport                            2",
        "2|   ❯ Ann Bell                      2009",
        "3|     Bob Cole                  Jun 2024",
        "4| ▾ Gym                                3",
        "5|     Cleo Dahl               9 Jun 2021",
        "6|     Dora Ek                 9 Jun 2021",
        "7|     Émile Faure",
        "8| ✓ These are samples. They are here to",
        "9|   look around, and X removes them.",
      ], cursor: Position(column: 3, row: 2))
    fixture.press(.home)
    try await fixture.settle()
    fixture.browser.say("The disk is full.", kind: .error)
    fixture.host.setNeedsRender()
    expect(
      try await fixture.settle(),
      shows: [
        "0| People              6 people · Place ↑",
        "1| ▾ Airport                            2",
        "2|   ❯ Ann Bell                      2009",
        "3|     Bob Cole                  Jun 2024",
        "4| ▾ Gym                                3",
        "5|     Cleo Dahl               9 Jun 2021",
        "6|     Dora Ek                 9 Jun 2021",
        "7|     Émile Faure",
        "8| ▾ No place                           1",
        "9| ✗ The disk is full.",
      ], cursor: Position(column: 3, row: 2))
  }
}
