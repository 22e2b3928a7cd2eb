import FetchedResults
import Foundation
import SQLite
import SeededRandom
import Testing

/// Steps, and what takes them back.
@Suite struct HistoryTests {
  /// A store in a file, and another tool that has it open.
  private struct Bench {
    let file = ScratchStore()
    let store: Store
    let tool: Connection

    init() async throws {
      store = file.store()
      try await store.open()
      tool = try file.connect()
    }

    func dump() throws -> [[Value]] { try tool.recordDump() }

    @discardableResult
    func add(_ person: Person) async throws -> RecordID<Person> {
      try await store.write("Add") { try $0.insert(person) }
    }
  }

  @Test func eachKindOfStepIsUndoneBackToTheFirstAndDoneAgain() async throws {
    let bench = try await Bench()
    let store = bench.store
    var states = [try bench.dump()]
    func step(_ body: @Sendable (WriteContext) throws -> Void) async throws {
      try await store.write("Step", body)
      states.append(try bench.dump())
    }
    try await step { try $0.insert(Person(name: "Ann", place: "Gym", tags: ["b", "a"])) }
    try await step { try $0.insert(Person(name: "Bob\u{0}", height: 1.5, note: "it's")) }
    try await step { try $0.update(RecordID<Person>(key: 1)) { $0.place = nil } }
    try await step { try $0.update(RecordID<Person>(key: 1)) { $0.tags = ["c", "b"] } }
    try await step { try $0.delete(RecordID<Person>(key: 1)) }
    try await step { context in
      for number in 0..<50 {
        try context.insertInBulk(Person(name: "Bulk \(number)", tags: number % 2 == 0 ? ["x"] : []))
      }
    }
    try await step { context in
      try context.insertInBulk(Person(name: "Mixed", tags: ["y"]))
      try context.update(RecordID<Person>(key: 53)) { $0.name = "Mixed up" }
      try context.insert(Person(name: "Cid", tags: ["y"]))
      let last = try context.insertInBulk(Person(name: "Mixed too"))
      try context.update(last) { $0.tags = ["z"] }
      try context.delete(RecordID<Person>(key: 2))
    }
    try await step { try $0.update(RecordID<Person>(key: 10)) { $0.note = "changed" } }
    #expect(states.count == Set(states).count)
    for _ in 0..<2 {
      for state in states.dropLast().reversed() {
        #expect(try await store.undo() != nil)
        #expect(try bench.dump() == state)
      }
      #expect(try await store.undo() == nil)
      for state in states.dropFirst() {
        #expect(try await store.redo() != nil)
        #expect(try bench.dump() == state)
      }
      #expect(try await store.redo() == nil)
    }
    try bench.tool.expectSound()
  }

  @Test(arguments: [UInt64(21), 22, 23]) func aRandomWalkEndsWhereItsStepsLead(seed: UInt64) async throws {
    let bench = try await Bench()
    var generator = SeededGenerator(seed: seed)
    var done: [[[Value]]] = [try bench.dump()]
    var undone: [[[Value]]] = []
    for _ in 0..<120 {
      switch generator.number(below: 4) {
      case 0 where done.count > 1:
        #expect(try await bench.store.undo() != nil)
        undone.append(done.removeLast())
      case 1 where !undone.isEmpty:
        #expect(try await bench.store.redo() != nil)
        if let state = undone.popLast() { done.append(state) }
      case 2, 3:
        // A new step on top of undone ones would leave those to be done again; here each walk goes on from the top.
        while let state = undone.popLast() {
          try await bench.store.redo()
          done.append(state)
        }
        try await randomStep(on: bench.store, &generator)
        let state = try bench.dump()
        if state != done.last { done.append(state) }
      default: continue
      }
      #expect(try bench.dump() == done.last)
    }
    while try await bench.store.undo() != nil {}
    #expect(try bench.dump() == done.first)
    while try await bench.store.redo() != nil {}
    #expect(try bench.dump() == undone.first ?? done.last)
    try bench.tool.expectSound()
  }

  @Test func aStepThatChangedNothingLeavesNoTrace() async throws {
    let bench = try await Bench()
    let id = try await bench.add(Person(name: "Ann", tags: ["a"]))
    let before = try bench.tool.recordDump(withStamps: true)
    try await bench.store.write("Nothing") { _ in }
    try await bench.store.write("The same") { try $0.update(id) { $0.name = "Ann" } }
    try await bench.store.write("There and back") { context in
      try context.update(id) { $0.name = "Zoë" }
      try context.update(id) { $0.name = "Ann" }
      try context.delete(context.insert(Person(name: "Brief", tags: ["a"])))
    }
    #expect(try bench.tool.recordDump(withStamps: true) == before)
    #expect(try bench.tool.first("SELECT count(*) FROM store_step") { $0.integer(0) } == 1)
    try bench.tool.expectSound()
  }

  @Test func aBodyThatThrowsLeavesNothing() async throws {
    struct Stop: Error {}
    let bench = try await Bench()
    let id = try await bench.add(Person(name: "Ann", tags: ["a"]))
    let before = try bench.tool.recordDump(withStamps: true)
    await #expect(throws: Stop.self) {
      try await bench.store.write("Fails") { context in
        try context.insertInBulk(Person(name: "Bulk"))
        try context.update(id) { $0.tags = [] }
        throw Stop()
      }
    }
    #expect(try bench.tool.recordDump(withStamps: true) == before)
    // What another tool writes next is not taken for the library's.
    try bench.tool.run("INSERT INTO person (name) VALUES ('Zoë')")
    #expect(try await bench.store.read { try $0.count(FetchRequest<Person>()) } == 2)
    try bench.tool.expectSound()
  }

  @Test func aStepSeesWhatItHasWritten() async throws {
    let bench = try await Bench()
    let names = try await bench.store.write("Look") { context in
      try context.insert(Person(name: "Bob"))
      let ann = try context.insert(Person(name: "Zoë"))
      try context.insertInBulk(Person(name: "Cid"))
      try context.update(ann) { $0.name = "Ann" }
      #expect(try context.count(FetchRequest<Person>()) == 3)
      #expect(
        try context.snapshot(sectioned(PersonSort((.name, false)))).sections.map(\.identifier) == ["A", "B", "C"])
      return try context.fetch(FetchRequest<Person>(sortDescriptors: .byName)).map(\.name)
    }
    #expect(names == ["Ann", "Bob", "Cid"])
  }

  /// What another tool or a later step may do to the records of a step.
  private static let meddling: [String] = [
    "UPDATE person SET note = 'other' WHERE pk = 1",
    "UPDATE person SET name = 'Other' WHERE pk = 1",
    "INSERT INTO person_tag (person, tag) VALUES (1, 'more')",
    "DELETE FROM person_tag WHERE person = 1",
    "UPDATE tag SET name = 'renamed' WHERE name = 'a'",
    "DELETE FROM tag WHERE name = 'a'",
    "UPDATE person SET pk = 77 WHERE pk = 1",
    "DELETE FROM person WHERE pk = 1",
    "REPLACE INTO person (pk, id, name, added_at) SELECT pk, id, name, added_at FROM person WHERE pk = 1",
    "REPLACE INTO person (id, name) SELECT id, name FROM person WHERE pk = 1",
  ]

  @Test(arguments: meddling, ["insert", "update", "tag", "bulk"])
  func anUndoIsRefusedWhereAnotherToolMeddled(script: String, kind: String) async throws {
    let bench = try await Bench()
    let ann = Person(name: "Ann", place: "Gym", tags: ["a"])
    if kind == "bulk" {
      try await bench.store.write("Import") { try $0.insertInBulk(ann) }
    } else {
      try await bench.add(ann)
    }
    let id = RecordID<Person>(key: 1)
    if kind == "update" { try await bench.store.write("Move") { try $0.update(id) { $0.place = "Choir" } } }
    if kind == "tag" { try await bench.store.write("Tag") { try $0.update(id) { $0.tags = ["a", "b"] } } }
    try bench.tool.execute(script)
    // Opening makes derived rows, and removes what a REPLACE left.
    _ = try await bench.store.read { try $0.count(FetchRequest<Person>()) }
    let before = try bench.tool.recordDump(withStamps: true)
    let error = await #expect(throws: HistoryError.self) { try await bench.store.undo() }
    guard case .changedSince(_, true) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(try bench.tool.recordDump(withStamps: true) == before)
    #expect(try bench.tool.first("SELECT count(*) FROM store_step WHERE is_undone") { $0.integer(0) } == 0)
    try bench.tool.expectSound()
  }

  @Test func anEarlierStepIsRefusedUntilTheLaterOneIsUndone() async throws {
    let bench = try await Bench()
    let id = try await bench.add(Person(name: "Ann"))
    let other = try await bench.add(Person(name: "Bob"))
    try await bench.store.write("Tag") { try $0.update(id) { $0.tags = ["a"] } }
    await #expect(throws: HistoryError.self) { try await bench.store.undo(1) }
    #expect(try await bench.store.undo(2)?.records(of: Person.self) == [other])
    try await bench.store.undo(3)
    #expect(try await bench.store.undo(1)?.records(of: Person.self) == [id])
    #expect(try await bench.store.read { try $0.count(FetchRequest<Person>()) } == 0)
    await #expect(throws: HistoryError.self) { try await bench.store.redo(3) }
    try await bench.store.redo(1)
    try await bench.store.redo(3)
    #expect(try await bench.store.read { try $0.record(id)?.tags } == ["a"])
  }

  @Test func anUndoOfAnInsertThatALaterStepDeletedIsRefused() async throws {
    let bench = try await Bench()
    let id = try await bench.add(Person(name: "Ann"))
    try await bench.store.write("Delete") { try $0.delete(id) }
    await #expect(throws: HistoryError.self) { try await bench.store.undo(1) }
    try await bench.store.undo()
    try await bench.store.undo()
    #expect(try bench.dump() == [])
  }

  @Test func undoingADeleteIsRefusedWhereSomebodyHasTheIdentifier() async throws {
    let bench = try await Bench()
    let id = try await bench.add(Person(id: "ann", name: "Ann"))
    try await bench.store.write("Delete") { try $0.delete(id) }
    try bench.tool.execute("INSERT INTO person (id, name) VALUES ('ann', 'Ann again')")
    await #expect(throws: HistoryError.self) { try await bench.store.undo() }
    #expect(try await bench.store.read { try $0.fetch(FetchRequest<Person>()).map(\.name) } == ["Ann again"])
  }

  @Test func stepsThatAreNotThereAreTypedErrors() async throws {
    let bench = try await Bench()
    #expect(try await bench.store.undo() == nil)
    #expect(try await bench.store.redo() == nil)
    await #expect(throws: HistoryError.noSuchStep(number: 9)) { try await bench.store.undo(9) }
    try await bench.add(Person(name: "Ann"))
    let step = try #require(try await bench.store.undo()).step
    #expect(step.label == "Add")
    let again = await #expect(throws: HistoryError.self) { try await bench.store.undo(1) }
    guard case .alreadyUndone = again else {
      Issue.record("\(String(describing: again))")
      return
    }
    try await bench.store.redo()
    let twice = await #expect(throws: HistoryError.self) { try await bench.store.redo(1) }
    guard case .notUndone = twice else {
      Issue.record("\(String(describing: twice))")
      return
    }
  }

  @Test func twoStoresOnOneFileShareTheirSteps() async throws {
    let bench = try await Bench()
    let second = bench.file.store()
    try await bench.add(Person(name: "Ann"))
    try await second.write("Add Bob") { try $0.insert(Person(name: "Bob")) }
    #expect(try await bench.store.undo()?.step.label == "Add Bob")
    #expect(try await second.undo()?.step.label == "Add")
    #expect(try await bench.store.redo()?.step.label == "Add")
    #expect(try await second.read { try $0.fetch(FetchRequest<Person>()).map(\.name) } == ["Ann"])
  }

  private func randomStep(on store: Store, _ generator: inout SeededGenerator) async throws {
    let ids = try await store.read { context in
      var ids: [RecordID<Person>] = []
      try context.forEach(FetchRequest<Person>()) { id, _ in ids.append(id) }
      return ids
    }
    let chosen = (0..<3).compactMap { _ in generator.pick(ids) }
    let people = (0..<3).map { _ in Person.random(using: &generator) }
    let kinds = (0..<3).map { _ in generator.number(below: 5) }
    try await store.write("Step") { context in
      for (kind, person) in zip(kinds, people) {
        let id = chosen.first
        switch kind {
        case 0: try context.insert(person)
        case 1: try context.insertInBulk(person)
        case 2: if let id { try context.delete(id) }
        case 3: if let id = chosen.last { try context.update(id) { $0.tags = person.tags } }
        default:
          if let id {
            try context.update(id) { old in
              old.name = person.name
              old.place = person.place
              old.addedAt = person.addedAt
            }
          }
        }
      }
    }
  }
}
