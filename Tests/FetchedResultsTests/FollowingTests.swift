import FetchedResults
import Foundation
import SQLite
import SeededRandom
import Testing

/// A controller that follows a thousand random changes of its request and of its store, by whomever.
@MainActor @Suite struct FollowingTests {
  private struct Walk {
    let file = ScratchStore()
    let store: Store
    let tool: Connection
    let collation: Collation
    var generator: SeededGenerator

    init(seed: UInt64) async throws {
      store = file.store()
      try await store.open()
      tool = try file.connect()
      collation = try Collation(locale: "")
      generator = SeededGenerator(seed: seed)
    }

    /// The records as another tool reads them.
    func reference() throws -> Reference {
      let rows = try tool.all(
        "SELECT pk, id, name, place, day, height, note, added_at FROM person ORDER BY pk"
      ) { row in
        var person = Person(id: row.text(1) ?? "", name: row.text(2) ?? "")
        person.place = row.text(3)
        person.day = row.text(4)
        person.height = row.isNull(5) ? nil : row.real(5)
        person.note = row.text(6) ?? ""
        person.addedAt = Date(storedValue: row.value(7)) ?? person.addedAt
        let key = row.integer(0)
        person.tags = try tool.all(
          "SELECT tag FROM person_tag WHERE person = ? ORDER BY position, tag", [.integer(key)]
        ) {
          $0.text(0) ?? ""
        }
        return Reference.Row(id: RecordID(key: key), person: person)
      }
      return Reference(collation: collation, timeZone: .gmt, rows: rows)
    }

    mutating func text() -> Value { .text(generator.pick(Samples.texts) ?? "") }

    mutating func key() throws -> Value {
      let keys = try tool.all("SELECT pk FROM person") { $0.integer(0) }
      return .integer(generator.pick(keys) ?? 1)
    }

    /// A change such as a shell makes, with foreign keys off.
    mutating func meddle() throws {
      let (one, other) = (try key(), try key())
      let (first, second) = (text(), text())
      let day = generator.pick(Samples.days) ?? "2009"
      switch generator.number(below: 16) {
      case 0: try tool.run("INSERT INTO person (name) VALUES (?)", [first])
      case 1: try tool.run("INSERT INTO person (name, place, day) VALUES (?, ?, ?)", [first, second, .text(day)])
      case 2: try tool.run("UPDATE person SET name = ? WHERE pk = ?", [first, one])
      case 3: try tool.run("UPDATE person SET place = NULL, day = NULL WHERE pk = ?", [one])
      case 4: try tool.run("DELETE FROM person WHERE pk = ?", [one])
      case 5: try tool.run("REPLACE INTO person (id, name) SELECT id, ? FROM person WHERE pk = ?", [first, one])
      case 6: try tool.run("REPLACE INTO person (pk, name) VALUES (?, ?)", [one, first])
      case 7:
        try tool.run(
          "UPDATE OR REPLACE person SET id = (SELECT id FROM person WHERE pk = ?) WHERE pk = ?", [one, other])
      case 8: try tool.run("UPDATE person SET pk = (SELECT max(pk) + 3 FROM person) WHERE pk = ?", [one])
      case 9: try tool.run("UPDATE OR REPLACE person SET pk = ? WHERE pk = ?", [one, other])
      case 10:
        try tool.run(
          "INSERT INTO person (id, name) SELECT id, 'x' FROM person WHERE pk = ? ON CONFLICT (id) DO UPDATE SET name = ?",
          [one, first])
      case 11:
        try tool.run("INSERT OR IGNORE INTO person (id, name) SELECT id, ? FROM person WHERE pk = ?", [first, one])
      case 12:
        try tool.run(
          "INSERT OR REPLACE INTO person_tag (person, tag) SELECT pk, ? FROM person WHERE pk = ?", [first, one])
      case 13: try tool.run("UPDATE OR REPLACE tag SET name = ? WHERE name = (SELECT min(name) FROM tag)", [first])
      case 14: try tool.run("DELETE FROM tag WHERE name = (SELECT max(name) FROM tag)")
      default: try tool.run("UPDATE person SET height = ?, place = ? WHERE pk = ?", [.real(1.7), second, one])
      }
    }

    /// A step of the store, an undo or a redo.
    mutating func write() async throws {
      let person = Person.random(using: &generator)
      guard case .integer(let key) = try key() else { return }
      let id = RecordID<Person>(key: key)
      switch generator.number(below: 7) {
      case 0, 1: try await store.write("Add") { try $0.insert(person) }
      case 2: try await store.write("Import") { context in for _ in 0..<3 { try context.insertInBulk(person) } }
      case 3: try await store.write("Delete") { try $0.delete(id) }
      case 4:
        try await store.write("Edit") { context in
          try context.update(id) { record in
            let identifier = record.id
            record = person
            record.id = identifier
          }
        }
      case 5: await ignoringRefusals { try await store.undo() }
      default: await ignoringRefusals { try await store.redo() }
      }
    }

    private func ignoringRefusals(_ body: () async throws -> HistoryChange?) async {
      do {
        _ = try await body()
      } catch is HistoryError {
      } catch {
        Issue.record(error)
      }
    }
  }

  @Test(arguments: [UInt64(31), 32, 33, 34]) func atRestTheSnapshotIsTheReferences(seed: UInt64) async throws {
    var walk = try await Walk(seed: seed)
    try await walk.store.write("Fill") {
      [people = (0..<40).map { _ in Person.random(using: &walk.generator) }] context in
      for person in people { try context.insert(person) }
    }
    var sort = PersonSort.all[0]
    var predicate: Predicate<Person>?
    let controller = try FetchedResultsController(sectioned(sort), in: walk.store, screenful: 5, timeZone: .gmt)
    for number in 0..<250 {
      switch walk.generator.number(below: 4) {
      case 0:
        sort = walk.generator.pick(PersonSort.all) ?? sort
        let term = walk.generator.pick(Samples.terms) ?? ""
        predicate = term.isEmpty ? nil : #Predicate { $0.searchText.localizedStandardContains(term) }
        try controller.configure { $0 = sectioned(sort, predicate) }
      case 1, 2:
        try walk.meddle()
        controller.refresh()
      default: try await walk.write()
      }
      // Every so often several changes are on their way at once.
      guard walk.generator.number(below: 3) > 0 else { continue }
      await controller.settle()
      let reference = try walk.reference()
      let expected = try reference.sections(by: sort, matching: predicate)
      try #require(controller.snapshot.spelled == expected, "change \(number), \(sort.testDescription)")
      #expect(controller.snapshot.isComplete)
      #expect(controller.error == nil)
      #expect(controller.totalCount == reference.rows.count)
      try walk.tool.expectSound()
    }
  }
}
