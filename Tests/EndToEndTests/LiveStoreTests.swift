import BestiesKit
import FetchedResults
import Foundation
import Testing

/// A list that is open while other processes write to its store.
@MainActor
struct LiveStoreTests {
  let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  /// Waits until the controller shows what a fresh fetch finds.
  private func waitUntilCurrent(
    _ controller: FetchedResultsController<String?, Friend>, _ store: Store
  ) async throws -> Snapshot<String?, Friend> {
    let deadline = ContinuousClock.now + .seconds(30)
    while ContinuousClock.now < deadline {
      let fresh = try await store.read { try $0.snapshot(FriendSort.default.request()) }
      if controller.snapshot == fresh { return fresh }
      try await Task.sleep(for: .milliseconds(5))
    }
    throw CancellationError()
  }

  @Test(arguments: [3, 4])
  func atRestTheListIsWhatAFreshFetchFinds(seed: UInt64) async throws {
    var state = seed
    func random(_ limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % limit
    }
    try sandbox.besties("add", "Ann", "--place", "Gym")
    let store = Store(
      at: .file(sandbox.folder.appending(path: "friends.sqlite")), schema: .besties)
    let controller = try FetchedResultsController(FriendSort.default.request(), in: store)
    for round in 0..<40 {
      switch random(7) {
      case 0: try sandbox.besties("add", "Friend \(round)", "--place", "Place \(random(4))", "--tag", "t\(random(3))")
      case 1:
        try sandbox.sqlite("INSERT INTO friend(name, meeting_place) VALUES ('Shell \(round)', 'Place \(random(5))')")
      case 2: try sandbox.sqlite("UPDATE friend SET name = name || '!' WHERE pk % 3 = \(random(3))")
      case 3: try sandbox.sqlite("DELETE FROM friend WHERE pk = \(1 + random(20))")
      case 4: try sandbox.besties("undo")
      case 5: try sandbox.besties("redo")
      default:
        try await store.write("Own") { context in
          try context.insert(Friend(id: "", name: "Own \(round)", addedAt: .now))
        }
      }
      if round % 8 == 7 { _ = try await waitUntilCurrent(controller, store) }
    }
    let snapshot = try await waitUntilCurrent(controller, store)
    #expect(try sandbox.sqlite("SELECT count(*) FROM friend") == "\(snapshot.count)\n")
    #expect(snapshot.sections.map(\.range.count).reduce(0, +) == snapshot.count)
  }

  @Test func whatADeletionTookUndoBringsBackInAnotherProcess() async throws {
    try sandbox.besties("add", "Ann", "--place", "Gym", "--tag", "climbing")
    let id = try sandbox.add("Zoë", "--place", "Gym", "--tag", "work")
    let store = Store(at: .file(sandbox.folder.appending(path: "friends.sqlite")), schema: .besties)
    let controller = try FetchedResultsController(FriendSort.default.request(), in: store)
    #expect(try await waitUntilCurrent(controller, store).count == 2)
    try await store.write("Delete Zoë") { context in
      if let id: RecordID<Friend> = try context.recordID(of: id) { try context.delete(id) }
    }
    #expect(try await waitUntilCurrent(controller, store).count == 1)
    #expect(try sandbox.besties("undo").status == 0)
    let snapshot = try await waitUntilCurrent(controller, store)
    #expect(snapshot.count == 2)
    #expect(try sandbox.names("work") == ["Zoë"])
  }
}
