import FetchedResults
import Foundation
import Testing

@testable import ListBrowser
@testable import TerminalUI

/// A browser on a store of its own, without a terminal.
@MainActor
final class Fixture {
  let store: Store
  let host = FakeHost()
  let browser: ListBrowser<PeopleContent>
  var size: Size {
    get { host.size }
    set { host.resize(to: newValue) }
  }

  init(
    _ people: [Person] = Fixture.people, at location: StoreLocation = .temporary,
    content: PeopleContent = PeopleContent(),
    size: Size = Size(columns: 80, rows: 24), animates: Bool = false, stateFile: BrowserStateFile? = nil,
    opens: Bool = true
  ) async throws {
    store = Store(at: location, schema: .people)
    // Where all tests open stores at once it takes longer than any frame is waited for; a failure shows in the frames.
    if opens { try? await store.open() }
    if !people.isEmpty {
      try await store.write("Fill") { context in for person in people { try context.insert(person) } }
    }
    browser = ListBrowser(
      content, in: store,
      options: BrowserOptions(animates: animates, locale: Locale(identifier: "en_GB"), stateFile: stateFile), host: host
    )
    host.run(browser, size: size)
  }

  static let narrow = Size(columns: 40, rows: 10)

  static let people = [
    Person(name: "Ann Bell", place: "Airport", tags: ["travel"], note: "2009"),
    Person(name: "Bob Cole", place: "Airport", note: "Jun 2024"),
    Person(name: "Cleo Dahl", place: "Gym", tags: ["work", "climbing"], note: "9 Jun 2021"),
    Person(name: "Dora Ek", place: "Gym", note: "9 Jun 2021"),
    Person(name: "Émile Faure", place: "Gym", tags: ["work"]),
    Person(name: "Finn Gray"),
  ]

  func press(_ keys: Key...) { for key in keys { host.handle(.key(key)) } }

  func type(_ text: String) { for character in text { press(.character(character)) } }

  /// Waits until everything that was asked for is done and shown.
  @discardableResult
  func settle() async throws -> Frame {
    try await wait { [browser] _ in browser.isIdle }
  }

  /// Waits until the screen shows what it should.
  @discardableResult
  func wait(until condition: (Frame) -> Bool) async throws -> Frame {
    let deadline = ContinuousClock.now + .seconds(20)
    while ContinuousClock.now < deadline {
      await Task.yield()
      if let frame = host.shownFrame, condition(frame) { return frame }
      try await Task.sleep(for: .milliseconds(1))
    }
    throw Timeout(frame: host.frame?.lines ?? [], wouldBe: browser.draw().lines)
  }

  /// What never came.
  struct Timeout: Error {
    let frame: [String]
    let wouldBe: [String]
  }

  /// The frame after everything has come to rest, without the empty lines in its middle.
  func lines() async throws -> [String] { try await settle().lines }

  var selectedName: String? { browser.selectedRecord?.record.name }

  /// What is selected, and on which line of the screen.
  var place: String { "\(selectedName ?? "header") \(browser.list.selectedRow - browser.list.top)" }

  func names() async throws -> [String] {
    try await store.read { try $0.fetch(FetchRequest<Person>(sortDescriptors: .byName)).map(\.name) }
  }
}

extension ListBrowser {
  /// Whether nothing is being read or written, and all keys have been done.
  var isIdle: Bool {
    if case .failed = mode { return true }
    guard let controller, steps.count == 0, waitingEvents.isEmpty, controller.isCurrent else { return false }
    guard controller.snapshot.isComplete, search.isEmpty || controller.totalCount != nil else { return false }
    if case .swipe(let swipe) = mode, swipe.isCommitted { return false }
    return !controller.load(list.recordsAround)
  }
}

/// Expects a frame to show lines, each written with its number, and nothing else.
func expect(
  _ frame: Frame, shows lines: [String], cursor: Position? = nil, sourceLocation: SourceLocation = #_sourceLocation
) {
  let shown = frame.lines.enumerated().filter { !$0.element.isEmpty }.map { "\($0.offset)|\($0.element)" }
  #expect(shown == lines, sourceLocation: sourceLocation)
  #expect(frame.cursor == cursor, sourceLocation: sourceLocation)
}
