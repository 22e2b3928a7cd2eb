import FetchedResults
import Foundation
import Observation
import SQLite
import Testing

/// One record, followed: through changes, deletions, undos and other tools.
@MainActor
struct ObservedRecordTests {
  /// Waits until the record is as it should be, woken by observation alone.
  private func wait(
    for observed: ObservedRecord<Person>, until condition: @escaping @Sendable (Person?) -> Bool
  ) async {
    for await record in Observations({ observed.record }) where condition(record) { return }
  }

  private func add(_ person: Person, to store: Store) async throws -> RecordID<Person> {
    try await store.write("Add") { try $0.insert(person) }
  }

  @Test func followsChanges() async throws {
    let store = try await Store.holding([])
    let id = try await add(Person(name: "Ann", place: "Gym"), to: store)
    let observed = ObservedRecord(id, in: store)
    await wait(for: observed) { $0?.name == "Ann" }
    try await store.write("Edit") { context in try context.update(id) { $0.place = "Airport" } }
    await wait(for: observed) { $0?.place == "Airport" }
    #expect(observed.record?.name == "Ann" && observed.id == id && observed.error == nil)
  }

  @Test func goesAwayAndComesBackByUndo() async throws {
    let store = try await Store.holding([])
    let id = try await add(Person(name: "Ann", tags: ["work"]), to: store)
    let observed = ObservedRecord(id, in: store)
    await wait(for: observed) { $0 != nil }
    try await store.write("Delete") { context in try context.delete(id) }
    await wait(for: observed) { $0 == nil }
    try await store.undo()
    await wait(for: observed) { $0 != nil }
    #expect(observed.record?.name == "Ann" && observed.record?.tags == ["work"])
    try await store.undo(1)
    await wait(for: observed) { $0 == nil }
    try await store.redo(1)
    await wait(for: observed) { $0 != nil }
  }

  @Test func followsOtherProcesses() async throws {
    let scratch = ScratchStore()
    let store = scratch.store()
    let id = try await add(Person(name: "Ann"), to: store)
    let observed = ObservedRecord(id, in: store)
    await wait(for: observed) { $0 != nil }
    let other = scratch.store()
    try await other.write("Edit") { context in try context.update(id) { $0.name = "Bea" } }
    await wait(for: observed) { $0?.name == "Bea" }
    try scratch.connect().run("UPDATE person SET name = 'Cleo'")
    await wait(for: observed) { $0?.name == "Cleo" }
    await other.close()
    await store.close()
  }

  @Test func isNothingForARecordThatNeverWas() async throws {
    let store = try await Store.holding([])
    let observed = ObservedRecord(RecordID<Person>(key: 1), in: store)
    let id = try await add(Person(name: "Ann"), to: store)
    #expect(id.key == 1)
    await wait(for: observed) { $0?.name == "Ann" }
  }
}

/// The values of one property.
struct PropertyValuesTests {
  @Test func beginWithTheValueAndHaveOnlyChanges() async throws {
    let store = try await Store.holding([Person(name: "Ann", place: "Gym")])
    let id = RecordID<Person>(key: 1)
    var values = try await store.values(of: \.place, id: id).makeAsyncIterator()
    #expect(await values.next() == "Gym")
    // A change of another property, and of another record, is none.
    try await store.write("Edit") { context in try context.update(id) { $0.name = "Bea" } }
    try await store.write("Add") { context in _ = try context.insert(Person(name: "Cleo", place: "Zoo")) }
    try await store.write("Edit") { context in try context.update(id) { $0.place = "Airport" } }
    #expect(await values.next() == "Airport")
    try await store.write("Delete") { context in try context.delete(id) }
    #expect(await values.next() == .some(nil))
    try await store.undo()
    #expect(await values.next() == "Airport")
  }

  @Test func endWithTheirTask() async throws {
    let store = try await Store.holding([Person(name: "Ann")])
    let values = try await store.values(of: \.name, id: RecordID<Person>(key: 1))
    let task = Task { await values.reduce(into: [String?]()) { $0.append($1) } }
    task.cancel()
    #expect(await task.value.count <= 1)
  }

  @Test func ofAStoreThatCanNotBeOpenedAreAnError() async {
    let store = Store(at: .file(URL(filePath: "/no/such/folder/a.sqlite")), schema: .people)
    await #expect(throws: StoreError.self) { try await store.values(of: \.name, id: RecordID<Person>(key: 1)) }
  }
}

/// Samples for a store that is new.
struct SamplesTests {
  @Test func comeOnceAndNeverAgain() async throws {
    let store = Store(at: .temporary, schema: .people)
    #expect(try await store.addIfNew("Add samples") { [Person(name: "Ann"), Person(name: "Bea")] })
    #expect(try await !store.addIfNew("Add samples") { [Person(name: "Cleo")] })
    try await store.undo()
    #expect(try await !store.addIfNew("Add samples") { [Person(name: "Cleo")] })
    #expect(try await store.read { try $0.count(FetchRequest<Person>()) } == 0)
  }
}
