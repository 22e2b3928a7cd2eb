import FetchedResults
import Foundation
import Observation
import SQLite
import Synchronization
import Testing

/// What a controller promises to those who watch it.
@MainActor @Suite struct ControllerTests {
  private typealias Controller = FetchedResultsController<String?, Person>

  private static let byPlace = PersonSort((.place, false), (.name, false))
  private static let byName = PersonSort((.name, false))

  private static func store(_ count: Int = 12) async throws -> Store {
    try await .holding((0..<count).map { Person(name: "Name \($0)", place: "Place \($0 % 3)") })
  }

  /// Calls the body whenever what it reads has changed, until the test is over.
  @MainActor private final class Recorder<Value: Sendable> {
    private(set) var values: [Value] = []
    private let read: @MainActor () -> Value

    init(_ read: @escaping @MainActor () -> Value) {
      self.read = read
      observe()
    }

    private func observe() {
      let value = withObservationTracking(read) { [weak self] in
        Task { @MainActor in self?.observe() }
      }
      values.append(value)
    }
  }

  @Test func theFirstValueIsEmptyAndTheFetchedOneIsObserved() async throws {
    let controller = try Controller(sectioned(Self.byPlace), in: try await Self.store())
    #expect(controller.snapshot.isEmpty)
    #expect(!controller.snapshot.isComplete)
    #expect(controller.totalCount == nil)
    let (changes, continuation) = AsyncStream<Void>.makeStream()
    withObservationTracking {
      _ = controller.snapshot
    } onChange: {
      continuation.yield()
    }
    for await _ in changes { break }
    await controller.settle()
    #expect(controller.snapshot.sections.map(\.identifier) == ["Place 0", "Place 1", "Place 2"])
    #expect(controller.snapshot.sections.map(\.range) == [0..<4, 4..<8, 8..<12])
    #expect(controller.totalCount == 12)
  }

  @Test func aChangeOfManyFieldsShowsOnlyTheirResultAtOnce() async throws {
    let controller = try Controller(sectioned(Self.byPlace), in: try await Self.store())
    await controller.settle()
    let recorder = Recorder { controller.snapshot.sections.map(\.identifier) }
    try controller.configure {
      $0.sectionIdentifier = \.initial
      $0.sortDescriptors = .byNameReversed
      $0.predicate = #Predicate { $0.place == "Place 1" }
    }
    await controller.settle()
    #expect(controller.snapshot.map(\.key) == [11, 8, 5, 2])
    #expect(Set(recorder.values) == [["Place 0", "Place 1", "Place 2"], ["N"]])
  }

  @Test func theLatestRequestWins() async throws {
    let store = try await Self.store(400)
    let controller = try Controller(sectioned(Self.byPlace), in: store, screenful: 5)
    await controller.settle()
    for last in [3, 7, 20] {
      let revision = controller.snapshot.revision
      for number in 0...last {
        let term = "Name \(number)"
        try controller.configure { $0.predicate = #Predicate { $0.name == term } }
      }
      await controller.settle()
      #expect(controller.snapshot.map(\.key) == [Int64(last + 1)])
      // Requests that were superseded before they could run have shown nothing.
      #expect(controller.snapshot.revision == revision + 1)
    }
  }

  @Test func aScreenfulComesBeforeEverything() async throws {
    let store = try await Self.store(60)
    var controller = try Controller(sectioned(Self.byPlace), in: store, screenful: 10)
    var recorder = Recorder { [controller] in (controller.snapshot.count, controller.snapshot.isComplete) }
    await controller.settle()
    // On a machine that is busy elsewhere everything may be there as soon.
    for _ in 0..<50 where controller.snapshot.revision != 2 {
      controller = try Controller(sectioned(Self.byPlace), in: store, screenful: 10)
      recorder = Recorder { [controller] in (controller.snapshot.count, controller.snapshot.isComplete) }
      await controller.settle()
    }
    #expect(controller.snapshot.revision == 2)
    for _ in 0..<3 { await Task.yield() }
    #expect(controller.snapshot.count == 60)
    #expect(recorder.values.map(\.0).allSatisfy { [0, 10, 60].contains($0) })
    #expect(recorder.values.allSatisfy { $0.1 == ($0.0 == 60) })
    // A changed store shows all of it at once.
    let revision = controller.snapshot.revision
    try await store.write("Add") { try $0.insert(Person(name: "One more")) }
    await controller.settle()
    #expect(controller.snapshot.revision == revision + 1)
    #expect(controller.snapshot.count == 61)
  }

  /// A clock that nobody waits for.
  private struct RefusingClock: Clock {
    var now: ContinuousClock.Instant { .now }
    var minimumResolution: Duration { .zero }
    func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) throws { throw CancellationError() }
  }

  /// What was cancelled by somebody else has failed: it is an error, and the next fetch tries again.
  @Test func aFetchThatWasCancelledElsewhereDoesNotGoOnForEver() async throws {
    let controller = try Controller(
      sectioned(Self.byPlace), in: try await Self.store(), debounce: .milliseconds(1), clock: RefusingClock())
    await controller.settle()
    #expect(controller.snapshot.count == 12)
    try controller.configure { $0.predicate = #Predicate { $0.place == "Place 1" } }
    await controller.settle()
    #expect(controller.error is CancellationError && controller.snapshot.count == 12)
    await controller.reload()
    #expect(controller.error == nil && controller.snapshot.count == 4)
  }

  @Test func aSectionThatDoesNotLeadTheSortIsRefusedAndNothingChanges() async throws {
    let controller = try Controller(sectioned(Self.byPlace), in: try await Self.store())
    await controller.settle()
    let before = controller.snapshot
    #expect(throws: FetchError.sectionDoesNotLeadSort(section: "\\Person.day")) {
      try controller.configure { $0.sectionIdentifier = \.day }
    }
    #expect(throws: FetchError.self) { try controller.configure { $0.sortDescriptors = [] } }
    #expect(throws: FetchError.self) {
      try controller.configure { $0.predicate = #Predicate { $0.tags.first == "work" } }
    }
    await controller.settle()
    #expect(controller.snapshot == before)
    #expect(controller.snapshot.revision == before.revision)
    #expect(controller.request.sortDescriptors == [SortDescriptor<Person>].byPlace)
    #expect(controller.error == nil)
  }

  @Test func aFetchThatFailsKeepsTheLastSnapshotAndRecovers() async throws {
    let file = ScratchStore()
    let store = file.store()
    try await store.write("Fill") { try $0.insert(Person(name: "Ann", place: "Gym")) }
    let tool = try file.connect()
    let controller = try Controller(sectioned(Self.byPlace), in: store)
    await controller.settle()
    let before = controller.snapshot
    try tool.execute("ALTER TABLE person_journal RENAME TO person_hidden")
    controller.refresh()
    await controller.settle()
    #expect(controller.error is StoreError)
    #expect(controller.snapshot == before)
    try tool.execute("ALTER TABLE person_hidden RENAME TO person_journal")
    controller.refresh()
    await controller.settle()
    #expect(controller.error == nil)
    #expect(controller.snapshot == before)
  }

  @Test func aStoreThatCanNotBeOpenedIsAnErrorUntilItCan() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    let store = Store(at: .file(folder.appending(path: "people.sqlite")), schema: .people)
    let controller = try Controller(sectioned(Self.byPlace), in: store)
    await controller.settle()
    #expect(controller.error as? StoreError == .folderMissing(path: folder.path))
    #expect(controller.snapshot.isEmpty)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    controller.refresh()
    await controller.settle()
    #expect(controller.error == nil)
    #expect(controller.snapshot.isComplete)
    await store.close()
  }

  @Test func recordsOfAWindowAreReadAndObserved() async throws {
    let store = try await Self.store()
    let controller = try Controller(sectioned(Self.byPlace), in: store, screenful: 4)
    await controller.settle()
    let section = controller.snapshot.sections[1]
    let id = controller.snapshot[4]
    #expect(controller.record(id, in: section) == nil)
    let (changes, continuation) = AsyncStream<Void>.makeStream()
    withObservationTracking {
      _ = controller.record(id, in: section)
    } onChange: {
      continuation.yield()
    }
    #expect(controller.load(Array(controller.snapshot)))
    for await _ in changes { break }
    #expect(controller.record(id, in: section)?.name == "Name 1")
    #expect(controller.record(id, in: controller.snapshot.sections[0]) == nil)
    #expect(!controller.load(Array(controller.snapshot)))
  }

  @Test func observersAreToldBeforeAChange() async throws {
    let store = try await Self.store()
    let controller = try Controller(sectioned(Self.byPlace), in: store, screenful: 4)
    await controller.settle()
    let section = controller.snapshot.sections[1]
    let id = controller.snapshot[4]
    let seen = Lines()
    withObservationTracking {
      _ = controller.record(id, in: section)
    } onChange: {
      MainActor.assumeIsolated { seen.append(controller.record(id, in: section)?.name ?? "none") }
    }
    controller.load([id])
    for await _ in Observations({ controller.record(id, in: section) != nil }) where seen.all != [] { break }
    #expect(seen.all == ["none"] && controller.record(id, in: section)?.name == "Name 1")
    withObservationTracking {
      _ = controller.snapshot
    } onChange: {
      MainActor.assumeIsolated { seen.append("\(controller.snapshot.count)") }
    }
    try await store.write("Add") { try $0.insert(Person(name: "Ann")) }
    await controller.settle()
    #expect(seen.all == ["none", "12"] && controller.snapshot.count == 13)
  }

  @Test func theFirstScreenfulComesWithItsRecords() async throws {
    let store = try await Self.store()
    // Seven rows: two headers, the four records of the first section and one of the second.
    let controller = try Controller(sectioned(Self.byPlace), in: store, screenful: 7)
    await controller.settle()
    func names() -> [String?] {
      controller.snapshot.sections.flatMap { section in
        controller.snapshot[section.range].map { controller.record($0, in: section)?.name }
      }
    }
    #expect(names() == ["Name 0", "Name 3", "Name 6", "Name 9", "Name 1"] + Array(repeating: nil, count: 7))
    #expect(!controller.load(Array(controller.snapshot.prefix(5))))
    try controller.configure {
      $0.sectionIdentifier = \.initial
      $0.sortDescriptors = [SortDescriptor(\.name, order: .reverse)]
    }
    await controller.settle()
    #expect(names() == (6...11).reversed().map { "Name \($0)" } + Array(repeating: nil, count: 6))
    // Though sections are told apart by another rule now, they need not be read once more.
    #expect(!controller.load(Array(controller.snapshot.prefix(6))))
    // What has been read before a commit is read again after it.
    let id = controller.snapshot[0]
    try await store.write("Rename") { try $0.update(id) { $0.name = "Name 99" } }
    await controller.settle()
    #expect(controller.load([id]))
    try await load([id], controller)
    #expect(names().first == "Name 99")
  }

  @Test func aRecordThatMovedIsNotShownUnderItsOldHeader() async throws {
    let store = try await Self.store()
    let controller = try Controller(sectioned(Self.byPlace), in: store)
    await controller.settle()
    let old = controller.snapshot
    let id = old[0]
    try await load(old, controller)
    #expect(controller.record(id, in: old.sections[0])?.place == "Place 0")
    try await store.write("Move") { try $0.update(id) { $0.place = "Place 2" } }
    await controller.settle()
    try await load(controller.snapshot, controller)
    #expect(controller.record(id, in: old.sections[0]) == nil)
    #expect(controller.record(id, in: controller.snapshot.sections[2])?.place == "Place 2")
  }

  @Test func aRecordThatIsGoneIsAskedForOnce() async throws {
    let store = try await Self.store()
    let controller = try Controller(sectioned(Self.byPlace), in: store)
    await controller.settle()
    let gone = RecordID<Person>(key: 999)
    let (changes, continuation) = AsyncStream<Void>.makeStream()
    withObservationTracking {
      _ = controller.record(gone, in: controller.snapshot.sections[0])
    } onChange: {
      continuation.yield()
    }
    #expect(controller.load([gone]))
    for await _ in changes { break }
    await Task.yield()
    #expect(controller.record(gone, in: controller.snapshot.sections[0]) == nil)
    #expect(!controller.load([gone]))
  }

  @Test func itFollowsEveryCommitOfItsStore() async throws {
    let store = try await Self.store(0)
    let controller = try Controller(sectioned(Self.byName), in: store)
    let ann = try await store.write("Add") { try $0.insert(Person(name: "Ann")) }
    await controller.settle()
    #expect(controller.snapshot.map(\.key) == [ann.key])
    try await store.undo()
    await controller.settle()
    #expect(controller.snapshot.isEmpty)
    try await store.redo()
    await controller.settle()
    #expect(controller.snapshot.map(\.key) == [ann.key])
  }

  /// Loads records and waits until they are there.
  private func load(_ ids: some Sequence<RecordID<Person>>, _ controller: Controller) async throws {
    let ids = Array(ids)
    while controller.load(ids) { await Task.yield() }
  }
}
