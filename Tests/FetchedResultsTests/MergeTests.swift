import FetchedResults
import Foundation
import SQLite
import Testing

/// Saving what was edited from an older version, against tables of what each policy has to give.
@Suite struct MergeTests {
  private static let base = Person(id: "p", name: "Ann", place: "Gym", height: 1.5, tags: ["work"], note: "n")

  /// Who changes what while Ann's form is open: the store's side, hers, and what each policy makes of it.
  struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// Nil deletes her.
    let store: (@Sendable (inout Person) -> Void)?
    let edit: @Sendable (inout Person) -> Void
    /// Nil for a conflict about the properties named.
    let error: Person?
    let conflicts: [PartialKeyPath<Person> & Sendable]
    let storeTrumps: Person?
    let objectTrumps: Person?
    let overwrite: Person?
    let rollback: Person?
  }

  private static func ann(_ change: (inout Person) -> Void) -> Person {
    var person = base
    change(&person)
    return person
  }

  private static let cases = [
    Case(
      testDescription: "nobody", store: { _ in }, edit: { _ in }, error: base, conflicts: [], storeTrumps: base,
      objectTrumps: base, overwrite: base, rollback: base),
    Case(
      testDescription: "she alone", store: { _ in }, edit: { $0.name = "Anna" }, error: ann { $0.name = "Anna" },
      conflicts: [], storeTrumps: ann { $0.name = "Anna" }, objectTrumps: ann { $0.name = "Anna" },
      overwrite: ann { $0.name = "Anna" }, rollback: ann { $0.name = "Anna" }),
    Case(
      testDescription: "the store alone", store: { $0.tags = ["climbing"] }, edit: { _ in },
      error: ann { $0.tags = ["climbing"] }, conflicts: [], storeTrumps: ann { $0.tags = ["climbing"] },
      objectTrumps: ann { $0.tags = ["climbing"] }, overwrite: base, rollback: ann { $0.tags = ["climbing"] }),
    Case(
      testDescription: "each another property", store: { $0.place = nil }, edit: { $0.tags = [] },
      error: ann { ($0.place, $0.tags) = (nil, []) }, conflicts: [],
      storeTrumps: ann { ($0.place, $0.tags) = (nil, []) }, objectTrumps: ann { ($0.place, $0.tags) = (nil, []) },
      overwrite: ann { $0.tags = [] }, rollback: ann { $0.place = nil }),
    Case(
      testDescription: "both the same way", store: { $0.name = "Zoë" }, edit: { ($0.name, $0.note) = ("Zoë", "m") },
      error: ann { ($0.name, $0.note) = ("Zoë", "m") }, conflicts: [],
      storeTrumps: ann { ($0.name, $0.note) = ("Zoë", "m") }, objectTrumps: ann { ($0.name, $0.note) = ("Zoë", "m") },
      overwrite: ann { ($0.name, $0.note) = ("Zoë", "m") }, rollback: ann { $0.name = "Zoë" }),
    Case(
      testDescription: "both one property, each another one too", store: { ($0.name, $0.place) = ("Zoë", "Choir") },
      edit: { ($0.name, $0.height) = ("Anna", nil) }, error: nil, conflicts: [\.name],
      storeTrumps: ann { ($0.name, $0.place, $0.height) = ("Zoë", "Choir", nil) },
      objectTrumps: ann { ($0.name, $0.place, $0.height) = ("Anna", "Choir", nil) },
      overwrite: ann { ($0.name, $0.height) = ("Anna", nil) },
      rollback: ann { ($0.name, $0.place) = ("Zoë", "Choir") }),
    Case(
      testDescription: "both several", store: { ($0.tags, $0.place) = (["a"], nil) },
      edit: { ($0.tags, $0.place) = (["b"], "") }, error: nil, conflicts: [\.place, \.tags],
      storeTrumps: ann { ($0.tags, $0.place) = (["a"], nil) }, objectTrumps: ann { ($0.tags, $0.place) = (["b"], "") },
      overwrite: ann { ($0.tags, $0.place) = (["b"], "") }, rollback: ann { ($0.tags, $0.place) = (["a"], nil) }),
    Case(
      testDescription: "the store has deleted her", store: nil, edit: { $0.name = "Anna" }, error: nil, conflicts: [],
      storeTrumps: nil, objectTrumps: ann { $0.name = "Anna" }, overwrite: ann { $0.name = "Anna" }, rollback: nil),
  ]

  /// Who writes the store's side.
  enum Other: CaseIterable { case library, otherTool }

  private func write(
    _ change: (@Sendable (inout Person) -> Void)?, by other: Other, _ scratch: ScratchStore, _ store: Store
  )
    async throws
  {
    switch (other, change) {
    case (.library, let change?): try await store.write("Other") { try $0.update(RecordID(key: 1), change) }
    case (.library, nil): try await store.write("Other") { try $0.delete(RecordID<Person>(key: 1)) }
    case (.otherTool, let change?):
      let person = Self.ann(change)
      let shell = try scratch.connect()
      try shell.run(
        "UPDATE person SET name = ?, place = ?, note = ? WHERE pk = 1",
        [.text(person.name), person.place.map { .text($0) } ?? .null, .text(person.note)])
      if person.tags != Self.base.tags {
        try shell.run("DELETE FROM person_tag WHERE person = 1")
        for tag in person.tags { try shell.run("INSERT INTO person_tag (person, tag) VALUES (1, ?)", [.text(tag)]) }
      }
    case (.otherTool, nil): try scratch.connect().execute("DELETE FROM person WHERE pk = 1")
    }
  }

  @Test(arguments: cases, MergePolicy.allCases)
  func eachPolicyGivesWhatTheTableSays(example: Case, policy: MergePolicy) async throws {
    for other in Other.allCases {
      let scratch = ScratchStore()
      let store = scratch.store()
      let id = try await store.write("Add") { try $0.insert(Self.base) }
      try await write(example.store, by: other, scratch, store)
      let before = try await store.read { try $0.record(id) }
      let edited = Self.ann(example.edit)
      let expected =
        switch policy {
        case .error: example.error
        case .storeTrumps: example.storeTrumps
        case .objectTrumps: example.objectTrumps
        case .overwrite: example.overwrite
        case .rollback: example.rollback
        }
      do {
        let saved = try await store.write("Edit") { context in
          try context.save(edited, basedOn: Self.base, as: id, policy: policy)
        }
        #expect(saved == expected, "\(other)")
        #expect(policy != .error || example.error != nil, "\(other)")
        #expect(try await store.read { try $0.record(id) } == expected, "\(other)")
        // One undo takes it back, and leaves what the other has written.
        if saved != before {
          try await store.undo()
          #expect(try await store.read { try $0.record(id) } == before, "\(other)")
        }
      } catch let conflict as MergeConflict<Person> {
        #expect(policy == .error && example.error == nil, "\(other)")
        #expect(conflict.attributes as [PartialKeyPath<Person>] == example.conflicts, "\(other)")
        #expect(conflict.id == id && conflict.base == Self.base && conflict.edited == edited, "\(other)")
        #expect(conflict.store == before, "\(other)")
        #expect(try await store.read { try $0.record(id) } == before, "\(other)")
      }
    }
  }

  @Test func twoEditorsAndAShellInEveryOrderLoseNothingOfTheirOwn() async throws {
    typealias Writer = @Sendable (ScratchStore, Store, RecordID<Person>) async throws -> Void
    func editor(_ change: @escaping @Sendable (inout Person) -> Void) -> Writer {
      { _, store, id in
        _ = try await store.write("Edit") { context in
          try context.save(Self.ann(change), basedOn: Self.base, as: id, policy: .error)
        }
      }
    }
    let writers: [Writer] = [
      editor { $0.name = "Anna" }, editor { $0.tags = ["work", "climbing"] },
      { scratch, _, _ in try scratch.connect().execute("UPDATE person SET place = 'Choir' WHERE pk = 1") },
    ]
    for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
      let scratch = ScratchStore()
      let store = scratch.store()
      let id = try await store.write("Add") { try $0.insert(Self.base) }
      for index in order { try await writers[index](scratch, store, id) }
      let expected = Self.ann { ($0.name, $0.place, $0.tags) = ("Anna", "Choir", ["work", "climbing"]) }
      #expect(try await store.read { try $0.record(id) } == expected, "\(order)")
    }
  }

  @Test func whoIsRightIsDecidedPropertyByProperty() {
    let store = Self.ann { ($0.name, $0.place, $0.note) = ("Zoë", "Choir", "s") }
    let edited = Self.ann { ($0.name, $0.place, $0.height) = ("Anna", "Airport", 2) }
    let merge = ThreeWayMerge(base: Self.base, store: store, edited: edited)
    #expect(merge.conflicts as [PartialKeyPath<Person>] == [\.name, \.place])
    #expect(
      merge.resolved { $0 == \Person.name ? .store : .edited }
        == Self.ann { ($0.name, $0.place, $0.height, $0.note) = ("Zoë", "Airport", 2, "s") })
  }

  @Test func aConflictSaysWhatItIsAboutAndNotWhatWasEntered() async throws {
    let store = try await Store.holding([Self.base])
    let id = RecordID<Person>(key: 1)
    try await store.write("Other") { try $0.update(id) { ($0.name, $0.place) = ("Zoë", "Choir") } }
    let error = await #expect(throws: MergeConflict<Person>.self) {
      try await store.write("Edit") { context in
        let edited = Self.ann { ($0.name, $0.place) = ("Anna", nil) }
        return try context.save(edited, basedOn: Self.base, as: id, policy: .error)
      }
    }
    #expect(
      error?.description
        == "The record was changed elsewhere while it was being edited (name, place); nothing was saved.")
  }

  @Test func whoComesBackKeepsHerIdentity() async throws {
    let store = try await Store.holding([Self.base, Person(id: "q", name: "Bob")])
    let id = RecordID<Person>(key: 1)
    try await store.write("Delete") { try $0.delete(id) }
    let edited = Self.ann { $0.note = "back" }
    try await store.write("Edit") { try $0.save(edited, basedOn: Self.base, as: id, policy: .overwrite) }
    #expect(try await store.read { try $0.recordID(of: "p", in: Person.self) } == id)
    let next = try await store.write("Add") { try $0.insert(Person(name: "Cleo")) }
    #expect(next.key == 3)
  }
}
