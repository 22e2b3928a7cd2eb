import FetchedResults
import Testing

@Suite struct RefusedUndoTests {
  @Test func aStepThatIsRefusedDoesNotJamTheOthers() async throws {
    let store = Store(at: .temporary, schema: .people)
    try await store.write("Add Ann") { try $0.insert(Person(name: "Ann")) }
    let bob = try await store.write("Add Bob") { try $0.insert(Person(name: "Bob")) }
    try await store.write("Edit Bob") { context in try context.update(bob) { $0.note = "x" } }
    // Bob was edited since, so taking back that he was added is refused, by number as often as one asks.
    for _ in 0..<2 { await #expect(throws: HistoryError.self) { try await store.undo(2) } }
    try await store.write("Delete Bob") { try $0.delete(bob) }
    try await store.write("Add Bob again") { try $0.insert(Person(id: "b", name: "Bob")) }
    try await store.undo(4)
    // Bob is back under his old key; step 5's Bob stays. Step 3 can be undone, then step 2.
    #expect(try await store.undo()?.step.number == 5)
    #expect(try await store.undo()?.step.number == 3)
    #expect(try await store.undo()?.step.number == 2)
    #expect(try await store.undo()?.step.number == 1)
    #expect(try await store.undo() == nil)
  }

  @Test func theNextUndoGoesOnBehindARefusedOne() async throws {
    let file = ScratchStore()
    let store = file.store()
    try await store.write("Add Ann") { try $0.insert(Person(name: "Ann")) }
    try await store.write("Add Bob") { try $0.insert(Person(name: "Bob")) }
    try file.connect().run("UPDATE person SET note = 'theirs' WHERE name = 'Bob'")
    await #expect(throws: HistoryError.self) { try await store.undo() }
    #expect(try await store.undo()?.step.number == 1)
    let names = try await store.read { try $0.fetch(FetchRequest<Person>()).map(\.name) }
    #expect(names == ["Bob"])
  }
}
