import Dispatch
import Foundation
import Testing

@testable import FetchedResults

/// Two lists on one store, as two windows of one program have them.
struct TwoListsTests {
  /// Before the engine belonged to one executor, two searches being prepared beside a whole order being read took the two threads
  /// that a machine of two cores has for everything, and waited for each other for ever.
  @Test func bothGetTheirOrdersAndTheirSearches() async throws {
    // Where every thread of the pool is blocked, no time limit of the tests' own comes to its end.
    let watchdog = DispatchWorkItem { fatalError("Two lists wait for each other.") }
    DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(300), execute: watchdog)
    defer { watchdog.cancel() }
    let scratch = ScratchStore()
    let filled = scratch.store()
    try await filled.write("Fill") { context in
      for number in 0..<30_000 {
        try context.insertInBulk(Person(name: "Name \(number)", place: "Place \(number % 40)"))
      }
    }
    await filled.close()
    for _ in 0..<20 {
      let store = Store(
        at: .file(scratch.url), schema: .people, collationLocale: "",
        engine: FetchEngine(isEnabled: true, threshold: 100))
      let byPlace = SectionedFetchRequest<String?, Person>(
        sectionIdentifier: \.place, sortDescriptors: .byPlace,
        predicate: #Predicate { $0.searchText.localizedStandardContains("name 2999") })
      let byName = SectionedFetchRequest<String?, Person>(
        sectionIdentifier: \.initial, sortDescriptors: [SortDescriptor(\.name)])
      let lists = try await [
        FetchedResultsController(byPlace, in: store), FetchedResultsController(byName, in: store),
      ]
      try await withThrowingTaskGroup { group in
        for _ in 0..<4 { group.addTask { try await store.prepareSearch(of: Person.self) } }
        for list in lists { group.addTask { await list.reload() } }
        try await group.waitForAll()
      }
      #expect(await lists[0].snapshot.count == 11)
      #expect(await lists[1].snapshot.count == 30_000)
      await store.close()
    }
  }
}
