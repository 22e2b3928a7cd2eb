import FetchedResults
import Foundation
import Observation
import SQLite
import Testing

/// A measurement: a number that may be missing, and one that is computed.
private struct Reading: Record {
  var id = ""
  var value: Double?

  var size: Double? { value.map(abs) }
  var whole: String? { nil }
  var tenth: String? { nil }
  var tens: String? { nil }

  static let schema = RecordSchema<Reading>(
    table: "reading",
    attributes: [
      .identifier(\.id), .column(\.value, "value", order: .value), .computed(\.size, "size"),
      .section(\.whole, of: \.value, .floor(multipleOf: 1)), .section(\.tenth, of: \.value, .tenth),
      .section(\.tens, of: \.size, .floor(multipleOf: 10)),
    ],
    indexes: [[SortDescriptor(\.value)], [SortDescriptor(\.value, order: .reverse)], [SortDescriptor(\.size)]])
}

extension Schema {
  fileprivate static let readings = Schema(applicationID: 0x5245_4144, version: 1, records: [Reading.self])
}

/// Sections of numbers: whole numbers, tenths, tens.
struct NumberSectionTests {
  private func store(_ values: [Double?]) async throws -> Store {
    let store = Store(at: .temporary, schema: .readings)
    try await store.write("Fill") { context in for value in values { try context.insert(Reading(value: value)) } }
    return store
  }

  /// The sections of a store, each as `identifier×count`.
  private func sections(
    of store: Store, by section: KeyPath<Reading, String?> & Sendable, _ sort: SortDescriptor<Reading>
  ) async throws -> [String] {
    try await store.read { context in
      let request = SectionedFetchRequest(sectionIdentifier: section, sortDescriptors: [sort])
      return try context.snapshot(request).sections.map { "\($0.identifier ?? "none")×\($0.range.count)" }
    }
  }

  private static let values: [Double?] = [4.5, nil, 0, -0.04, -0.2, -1, 4.45, 4.449, 0.04, -1.01, nil, 12]

  @Test func wholeNumbersAreTheFloorAlsoBelowZero() async throws {
    let store = try await store(Self.values)
    #expect(
      try await sections(of: store, by: \.whole, SortDescriptor(\.value))
        == ["-2×1", "-1×3", "0×2", "4×3", "12×1", "none×2"])
    #expect(
      try await sections(of: store, by: \.whole, SortDescriptor(\.value, order: .reverse))
        == ["12×1", "4×3", "0×2", "-1×3", "-2×1", "none×2"])
  }

  @Test func tenthsAreRoundedAndZeroIsNotMissing() async throws {
    let store = try await store(Self.values)
    #expect(
      try await sections(of: store, by: \.tenth, SortDescriptor(\.value))
        == ["-1.0×2", "-0.2×1", "0.0×3", "4.4×1", "4.5×2", "12.0×1", "none×2"])
    #expect(
      try await sections(of: store, by: \.tenth, SortDescriptor(\.value, order: .reverse)).first == "12.0×1")
  }

  @Test func tensOfWhatIsComputed() async throws {
    let store = try await store([-12, 9.99, 10, 25, nil, 0])
    #expect(
      try await sections(of: store, by: \.tens, SortDescriptor(\.size)) == ["0×2", "10×2", "20×1", "none×1"])
    let found = try await store.read { try $0.fetch(FetchRequest<Reading>(predicate: #Predicate { $0.size == 12 })) }
    #expect(found.map(\.value) == [-12])
  }

  @Test func hugeNumbersAndTextOfAnotherToolHaveTheirPlace() async throws {
    let scratch = ScratchStore()
    let store = Store(at: .file(scratch.url), schema: .readings)
    try await store.write("Fill") { context in
      for value in [1e300, -1e300, .infinity, 9e15] { try context.insert(Reading(value: value)) }
    }
    try scratch.connect().run("INSERT INTO reading(value) VALUES ('tall')")
    #expect(
      try await sections(of: store, by: \.whole, SortDescriptor(\.value))
        == ["-1e+300×1", "9000000000000000.0×1", "1e+300×1", "inf×1", "none×1"])
    await store.close()
  }

  @Test @MainActor func fieldOrderAndSectionsChangeInOneDifference() async throws {
    let store = try await store(Self.values)
    let request = SectionedFetchRequest<String?, Reading>(
      sectionIdentifier: \.tenth, sortDescriptors: [SortDescriptor(\.value)])
    let controller = try FetchedResultsController(request, in: store)
    await controller.settle()
    let before = controller.snapshot
    let seen = SeenSnapshots(of: controller)
    try controller.configure {
      $0.sectionIdentifier = \.tens
      $0.sortDescriptors = [SortDescriptor(\.size, order: .reverse)]
    }
    await controller.settle()
    #expect(controller.snapshot.sections.map(\.identifier) == ["10", "0", nil])
    #expect(seen.snapshots.allSatisfy { [before, controller.snapshot].contains($0) })
  }
}

/// Every snapshot that a controller has published.
@MainActor
private final class SeenSnapshots {
  private(set) var snapshots: [Snapshot<String?, Reading>] = []
  private let controller: FetchedResultsController<String?, Reading>

  init(of controller: FetchedResultsController<String?, Reading>) {
    self.controller = controller
    look()
  }

  private func look() {
    withObservationTracking {
      snapshots.append(controller.snapshot)
    } onChange: { [weak self] in
      _ = Task { @MainActor in self?.look() }
    }
  }
}
