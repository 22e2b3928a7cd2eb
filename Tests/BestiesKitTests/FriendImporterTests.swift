import BestiesKit
import FetchedResults
import Foundation
import SQLite
import Synchronization
import Testing

/// Drafts taken into a store, whatever is there already.
@Suite struct FriendImporterTests {
  /// The rows that statements have read, and how many statements there were.
  private final class Work: Sendable {
    private let counts = Mutex((statements: 0, rows: 0))

    var statements: Int { counts.withLock(\.statements) }
    var rows: Int { counts.withLock(\.rows) }

    var log: StoreLog {
      StoreLog(subsystem: "besties", level: .debug, categories: [.sql]) { [self] line in
        let rows = line.split(separator: " ms, ").last?.prefix { $0.isNumber }
        counts.withLock { counts in
          counts.statements += 1
          counts.rows += rows.flatMap { Int($0) } ?? 0
        }
      }
    }
  }

  private static func draft(_ name: String, place: String?? = nil, note: String? = nil, id: String? = nil)
    -> FriendDraft
  {
    var draft = FriendDraft()
    draft.id = id
    draft.name = .set(name)
    if let place { draft.meetingPlace = .set(place) }
    if let note { draft.note = .set(note) }
    return draft
  }

  @discardableResult
  private static func take(
    _ drafts: [FriendDraft], into store: Store, fraction: Bool = true
  ) async throws -> [FriendImporter.Outcome] {
    try await store.write("Import") { context in
      var importer = try FriendImporter(in: context, addedAt: Date(timeIntervalSince1970: 0))
      return try drafts.enumerated().map { index, draft in
        try importer.take(
          draft, prepared: index % 3 == 0 ? nil : importer.preparation.prepare(draft),
          fraction: fraction ? Double(index + 1) / Double(drafts.count) : nil)
      }
    }
  }

  private static func friends(_ store: Store) async throws -> [Friend] {
    try await store.read { try $0.fetch(FetchRequest<Friend>()) }
  }

  // MARK: Work

  private static let manyNames: [(String, @Sendable (Int) -> FriendDraft)] = [
    ("one name", { _ in draft("Ann") }), ("one name, many notes", { draft("Ann", note: "\($0)") }),
    ("many names", { draft("Ann \($0)") }), ("two names", { draft("Ann \($0 % 2)", place: $0 % 3 == 0 ? nil : "Gym") }),
    ("one name in two spellings", { draft($0 % 2 == 0 ? "Zoe\u{308}" : "Zo\u{eb}") }),
    ("one note with two line ends", { draft("Ann", note: $0 % 2 == 0 ? "a\r\nb" : "a\nb") }),
  ]

  /// Twice as many rows take at most a little more than twice the work, and a second time no friend is made.
  @Test(arguments: manyNames.indices, [true, false])
  func theWorkFollowsTheNumberOfRows(index: Int, fraction: Bool) async throws {
    let (name, draft) = Self.manyNames[index]
    var works: [Int] = []
    for count in [400, 800] {
      let work = Work()
      let store = Store(at: .temporary, schema: .besties, log: work.log)
      let drafts = (0..<count).map(draft)
      #expect(try await Self.take(drafts, into: store, fraction: fraction).allSatisfy { $0 == .created }, "\(name)")
      let before = (work.statements, work.rows)
      #expect(try await Self.take(drafts, into: store, fraction: fraction).allSatisfy { $0 == .unchanged }, "\(name)")
      works.append(work.statements - before.0 + work.rows - before.1)
      #expect(try await store.read { try $0.count(FetchRequest<Friend>()) } == count)
    }
    #expect(works[1] < 3 * works[0], "\(name): \(works)")
    #expect(works[1] < 800 * 8, "\(name): \(works)")
  }

  /// A friend who is there already must not make rows that are new, or changed, dearer.
  @Test func newAndChangedRowsTakeAsManyStatementsAsInAnEmptyStore() async throws {
    let drafts = (0..<2000).map { Self.draft("Ann \($0)", place: "Gym", id: "a-\($0)") }
    let changed = (0..<2000).map { Self.draft("Ann \($0)", place: "Choir", id: "a-\($0)") }
    var statements: [Int] = []
    let work = Work()
    let store = Store(at: .temporary, schema: .besties, log: work.log)
    let other = Store(at: .temporary, schema: .besties, log: work.log)
    try await Self.take([Self.draft("Someone")], into: other)
    for (store, drafts) in [(store, drafts), (other, drafts), (other, changed)] {
      let before = work.statements
      try await Self.take(drafts, into: store)
      statements.append(work.statements - before)
    }
    #expect(statements[1] < statements[0] * 13 / 10 + 256 * 12, "\(statements)")
    #expect(statements[2] < statements[0] * 3 / 2 + 256 * 24, "\(statements)")
    #expect(try await Self.friends(other).filter { $0.meetingPlace == "Choir" }.count == 2000)
  }

  // MARK: Meaning

  /// What each draft means, found out in the plainest way there is.
  private static func reference(_ drafts: [FriendDraft], _ friends: [Friend]) -> [FriendImporter.Outcome] {
    var friends = friends
    let oldCount = friends.count
    var taken: Set<Int> = []
    func plain(_ friend: Friend) -> Friend {
      var friend = friend
      friend.note = friend.note.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
      return friend
    }
    return drafts.map { draft in
      if let id = draft.id, let index = friends.firstIndex(where: { $0.id == id }) {
        taken.insert(index)
        let changed = draft.applied(to: friends[index])
        defer { friends[index] = changed }
        return changed == friends[index] ? .unchanged : .updated
      }
      if draft.id == nil,
        let index = friends.indices.prefix(oldCount).first(where: { index in
          !taken.contains(index) && plain(draft.applied(to: friends[index])) == plain(friends[index])
        })
      {
        taken.insert(index)
        return .unchanged
      }
      var friend = draft.applied(to: Friend(id: draft.id ?? "", name: "", addedAt: .now))
      if friend.id.isEmpty { friend.id = "new \(friends.count)" }
      friends.append(friend)
      return .created
    }
  }

  @Test(arguments: 1...12) func draftsMeanWhatTheReferenceSays(seed: UInt64) async throws {
    var state = seed &* 0x9E37_79B9_7F4A_7C15
    func random(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }
    func drafts(_ count: Int) -> [FriendDraft] {
      (0..<count).map { _ in
        var draft = Self.draft(["Ann", "Zoe\u{308}", "Zo\u{eb}", "zoë", " ", "김"][random(6)])
        if random(3) > 0 { draft.meetingPlace = .set([nil, "Gym", "gym"][random(3)]) }
        if random(3) > 0 { draft.note = .set(["", "a\nb", "a\r\nb", "a\rb"][random(4)]) }
        if random(4) == 0 { draft.tags = .set([[], ["x"], ["x", "y"]][random(3)]) }
        if random(9) == 0 { draft.meetingDate = .set(nil) }
        if random(9) == 0 { draft.birthday = .set(nil) }
        if random(9) == 0 { draft.phones = .set([]) }
        if random(5) == 0 { draft.id = "id-\(random(40))" }
        return draft
      }
    }
    let store = Store(at: .temporary, schema: .besties)
    for round in 0..<4 {
      let before = try await Self.friends(store)
      let taken = drafts([600, 30, 400, 300][round])
      let outcomes = try await Self.take(taken, into: store, fraction: round % 2 == 0)
      #expect(outcomes == Self.reference(taken, before))
      let after = try await Self.friends(store)
      #expect(after.count == before.count + outcomes.count { $0 == .created })
      try await store.undo()
      #expect(try await Self.friends(store) == before)
      try await store.redo()
      #expect(try await Self.friends(store) == after)
    }
  }

  @Test(arguments: [-100, -5, 1_000_000_000, 10_000_000_000, 90_000_000_000_000, .max - 2] as [Int64])
  func equalFriendsOfAnyKeysAreEachMeantOnce(key: Int64) async throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "keys-\(UUID().uuidString).sqlite")
    defer { for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: url.path + suffix) } }
    let store = Store(at: .file(url), schema: .besties)
    try await Self.take([Self.draft("Ann"), Self.draft("Ann"), Self.draft("Bo")], into: store)
    try Connection(path: url.path, access: .readWrite).execute("UPDATE friend SET pk = \(key) WHERE pk = 1")
    let drafts = [Self.draft("Ann"), Self.draft("Ann"), Self.draft("Ann"), Self.draft("Bo", id: "b")]
    #expect(try await Self.take(drafts, into: store) == [.unchanged, .unchanged, .created, .created])
    #expect(try await Self.friends(store).map(\.name).sorted() == ["Ann", "Ann", "Ann", "Bo", "Bo"])
    try await store.undo()
    #expect(try await Self.friends(store).count == 3)
  }
}
