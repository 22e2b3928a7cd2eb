import FetchedResults
import Foundation
import Testing

@testable import ListBrowser
@testable import TerminalUI

/// Screens as literal text where something is out of the ordinary: the terminal, the store, the names.
@MainActor
struct BrowserOddFrameTests {
  @Test(arguments: [(10, 3), (19, 24), (80, 4), (1, 1)])
  func tooSmall(columns: Int, rows: Int) async throws {
    let fixture = try await Fixture(size: Size(columns: columns, rows: rows))
    let text = columns == 1 ? "…" : "too small"
    expect(try await fixture.settle(), shows: ["0|\(text)"])
    fixture.size = Size(columns: 20, rows: 5)
    expect(
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
    let fixture = try await Fixture([], at: .file(URL(filePath: "/no/such/folder/people.sqlite")), size: Fixture.narrow)
    expect(
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

  @Test func aLookWithoutColors() async throws {
    let fixture = try await Fixture(size: Fixture.narrow)
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

  /// Nothing depends on how long a text is that nobody sees: what is found in it is found at every place.
  @Test(.timeLimit(.minutes(1))) func namesLikeBooks() async throws {
    let names = [
      String(repeating: "a", count: 300_000), "A" + String(repeating: "\u{301}", count: 300_000),
      String(repeating: "aé漢", count: 100_000),
    ]
    let fixture = try await Fixture(names.map { Person(name: $0, place: "Gym") }, size: Size(columns: 20, rows: 6))
    fixture.type("/a")
    let frame = try await fixture.settle()
    expect(
      frame,
      shows: [
        "0| People      3 of 3", "1| ▾ Gym            3", "2|   ❯ Á́́́", "3|     aaaaaaaaaaaaa…",
        "4|     aé漢aé漢aé漢a…", "5| / a",
      ], cursor: Position(column: 4, row: 5))
    #expect(
      frame.styledLine(3).runs.filter { $0.style.attributes.contains(.underline) }.map(\.text) == ["aaaaaaaaaaaaa…"])
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
    expect(
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
