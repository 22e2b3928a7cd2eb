import FetchedResults
import Testing

@testable import ListBrowser
@testable import TerminalUI

/// Where one is during a search and after it. A place is a name and a line of the screen.
@MainActor
struct BrowserSearchTests {
  /// Sixty people, so that the list scrolls.
  private static let crowd = (0..<60).map { index in
    Person(name: "Person \(index)", place: "Place \(index / 10)", tags: index % 7 == 0 ? ["seven"] : [])
  }

  private func crowd() async throws -> Fixture {
    let fixture = try await Fixture(Self.crowd, size: Size(columns: 80, rows: 12))
    try await fixture.settle()
    for _ in 0..<20 { fixture.press(.down) }
    fixture.press(.up, .up, .up, .up, .up)
    try await fixture.settle()
    return fixture
  }

  @Test func aPageThatIsPastedLeavesRoomForTheWayBack() async throws {
    let fixture = try await crowd()
    fixture.type("/")
    fixture.host.handle(.paste(String(repeating: "a page of text ", count: 200)))
    let lines = try await fixture.lines().map { $0.trimmingPrefix { $0 == " " } }
    #expect(lines.contains("No person matches “a page of text a page of text a page of text a …”."))
    #expect(lines.contains("Esc clears the search."))
  }

  @Test func escWhileTypingGoesBackToTheOldSelectionAndScroll() async throws {
    let fixture = try await crowd()
    let before = try await fixture.settle()
    let place = fixture.place
    fixture.type("/seven")
    try await fixture.settle()
    #expect(fixture.selectedName == "Person 14")
    fixture.press(.down, .down)
    fixture.press(.escape)
    #expect(try await fixture.settle() == before)
    #expect(fixture.place == place)
  }

  @Test func escOnAKeptFilterStaysWithTheSelected() async throws {
    let fixture = try await crowd()
    fixture.type("/seven")
    fixture.press(.enter, .down, .down)
    try await fixture.settle()
    let name = fixture.selectedName
    fixture.press(.escape)
    try await fixture.settle()
    #expect(fixture.selectedName == name)
    #expect(fixture.browser.list.snapshot.count == 60)
  }

  @Test func theSelectedStaysSelectedWhileShownElseTheFirstMatchIs() async throws {
    let fixture = try await crowd()
    #expect(fixture.selectedName == "Person 14")
    for (typed, name) in [("/", "Person 14"), ("se", "Person 14"), ("ven", "Person 14"), ("x", nil)] {
      fixture.type(typed)
      try await fixture.settle()
      #expect(fixture.selectedName == name)
    }
    fixture.press(.control("u"))
    fixture.type("Person 2")
    try await fixture.settle()
    #expect(fixture.selectedName == "Person 2")
    fixture.press(.backspace)
    try await fixture.settle()
    #expect(fixture.selectedName == "Person 14")
  }

  @Test func onAHeaderTheFirstMatchIsSelectedAndEscGoesBackToTheHeader() async throws {
    let fixture = try await crowd()
    fixture.type("h")
    let before = try await fixture.settle()
    fixture.type("/seven")
    try await fixture.settle()
    #expect(fixture.selectedName == "Person 0")
    fixture.press(.escape)
    #expect(try await fixture.settle() == before)
  }

  @Test func deletingAllOfTheTextShowsTheListAsItWas() async throws {
    let fixture = try await crowd()
    let before = try await fixture.settle()
    fixture.type("/nobody")
    try await fixture.settle()
    fixture.press(.control("u"))
    try await fixture.settle()
    fixture.press(.enter)
    #expect(try await fixture.settle() == before)
  }

  @Test func typingOnAfterMovingKeepsWhomOneMovedTo() async throws {
    let fixture = try await crowd()
    fixture.type("/Place 3")
    fixture.press(.enter)
    try await fixture.settle()
    fixture.press(.down, .down)
    try await fixture.settle()
    let name = fixture.selectedName
    fixture.press(.character("/"), .backspace)
    try await fixture.settle()
    #expect(fixture.selectedName == name)
    fixture.press(.escape)
    try await fixture.settle()
    #expect(fixture.selectedName == name)
  }

  @Test func aFilterOpensEverySectionUnlessFoldedMeanwhile() async throws {
    let fixture = try await Fixture()
    try await fixture.settle()
    fixture.type("C/gym")
    fixture.press(.enter)
    var lines = try await fixture.lines()
    #expect(lines[1].hasPrefix(" ▾ Gym"))
    fixture.type("h ")
    lines = try await fixture.lines()
    #expect(lines[1].hasPrefix(" ▸ Gym"))
    fixture.type("S")
    lines = try await fixture.lines()
    #expect(lines[1].hasPrefix(" ▸ Gym"))
    fixture.press(.escape)
    lines = try await fixture.lines()
    #expect(lines[1...3].allSatisfy { $0.hasPrefix(" ▸") })
  }

  @Test func aLoneBlankSeeksNothing() async throws {
    let fixture = try await Fixture()
    let before = try await fixture.settle()
    fixture.type("/ ")
    fixture.press(.enter)
    #expect(try await fixture.settle() == before)
    fixture.type("/ann")
    try await fixture.settle()
    #expect(fixture.browser.search.field.text == "ann")
  }

  @Test func aPasteIsWhatToSearchForAndNeverCommands() async throws {
    let fixture = try await Fixture()
    try await fixture.settle()
    fixture.host.handle(.paste("\nddq Ann\nDDD\n"))
    try await fixture.settle()
    #expect(fixture.browser.search.field.text == "ddq Ann")
    #expect(fixture.host.status == nil)
    #expect(try await fixture.names().count == 6)
    fixture.press(.control("u"))
    let long = String(repeating: "0123456789", count: 20)
    fixture.host.handle(.paste(long))
    #expect(fixture.browser.search.field.text == long)
    fixture.press(.escape)
    fixture.host.handle(.paste("gym"))
    fixture.press(.enter)
    fixture.host.handle(.paste("ann"))
    try await fixture.settle()
    #expect(fixture.browser.search.field.text == "ann")
    #expect(fixture.selectedName == "Ann Bell")
  }

  @Test func keysTypedInOneGoMeanWhatWillBeSeen() async throws {
    let fixture = try await Fixture()
    fixture.type("/dora")
    fixture.press(.enter)
    fixture.type("dd")
    fixture.press(.escape)
    try await fixture.settle()
    #expect(try await !fixture.names().contains("Dora Ek"))
    #expect(try await fixture.names().count == 5)
  }
}
