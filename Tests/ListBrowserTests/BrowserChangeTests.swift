import FetchedResults
import Foundation
import Testing

@testable import ListBrowser
@testable import TerminalUI

/// Deleting, undoing, adding and editing, also typed faster than the store answers.
@MainActor
struct BrowserChangeTests {
  private func fixture(animates: Bool = false) async throws -> Fixture {
    let fixture = try await Fixture(animates: animates)
    try await fixture.settle()
    return fixture
  }

  /// Keys after which somebody is deleted, or nobody; and who is selected then.
  @Test(arguments: [
    ("dd", "Ann Bell", "Bob Cole"), ("d⏎", "Ann Bell", "Bob Cole"), ("D", "Ann Bell", "Bob Cole"),
    ("d⎋", nil, "Ann Bell"), ("dj", nil, "Bob Cole"), ("djdd", "Bob Cole", "Cleo Dahl"), ("jd⎋d", nil, "Bob Cole"),
    ("kdd", nil, "header"), ("kD", nil, "header"), ("G", nil, "Finn Gray"), ("GD", "Finn Gray", "Émile Faure"),
  ])
  func theSwipe(keys: String, deleted: String?, selected: String) async throws {
    for animates in [false, true] {
      let fixture = try await fixture(animates: animates)
      let before = Set(try await fixture.names())
      for key in keys { fixture.press(key == "⏎" ? .enter : key == "⎋" ? .escape : .character(key)) }
      try await fixture.settle()
      #expect(before.subtracting(try await fixture.names()) == Set([deleted].compactMap(\.self)))
      #expect(fixture.selectedName ?? "header" == selected)
    }
  }

  @Test func theSwipeSlidesByItself() async throws {
    let fixture = try await fixture(animates: true)
    fixture.type("d")
    try await fixture.wait { $0.lines[2].hasSuffix(" │ ✕ Delete") }
  }

  @Test func whoIsRenamedMeanwhileIsDeletedByTheNewName() async throws {
    let fixture = try await fixture()
    fixture.type("d")
    try await fixture.settle()
    let id = try #require(fixture.browser.selectedRecord?.id)
    try await fixture.browser.store.write("Rename") { context in try context.update(id) { $0.name = "Ann Zander" } }
    try await fixture.wait { $0.lines[23].contains("d delete Ann Zander") }
    fixture.type("d")
    let frame = try await fixture.settle()
    #expect(frame.lines[23] == " ✓ Deleted Ann Zander. u undoes it.")
    #expect(try await fixture.browser.store.read { try $0.steps().first?.label } == "Delete Ann Zander")
  }

  @Test(arguments: ["d", "D", "e"])
  func onAHeaderItAsksForARecord(key: String) async throws {
    let fixture = try await fixture()
    fixture.type("k" + key)
    let lines = try await fixture.lines()
    #expect(lines[23] == " ✗ To \(key == "e" ? "edit" : "delete"), select a person.")
  }

  @Test(arguments: [false, true])
  func eachDOfManyDeletesTheNext(animates: Bool) async throws {
    let fixture = try await fixture(animates: animates)
    fixture.type("DDdd")
    try await fixture.settle()
    #expect(try await fixture.names() == ["Dora Ek", "Émile Faure", "Finn Gray"])
    #expect(fixture.selectedName == "Dora Ek")
    fixture.type("uuu")
    let lines = try await fixture.lines()
    #expect(try await fixture.names().count == 6)
    #expect(lines[23] == " ✓ Undid: Delete Ann Bell")
    #expect(fixture.selectedName == "Ann Bell")
  }

  @Test func undoTwiceThenSwipeNamesEachAndLosesNone() async throws {
    let fixture = try await fixture()
    fixture.type("DD")
    try await fixture.settle()
    fixture.type("uudd")
    try await fixture.settle()
    #expect(try await fixture.names().first == "Bob Cole")
    fixture.type("u")
    let lines = try await fixture.lines()
    #expect(lines[23] == " ✓ Undid: Delete Ann Bell")
    #expect(try await fixture.names().count == 6)
  }

  /// A browser whose undo waits for the store's writer, as it says by now, and what lets it go on.
  private func undoing(thenTyping keys: String) async throws -> (fixture: Fixture, goOn: DispatchSemaphore) {
    let fixture = try await fixture()
    fixture.type("D")
    try await fixture.settle()
    let goOn = DispatchSemaphore(value: 0)
    await withCheckedContinuation { isHeld in
      Task.detached { [store = fixture.store] in
        try await store.write("Hold") { _ in
          isHeld.resume()
          goOn.wait()
        }
      }
    }
    fixture.type("u" + keys)
    try await fixture.wait { $0.lines[23] == " … Undoing. Ctrl-C or q stops it." }
    return (fixture, goOn)
  }

  @Test func whatTakesLongSaysSoAndIsDone() async throws {
    let (fixture, goOn) = try await undoing(thenTyping: "")
    // Another size is nothing that the user has gone on to.
    fixture.size = Size(columns: 70, rows: 20)
    goOn.signal()
    try await fixture.settle()
    #expect(try await fixture.names().count == 6)
    #expect(fixture.selectedName == "Ann Bell")
  }

  @Test func besideWhatTakesLongOneMovesSortsAndSearches() async throws {
    let (fixture, goOn) = try await undoing(thenTyping: "jj")
    #expect(fixture.selectedName == "Cleo Dahl")
    fixture.type("Sk")
    try await fixture.wait { $0.lines[0].hasSuffix("Place ↓") }
    fixture.type("/gym")
    let frame = try await fixture.wait { $0.lines[0].contains("3 of 5") }
    #expect(frame.lines[23] == " / gym")
    fixture.press(.enter)
    fixture.type("?")
    try await fixture.wait { $0.lines[2].contains("↑  k  ^P") }
    fixture.type("?j")
    let selected = fixture.selectedName
    // It needs a record, so it waits for what may change that.
    fixture.type("D")
    try await fixture.wait { $0.lines[23] == " … Undoing. Ctrl-C or q stops it." }
    #expect(fixture.selectedName == selected)
    goOn.signal()
    try await fixture.settle()
    #expect(try await fixture.names().count == 5)
    #expect(try await !fixture.names().contains(try #require(selected)))
  }

  @Test func whatTakesLongSaysHowFarItIs() async throws {
    let fixture = try await fixture()
    let goOn = AsyncStream<Double>.makeStream()
    fixture.browser.step("Working") { _, progress in
      for await fraction in goOn.stream { progress(fraction) }
    }
    goOn.continuation.yield(0)
    try await fixture.wait { $0.lines[23] == " … Working: 0%. Ctrl-C or q stops it." }
    goOn.continuation.yield(0.437)
    try await fixture.wait { $0.lines[23] == " … Working: 43%. Ctrl-C or q stops it." }
    goOn.continuation.finish()
    try await fixture.wait { $0.lines[23].hasPrefix(" / search") }
  }

  @Test func quittingStopsWhatTakesLong() async throws {
    let (fixture, goOn) = try await undoing(thenTyping: "")
    fixture.type("eq")
    goOn.signal()
    try await fixture.settle()
    #expect(fixture.host.status == 0)
    #expect(try await fixture.names().count == 5)
  }

  @Test func whatTakesLongCanBeStopped() async throws {
    let (fixture, goOn) = try await undoing(thenTyping: "DD")
    fixture.press(.control("c"))
    goOn.signal()
    #expect(try await fixture.lines()[23] == " ✓ Stopped. Nothing has changed.")
    #expect(try await fixture.names().count == 5)
    #expect(fixture.host.status == nil)
    fixture.type("u")
    #expect(try await fixture.lines()[23] == " ✓ Undid: Delete Ann Bell")
  }

  @Test func undoDuringADeletionIsDoneAfterIt() async throws {
    let fixture = try await fixture(animates: true)
    fixture.type("DuGD")
    try await fixture.settle()
    #expect(try await fixture.names() == ["Ann Bell", "Bob Cole", "Cleo Dahl", "Dora Ek", "Émile Faure"])
  }

  @Test func undoUnfoldsTheSectionOfWhomItBringsBack() async throws {
    let fixture = try await fixture()
    fixture.type("jDC")
    try await fixture.settle()
    fixture.type("u")
    try await fixture.settle()
    #expect(fixture.selectedName == "Bob Cole")
  }

  @Test func undoOfWhatTheSearchHidesSaysSo() async throws {
    let fixture = try await fixture()
    fixture.type("D/gym")
    fixture.press(.enter)
    fixture.type("u")
    let lines = try await fixture.lines()
    #expect(lines[23] == " ✓ Undid: Delete Ann Bell. The search does not show it; Esc clears it.")
    fixture.type("uu")
    #expect(try await fixture.lines()[23] == " ✓ There is nothing to undo.")
  }

  @Test func redoDoesItAgain() async throws {
    let fixture = try await fixture()
    fixture.type("Du")
    fixture.press(.control("r"))
    #expect(try await fixture.lines()[23] == " ✓ Redid: Delete Ann Bell")
    #expect(try await fixture.names().first == "Bob Cole")
  }

  @Test func theSwipedOneIsDeletedWhereverSheHasMoved() async throws {
    let fixture = try await fixture()
    fixture.type("d")
    let id = try #require(fixture.browser.list.selectedRecord)
    try await fixture.store.write("Move") { context in
      try context.update(id) { $0.place = "Zoo" }
      try context.insert(Person(name: "Aaron", place: "Airport"))
    }
    try await fixture.wait { $0.lines.contains { $0.hasPrefix(" ▾ Zoo") } }
    fixture.type("d")
    try await fixture.settle()
    #expect(try await fixture.names() == ["Aaron", "Bob Cole", "Cleo Dahl", "Dora Ek", "Émile Faure", "Finn Gray"])
  }

  @Test func aSwipeEndsWhenSomebodyElseDeletesTheRow() async throws {
    let fixture = try await fixture()
    fixture.type("d")
    let id = try #require(fixture.browser.list.selectedRecord)
    try await fixture.store.write("Delete") { try $0.delete(id) }
    try await fixture.wait { !$0.lines.joined().contains("Ann Bell") }
    fixture.type("d")
    try await fixture.settle()
    #expect(try await fixture.names().count == 5)
  }

  @Test func addsWithAFormAndSaysWhenTheSearchHidesIt() async throws {
    let fixture = try await fixture()
    fixture.type("aKim Lee")
    fixture.press(.tab)
    fixture.type("Airport")
    fixture.press(.control("s"))
    try await fixture.settle()
    fixture.type("Du")
    var lines = try await fixture.lines()
    #expect(fixture.selectedName == "Kim Lee")
    #expect(lines[23] == " ✓ Undid: Delete Kim Lee")
    fixture.type("/gym")
    fixture.press(.enter)
    fixture.type("aLou")
    fixture.press(.control("s"))
    lines = try await fixture.lines()
    #expect(lines[23] == " ✓ Added Lou, which the search does not show. Esc clears it.")
    #expect(fixture.selectedName == "Cleo Dahl")
  }

  @Test func editsAndFollowsTheRowWhereItGoes() async throws {
    let fixture = try await fixture()
    fixture.press(.enter, .tab, .control("u"))
    fixture.type("Zoo")
    fixture.press(.enter, .enter)
    let frame = try await fixture.settle()
    #expect(fixture.selectedName == "Ann Bell")
    #expect(frame.lines[7].hasPrefix(" ▾ Zoo"))
    fixture.type("u")
    #expect(try await fixture.lines()[23] == " ✓ Undid: Edit Ann Bell")
  }

  @Test func aFormOfSomebodyWhoWasDeletedStaysOpen() async throws {
    let fixture = try await fixture()
    fixture.type("ex")
    let id = try #require(fixture.browser.list.selectedRecord)
    try await fixture.store.write("Delete") { try $0.delete(id) }
    fixture.press(.control("s"))
    let lines = try await fixture.lines()
    #expect(lines[0] == " Edit Ann Bell")
    #expect(lines[2] == "  Name  Ann Bellx")
    #expect(lines[23] == " ✗ Ann Bellx has been deleted meanwhile.")
  }

  @Test func aStoreThatHasVanishedIsSaidAndNothingIsLost() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let url = folder.appending(path: "people.sqlite")
    let fixture = try await Fixture(at: .file(url), animates: true)
    try await fixture.settle()
    try FileManager.default.removeItem(at: url)
    fixture.type("D")
    var lines = try await fixture.wait { $0.lines[22].contains("✗") || $0.lines[23].contains("✗") }.lines
    #expect(fixture.host.status == nil)
    #expect(lines[22...].joined().contains("people.sqlite"))
    #expect(lines[2].hasPrefix("   ❯ Ann Bell"))
    fixture.type("ax")
    fixture.press(.control("s"))
    lines = try await fixture.wait { _ in fixture.browser.steps.count == 0 }.lines
    #expect(lines[22...].joined().contains("✗"))
    #expect(lines[2] == "  Name  x")
    fixture.press(.escape)
    fixture.type("Dq")
    try await fixture.wait { _ in fixture.host.status != nil }
    #expect(fixture.browser.failure != nil)
  }

  @Test func quittingWaitsForWhatIsBeingWritten() async throws {
    let fixture = try await fixture()
    fixture.type("Dq")
    try await fixture.settle()
    #expect(fixture.host.status == 0)
    #expect(try await fixture.names().count == 5)
  }

  @Test func anAppsOwnKeyGetsTheSelectedRecord() async throws {
    var content = PeopleContent()
    content.commands.append(
      BrowserCommand("copy-name", keys: .character("y"), title: "copy the name", hint: "copy", needs: .record) {
        "Copied \($0.record?.name ?? "")."
      })
    let fixture = try await Fixture(content: content, size: Size(columns: 90, rows: 24))
    #expect(try await fixture.lines()[23].contains("u undo   y copy   ? help"))
    fixture.type("jy")
    #expect(try await fixture.lines()[23] == " ✓ Copied Bob Cole.")
    fixture.type("ky")
    #expect(try await fixture.lines()[23] == " ✓ Copied Ann Bell.")
    fixture.type("ky")
    #expect(try await fixture.lines()[23] == " ✗ To copy, select a person.")
    #expect(try await fixture.names().count == 6)
  }

  @Test func anAppsOwnKeyIsOneStep() async throws {
    let fixture = try await fixture()
    fixture.type("X")
    var lines = try await fixture.lines()
    #expect(lines[23] == " ✓ Removed everybody.")
    #expect(lines[11].contains("No people yet."))
    fixture.type("u")
    lines = try await fixture.lines()
    #expect(lines[23] == " ✓ Undid: Remove everybody")
    #expect(try await fixture.names().count == 6)
  }
}
