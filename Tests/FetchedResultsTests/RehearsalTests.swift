import FetchedResults
import Foundation
import Testing

/// What a step would do, without doing it.
@Suite struct RehearsalTests {
  private let file = ScratchStore()

  @Test func nothingIsLeftOfIt() async throws {
    let store = file.store()
    try await store.write("Add") { try $0.insert(Person(name: "Ann")) }
    let before = try file.connect().recordDump(withStamps: true)
    let count = try await store.rehearse { context in
      try context.insert(Person(name: "Bob", tags: ["new"]))
      for number in 0..<10 { try context.insertInBulk(Person(name: "Guest \(number)")) }
      return try context.count(FetchRequest<Person>())
    }
    #expect(count == 12)
    #expect(try file.connect().recordDump(withStamps: true) == before)
    try file.connect().expectSound()
    #expect(try await store.read { try $0.steps().map(\.label) } == ["Add"])
  }

  @Test func whatItThrowsIsPassedOn() async throws {
    await #expect(throws: CocoaError(.userCancelled)) {
      try await file.store().rehearse { _ in throw CocoaError(.userCancelled) }
    }
  }
}
