import FetchedResults
import Foundation
import SQLite
import Testing

/// Nonsense that another tool has written into the tables of the history: it is said in words, and nothing is lost.
@Suite struct DamagedHistoryTests {
  private let file = ScratchStore()

  private func filledStore() async throws -> (Store, Connection) {
    let store = file.store()
    try await store.write("Import") { context in
      for name in ["Ann", "Bob", "Cid"] { try context.insertInBulk(Person(name: name, tags: ["a"])) }
    }
    try await store.write("Rename") { try $0.update(RecordID<Person>(key: 2)) { $0.name = "Zoë" } }
    return (store, try file.connect())
  }

  private func number(_ sql: String) throws -> Int64? { try file.connect().first(sql) { $0.integer(0) } }

  @Test func aStepWithTheLastNumberIsSaidInWords() async throws {
    let (store, tool) = try await filledStore()
    try tool.execute("UPDATE store_step SET number = 9223372036854775807 WHERE number = 2")
    let before = try tool.recordDump()
    await #expect(throws: HistoryError.numbersExhausted) { try await store.write("Add") { try $0.insert(Person()) } }
    await #expect(throws: HistoryError.numbersExhausted) { try await store.rehearse { try $0.insert(Person()) } }
    #expect("\(HistoryError.numbersExhausted)".hasSuffix("Give it another number in the table store_step."))
    #expect(try tool.recordDump() == before)
    // What needs no number goes on.
    #expect(try await store.read { try $0.steps().map(\.number) } == [.max, 1])
    #expect(try await store.undo()?.step.number == .max)
    #expect(try await store.redo()?.step.number == .max)
    #expect(try tool.recordDump() == before)
    try tool.execute("UPDATE store_step SET number = 2 WHERE number > 2")
    try await store.write("Add") { try $0.insert(Person(name: "Dee")) }
    #expect(try await store.read { try $0.steps().map(\.number) } == [3, 2, 1])
  }

  /// Numbers below zero are what triggers know other writers by.
  @Test(arguments: ["-9223372036854775808", "-2", "-1", "0"]) func stepsAreNumberedFromOne(last: String) async throws {
    let (store, tool) = try await filledStore()
    try tool.execute("DELETE FROM store_step WHERE number = 1; UPDATE store_step SET number = \(last)")
    try await store.write("Add") { try $0.insert(Person(name: "Dee", tags: ["b"])) }
    #expect(try number("SELECT max(number) FROM store_step") == 1)
    #expect(try number("SELECT step FROM person_stamp WHERE pk = 4") == 1)
    try await store.undo()
    #expect(try number("SELECT count(*) FROM person") == 3)
    try tool.expectSound(damagedHistory: true)
  }

  private static let damages = [
    "changeset = x'00'", "changeset = x'5401'", "changeset = randomblob(500)", "changeset = 'text'", "changeset = 17",
    "changeset = zeroblob(1000)", "changeset = substr(changeset, 1, length(changeset) - 3)",
    "changeset = CAST(replace(CAST(changeset AS TEXT), 'person', 'nobody') AS BLOB)",
    "bulk_table = 'nothing', bulk_first = 1, bulk_last = 3, bulk_count = 3",
    "bulk_table = 'person; --', bulk_first = 1, bulk_last = 3, bulk_count = 3",
    "bulk_table = x'ff', bulk_first = 1, bulk_last = 3, bulk_count = 3",
    "bulk_table = 'person', bulk_first = 3, bulk_last = 1, bulk_count = 3",
    "bulk_table = 'person', bulk_first = 9223372036854775807, bulk_last = -9223372036854775808, bulk_count = 1",
    "bulk_table = 'person', bulk_first = 'one', bulk_last = NULL, bulk_count = 3",
    "bulk_table = 'person', bulk_first = 1, bulk_last = 3, bulk_count = -9223372036854775808",
    "bulk_table = 'person', bulk_first = 1, bulk_last = 3, bulk_count = 'many'",
  ]

  @Test(arguments: damages) func aDamagedStepIsRefusedAndTheOneBeforeItIsNext(damage: String) async throws {
    let (store, tool) = try await filledStore()
    try tool.execute("UPDATE store_step SET \(damage) WHERE number = 2")
    let before = try tool.recordDump()
    for number in [2, nil] {
      let error = await #expect(throws: HistoryError.self) { try await store.undo(number) }
      guard case .unreadable(let step) = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
      #expect(step.number == 2)
      #expect(try tool.recordDump() == before)
    }
    // The next one is the import, whose record the damaged step has changed.
    await #expect(throws: HistoryError.self) { try await store.undo() }
    #expect(try tool.recordDump() == before)
    #expect(try await store.read { try $0.steps().count } == 2)
    try await store.write("Add") { try $0.insert(Person(name: "Dee")) }
    try await store.undo()
    #expect(try tool.recordDump() == before)
    try tool.expectSound(damagedHistory: true)
  }

  @Test(arguments: [
    "label = ''", "label = x'ff00'", "made_at = 'soon'", "made_at = 17", "is_undone = 'yes'", "is_undone = -5",
    "last_commit = -9223372036854775808", "last_commit = 'x'", "is_refused = 'x'", "last_commit = 9223372036854775807",
    "bulk_first = 5", "bulk_count = -1",
  ])
  func whatAStepDoesNotNeedDoesNotMatter(damage: String) async throws {
    let (store, tool) = try await filledStore()
    try tool.execute("UPDATE store_step SET \(damage) WHERE number = 2")
    #expect(try await store.read { try $0.steps().map(\.number) } == [2, 1])
    try await store.write("Add") { try $0.insert(Person(name: "Dee")) }
    try await store.undo(3)
    try await store.undo(2)
    #expect(try number("SELECT count(*) FROM person WHERE name = 'Bob'") == 1)
    try tool.expectSound(damagedHistory: true)
  }

  @Test(arguments: [
    "UPDATE store_commit SET step = 9223372036854775807", "UPDATE store_commit SET step = 'x'",
    "UPDATE store_commit SET counters_after = x'00'",
    "UPDATE store_commit SET counters_before = 'x', is_undo = -3",
    "DELETE FROM store_commit", "UPDATE store_setting SET value = 'nan' WHERE name = 'history_days'",
    "INSERT INTO store_setting VALUES ('history_days', 'nan'), ('history_bytes', '-1')",
    "INSERT INTO store_setting VALUES ('history_days', '-1e999'), ('history_bytes', '99999999999999999999')",
    "UPDATE store_change_counter SET value = 9223372036854775807", "UPDATE store_change_counter SET value = 'x'",
    "UPDATE store_change_counter SET value = -1.5", "DELETE FROM store_change_counter",
  ])
  func changesAndUndoGoOn(damage: String) async throws {
    let (store, tool) = try await filledStore()
    var changes = try await store.changes().makeAsyncIterator()
    try tool.execute(damage)
    // Every twentieth step looks at how much is kept.
    try tool.execute("UPDATE store_step SET number = 119 WHERE number = 2")
    for name in ["Dee", "Eve"] { try await store.write("Add") { try $0.insert(Person(name: name)) } }
    try await store.undo()
    #expect(try number("SELECT count(*) FROM person") == 4)
    #expect(try number("SELECT count(*) FROM store_step") == 4)
    #expect(await changes.next() != nil)
    try tool.expectSound(damagedHistory: true)
  }

  @Test func aCommitWithTheLastNumberIsSaidInWords() async throws {
    let (store, tool) = try await filledStore()
    try tool.execute("UPDATE store_commit SET number = 9223372036854775807 WHERE number = 2")
    let before = try tool.recordDump()
    let error = await #expect(throws: StoreError.self) { try await store.undo() }
    #expect(error == .keysExhausted(path: file.url.path, table: "store_commit"))
    #expect(try tool.recordDump() == before)
  }

  @Test func aDamagedStepIsToldAsAResetAndTheNextOnesAsTheyAre() async throws {
    let (store, tool) = try await filledStore()
    var changes = try await store.changes().makeAsyncIterator()
    try tool.execute(
      """
      CREATE TRIGGER damage AFTER INSERT ON store_step WHEN new.label = 'Bad' BEGIN
        UPDATE store_step SET changeset = x'00' WHERE number = new.number;
      END
      """)
    try await store.write("Bad") { try $0.insert(Person(name: "Dee")) }
    try await store.write("Good") { try $0.insert(Person(name: "Eve")) }
    guard case .reset(let tables) = await changes.next() else {
      Issue.record("no reset")
      return
    }
    #expect(tables == ["person"])
    guard case .step(let change) = await changes.next() else {
      Issue.record("no step")
      return
    }
    #expect(change.step.label == "Good")
  }
}
