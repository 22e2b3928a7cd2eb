import FetchedResults
import Foundation
import Testing

@testable import ListBrowser
@testable import TerminalUI

/// Every screen as literal text.
@MainActor
struct BrowserFrameTests {
  private static let narrow = Size(columns: 40, rows: 10)

  private static func expect(
    _ frame: Frame, shows lines: [String], cursor: Position? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let shown = frame.lines.enumerated().filter { !$0.element.isEmpty }.map { "\($0.offset)|\($0.element)" }
    #expect(shown == lines, sourceLocation: sourceLocation)
    #expect(frame.cursor == cursor, sourceLocation: sourceLocation)
  }

  @Test func theList() async throws {
    let fixture = try await Fixture()
    Self.expect(
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
    let fixture = try await Fixture(size: Self.narrow)
    Self.expect(
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
    Self.expect(
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
    Self.expect(
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
    Self.expect(
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
    Self.expect(
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
    Self.expect(
      try await fixture.settle(),
      shows: [
        "0| People                                                        2 of 6 · Place ↑",
        "1| ▾ Gym                                                                        2",
        "2|   ❯ Cleo Dahl                                    #work #climbing    9 Jun 2021",
        "3|     Émile Faure                                  #work",
        "23| / wo é",
      ], cursor: Position(column: 7, row: 23))
    fixture.press(.enter)
    Self.expect(
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
    Self.expect(
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
    Self.expect(
      try await fixture.settle(),
      shows: [
        "0| People                                                      0 people · Place ↑",
        "11|                                 No people yet.",
        "12|                                  a adds one.",
        "23| / search   s sort   a add   e edit   d delete   u undo   ? help   q quit",
      ])
    fixture.type("/x")
    Self.expect(
      try await fixture.settle(),
      shows: [
        "0| People                                                        0 of 0 · Place ↑",
        "11|                             No person matches “x”.",
        "12|                             Esc clears the search.",
        "23| / x",
      ], cursor: Position(column: 4, row: 23))
  }

  @Test func theSortMenu() async throws {
    let fixture = try await Fixture(size: Self.narrow)
    fixture.type("s")
    Self.expect(
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
    let fixture = try await Fixture(size: Self.narrow)
    try await fixture.settle()
    fixture.type("a")
    fixture.press(.control("s"))
    Self.expect(
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
    let fixture = try await Fixture(size: Self.narrow)
    fixture.type("?")
    Self.expect(
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

  @Test func aSwipeOnItsWay() async throws {
    let fixture = try await Fixture(size: Self.narrow)
    try await fixture.settle()
    let id = try #require(fixture.browser.list.selectedRecord)
    fixture.browser.mode = .swipe(Swipe(id: id, name: "Ann Bell", progress: 0.5))
    Self.expect(
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
    Self.expect(
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
    Self.expect(
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
    let fixture = try await Fixture(content: content, size: Self.narrow)
    Self.expect(
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
    Self.expect(
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

  @Test(arguments: [(10, 3), (19, 24), (80, 4), (1, 1)])
  func tooSmall(columns: Int, rows: Int) async throws {
    let fixture = try await Fixture(size: Size(columns: columns, rows: rows))
    let text = columns == 1 ? "…" : "too small"
    Self.expect(try await fixture.settle(), shows: ["0|\(text)"])
    fixture.size = Size(columns: 20, rows: 5)
    Self.expect(
      try await fixture.settle(),
      shows: [
        "0| People    6 people",
        "1| ▾ Airport        2",
        "2|   ❯ Ann Bell",
        "3|     Bob Cole",
        "4| ? help   q quit",
      ], cursor: Position(column: 3, row: 2))
  }

  @Test func aStoreThatCanNotBeOpened() async throws {
    let fixture = try await Fixture([], at: .file(URL(filePath: "/no/such/folder/people.sqlite")), size: Self.narrow)
    Self.expect(
      try await fixture.settle(),
      shows: [
        "1|        The list can\'t be shown.",
        "3|  The folder /no/such/folder does not",
        "4|    exist; make it first, or choose",
        "5|             another store.",
        "7|                q quits.",
      ])
    #expect(fixture.browser.failure != nil)
    fixture.type("jd")
    #expect(fixture.host.status == nil)
    fixture.type("q")
    #expect(fixture.host.status == 2)
  }

  @Test func aLookWithoutColours() async throws {
    let fixture = try await Fixture(size: Self.narrow)
    fixture.host.theme = .monochrome
    fixture.type("/ann")
    let frame = try await fixture.settle()
    for line in 0..<10 {
      for run in frame.styledLine(line).runs {
        #expect(run.style.foreground == .standard && run.style.background == .standard)
      }
    }
    let selected = frame.styledLine(2).runs.map { ($0.text, $0.style.attributes) }
    #expect(selected.contains { $0 == ("Ann", [.reverse, .bold, .underline]) })
  }

  @Test func namesOfAllKinds() async throws {
    let people = [
      Person(name: "佐藤 花子 佐藤 花子 佐藤 花子 佐藤", place: "東京", note: "2009"),
      Person(name: "e\u{301}".appending(String(repeating: "\u{323}", count: 9)), place: "東京", note: "2010"),
      Person(name: "👩‍👩‍👧 Kim 👍🏽 🇫🇷 ❤️", place: "東京", note: "2011"),
      Person(name: "Ali علي \u{202E}12", place: "東京", note: "2012"),
      Person(name: "red \u{1B}[31m\u{7}\u{9B}2J\tz\nx", place: "東京", note: "2013"),
      Person(name: String(repeating: "x", count: 300), place: String(repeating: "山", count: 99), note: "2014"),
    ]
    let fixture = try await Fixture(people, size: Size(columns: 40, rows: 12))
    let frame = try await fixture.settle()
    Self.expect(
      frame,
      shows: [
        "0| People              6 people · Place ↑",
        "1| ▾ 山山山山山山山山山山山山山山山山…  1",
        "2|   ❯ xxxxxxxxxxxxxxxxxxxxxxxxxxx…  2014",
        "3| ▾ 東京                               5",
        "4|     👩 Kim 👍 🇫🇷 ❤                2011",
        "5|     Ali علي 12                    2012",
        "6|     ẹ̣̣́                             2010",
        "7|     red �[31m��2J�z�x             2013",
        "8|     佐藤 花子 佐藤 花子 佐藤 花…  2009",
        "11| / search   s sort   ? help   q quit",
      ], cursor: Position(column: 3, row: 2))
    #expect(!frame.lines.joined().unicodeScalars.contains { $0.properties.generalCategory == .control })
  }
}
