import BestiesKit
import FetchedResults
import SQLite

/// What changes of single friends take until a list shows them, and what recording changes costs.
@MainActor
struct ChangeFigures {
  private let store: Store
  private let path: String
  private let runs: Int
  private let rows: Int

  /// Figures of a store that may be changed.
  init(path: String, rows: Int, runs: Int) {
    store = Store(at: .file(path), schema: .besties)
    self.path = path
    self.rows = rows
    self.runs = runs
  }

  /// One friend added, edited and deleted.
  func steps(into figures: inout Figures) async throws {
    let controller = try FetchedResultsController(FriendSort.default.request(), in: store)
    await controller.settle()
    let reach = Figure.Reach.milliseconds(rows <= 100_000 ? 50 : 400)
    func settled(_ label: String, _ body: @Sendable @escaping (WriteContext) throws -> Void) async throws -> Duration {
      try await controller.time { [store] _ in try await store.write(label, body) }.all
    }
    for run in 0..<runs {
      let added = try await settled("Add") { try $0.insert(Friend(id: "", name: "Mára \(run)", addedAt: .now)) }
      figures.note("one friend added, of \(rows)", added, reach: reach)
      let id = controller.snapshot[controller.snapshot.count / 2]
      let edited = try await settled("Edit") { try $0.update(id) { $0.meetingPlace = "Maribor \(run)" } }
      figures.note("one friend edited, of \(rows)", edited, reach: reach)
      let deleted = try await settled("Delete") { try $0.delete(id) }
      figures.note("one friend deleted, of \(rows)", deleted, reach: reach)
    }
  }

  /// The difference of two snapshots that differ in a hundred rows.
  func difference(into figures: inout Figures) async throws {
    let controller = try FetchedResultsController(FriendSort.default.request(), in: store)
    await controller.settle()
    for run in 0..<runs {
      let old = controller.snapshot
      let moved = stride(from: 0, to: old.count, by: max(1, old.count / 50)).prefix(50).map { old[$0] }
      try await store.write("Move") { context in
        for id in moved { try context.update(id) { $0.meetingPlace = "Maribor \(run)" } }
      }
      await controller.settle()
      let new = controller.snapshot
      let ours = time { new.difference(from: old) }
      let peer = time { Array(new).difference(from: Array(old)) }
      figures.note(
        "difference of \(rows), \(ours.result.insertions.count + ours.result.deletions.count) rows", ours.duration,
        peer: peer.duration, of: "Array.difference", reach: .milliseconds(20))
    }
  }

  /// What is written with and without a record of it.
  func recording(into figures: inout Figures) throws {
    let connection = try Connection(path: path, access: .readWrite)
    func write(_ count: Int, isRecorded: Bool, _ run: Int) throws -> Duration {
      // Only a record is there to be removed afterwards, which would be a commit more.
      defer { try? connection.run("DELETE FROM store_setting WHERE name = 'bench'") }
      return try time {
        try connection.transaction {
          let recorder = isRecorded ? try ChangeRecorder(connection, tables: ["friend", "friend_stamp"]) : nil
          for key in 1...count {
            try connection.run(
              "UPDATE friend SET note = ? WHERE pk = ?", [.text("\(isRecorded) \(run)"), .integer(Int64(key))])
          }
          if let recorder {
            let bytes = try recorder.changeset().bytes
            try connection.run("INSERT INTO store_setting VALUES ('bench', ?)", [.blob(bytes)])
          }
        }
      }.duration
    }
    let bulk = min(rows, 20_000)
    // The first time all derived rows go, later none is left to.
    _ = try write(bulk, isRecorded: false, runs)
    for run in 0..<runs {
      let unrecorded = try write(bulk, isRecorded: false, run)
      figures.note(
        "\(bulk) friends changed, recorded", try write(bulk, isRecorded: true, run), peer: unrecorded,
        of: "not recorded", reach: .ratio(2.5))
      let one = try write(1, isRecorded: false, run)
      figures.note(
        "one friend changed, recorded", try write(1, isRecorded: true, run), peer: one, of: "not recorded",
        reach: .behind(1))
    }
  }
}
