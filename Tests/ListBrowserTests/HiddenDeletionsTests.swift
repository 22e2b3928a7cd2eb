import FetchedResults
import Glibc
import Synchronization
import Testing

@testable import ListBrowser
@testable import TerminalUI

/// What one thread waits for and another raises.
private final class Flag: Sendable {
  private let value = Atomic(false)
  var isUp: Bool { value.load(ordering: .acquiring) }
  func raise() { value.store(true, ordering: .releasing) }
}

/// Rows that are gone from the screen before the store has deleted them.
@MainActor @Suite struct HiddenDeletionsTests {
  @Test func theyAreHiddenUntilASnapshotSawTheirCommit() {
    let (ann, bob) = (RecordID<Person>(key: 1), RecordID<Person>(key: 2))
    var deletions = HiddenDeletions<Person>()
    deletions.hide(ann)
    deletions.hide(bob)
    deletions.reveal(allSeenBy: .max)
    #expect(deletions.ids == [ann, bob])
    deletions.hide(ann, untilSeen: 7)
    deletions.reveal(allSeenBy: 6)
    #expect(deletions.ids == [ann, bob])
    deletions.reveal(allSeenBy: 7)
    #expect(deletions.ids == [bob])
    deletions.reveal(bob)
    #expect(deletions.ids == [])
  }

  /// Other commits, and the snapshots that show them, come before that of the deletion.
  @Test func whoIsBeingDeletedStaysAwayWhateverElseIsCommitted() async throws {
    let fixture = try await Fixture()
    try await fixture.settle()
    let entered = AsyncStream<Void>.makeStream()
    let held = Flag()
    let slow = Task { [store = fixture.store] in
      try await store.write("Slow") { context in
        try context.insert(Person(name: "Zora", place: "Airport"))
        entered.continuation.yield()
        while !held.isUp { usleep(1000) }
      }
    }
    for await _ in entered.stream { break }
    fixture.press(.character("D"))
    for _ in 0..<3 {
      await fixture.browser.controller?.reload()
      let frame = try await fixture.wait { _ in true }
      #expect(!frame.lines.joined().contains("Ann Bell"))
    }
    held.raise()
    _ = try await slow.value
    let frame = try await fixture.wait {
      $0.lines.joined().contains("Zora") && $0.lines[23].contains("Deleted Ann Bell")
    }
    #expect(!frame.lines.joined().contains("Ann Bell  "))
    #expect(try await fixture.names().first == "Bob Cole")
    try await fixture.settle()
    #expect(fixture.browser.deletions.ids == [])
    fixture.press(.character("u"))
    try await fixture.wait { $0.lines.joined().contains("Ann Bell") && $0.lines[23].contains("Undid") }
  }
}
