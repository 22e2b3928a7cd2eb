import Foundation
import Testing

@testable import FetchedResults

/// Records that are read by one thread and made by another are the records that a fetch gives.
@Suite struct RecordBatchTests {
  private static func store() async throws -> Store {
    let store = Store(at: .temporary, schema: .people)
    try await store.write("Fill") { context in
      for number in 0..<1203 {
        try context.insertInBulk(
          Person(
            name: "Name \(number * 7 % 1000)", place: ["Gym", nil, "Café"][number % 3], height: Double(number) / 8,
            tags: (0..<number % 4).map { "tag \($0)" }, note: "a\u{0}b\n\(number)"))
      }
    }
    return store
  }

  @Test(arguments: [1, 2, 500, 5000], [false, true]) func batchesMakeWhatAFetchGives(
    size: Int, isFiltered: Bool
  ) async throws {
    let predicate: Predicate<Person>? = isFiltered ? #Predicate { $0.place == "Gym" } : nil
    let request = FetchRequest(predicate: predicate, sortDescriptors: .byName, fetchBatchSize: size)
    let (batches, expected) = try await Self.store().read { context in
      var batches: [RecordBatch<Person>] = []
      try context.forEachBatch(request) { batches.append($0) }
      // One statement, and every list inside of it.
      let keys = try context.snapshot(
        SectionedFetchRequest<String?, Person>(
          sectionIdentifier: \.initial, sortDescriptors: .byName, predicate: predicate))
      return (batches, try keys.map { try #require(try context.record($0)) })
    }
    #expect(expected.count == (isFiltered ? 401 : 1203))
    #expect(batches.flatMap { $0.records() } == expected)
    #expect(batches.dropLast().allSatisfy { $0.count == size })
    #expect(batches.map { $0.prefix(3).records() } == batches.map { Array($0.records().prefix(3)) })
    #expect(batches.map { $0.prefix(9999).count } == batches.map(\.count))
  }

  @Test func sectionsBeginWhereTheySayTheyDo() async throws {
    let request = SectionedFetchRequest<String?, Person>(sectionIdentifier: \.place, sortDescriptors: .byPlace)
    try await Self.store().read { context in
      var (records, begins): ([Person], [String?: Int]) = ([], [:])
      try context.forEachBatch(request) { batch, newSections in
        for (offset, section) in newSections {
          begins[section.identifier] = records.count + offset
          #expect(section.range.lowerBound == records.count + offset)
        }
        records += batch.records()
      }
      #expect(begins == ["Café": 0, "Gym": 401, nil: 802])
      #expect(
        records.map(\.place) == Array(repeating: "Café", count: 401) + Array(repeating: "Gym", count: 401)
          + Array(repeating: nil, count: 401))
    }
  }
}
