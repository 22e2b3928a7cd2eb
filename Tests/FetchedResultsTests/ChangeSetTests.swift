import FetchedResults
import Foundation
import SQLite
import Testing

@Suite struct ChangeSetTests {
  /// A store file in a folder of its own, which goes with the test.
  private final class Folder {
    let url = FileManager.default.temporaryDirectory.appending(path: "changes-\(UUID().uuidString)")
    init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }
    deinit { try? FileManager.default.removeItem(at: url) }
    var path: String { url.appending(path: "people.sqlite").path }
    var store: Store { Store(at: .file(URL(filePath: path)), schema: .people) }
  }

  private func describe(_ change: RecordChange<Person>) -> String {
    switch change {
    case .reset: return "reset"
    case .step(let set):
      let updated = set.updated.sorted { $0.key < $1.key }.map { id, attributes in
        "\(id.key)(" + attributes.map { "\($0)".replacing("\\Person.", with: "") }.joined(separator: ",") + ")"
      }
      var parts = [set.isUndo ? "undo" : "do", set.step.label]
      if !set.inserted.isEmpty { parts.append("+\(set.inserted.map(\.key))") }
      if !updated.isEmpty { parts.append("~" + updated.joined(separator: " ")) }
      if !set.deleted.isEmpty { parts.append("-\(set.deleted.map(\.key))") }
      if let range = set.bulkInserted { parts.append("+\(range.lowerBound.key)...\(range.upperBound.key)") }
      if let range = set.bulkDeleted { parts.append("-\(range.lowerBound.key)...\(range.upperBound.key)") }
      return parts.joined(separator: " ")
    }
  }

  @Test func tellsEachStepOnceInOrder() async throws {
    let folder = try Folder()
    let store = folder.store
    var changes = try await store.changes(of: Person.self).makeAsyncIterator()
    func next() async -> String { await changes.next().map(describe) ?? "end" }

    let ann = try await store.write("Add Ann") { try $0.insert(Person(name: "Ann", tags: ["a"])) }
    #expect(await next() == "do Add Ann +[1]")
    try await store.write("Edit Ann") { context in
      try context.update(ann) {
        $0.name = "Anna"
        $0.place = "Gym"
      }
    }
    try await store.write("Tag Anna") { context in try context.update(ann) { $0.tags = ["a", "b"] } }
    try await store.write("Nothing") { context in try context.update(ann) { $0.name = "Anna" } }
    try await store.undo()
    try await store.write("Delete Anna") { try $0.delete(ann) }
    try await store.write("Import") { context in
      for name in ["x", "y"] { try context.insertInBulk(Person(name: name)) }
    }
    try await store.undo()
    try await store.redo()
    #expect(await next() == "do Edit Ann ~1(name,place)")
    #expect(await next() == "do Tag Anna ~1(tags)")
    #expect(await next() == "undo Tag Anna ~1(tags)")
    #expect(await next() == "do Delete Anna -[1]")
    #expect(await next() == "do Import +2...3")
    #expect(await next() == "undo Import -2...3")
    #expect(await next() == "do Import +2...3")
  }

  @Test func tellsOtherProcessesStepsAndAnotherToolsWrites() async throws {
    let folder = try Folder()
    let store = folder.store
    var changes = try await store.changes(of: Person.self).makeAsyncIterator()
    func next() async -> String { await changes.next().map(describe) ?? "end" }

    try await folder.store.write("Add from afar") { try $0.insert(Person(name: "Zoë")) }
    #expect(await next() == "do Add from afar +[1]")
    let tool = try Connection(path: folder.path, access: .readWrite)
    try tool.run("UPDATE person SET name = 'Zoe'")
    #expect(await next() == "reset")
    try tool.run("INSERT INTO person_tag (person, tag) VALUES (1, 'work')")
    #expect(await next() == "reset")
    try await folder.store.write("Edit from afar") { context in
      try context.update(RecordID<Person>(key: 1)) { $0.note = "hello" }
    }
    #expect(await next() == "do Edit from afar ~1(note)")
  }

  @Test func forgetsStepsBeyondItsLimitsButNeverTheNewestHundred() async throws {
    let folder = try Folder()
    let store = folder.store
    let id = try await store.write("Add") { try $0.insert(Person(name: "Ann")) }
    let tool = try Connection(path: folder.path, access: .readWrite)
    try tool.run("INSERT INTO store_setting VALUES ('history_bytes', '1000')")
    for number in 2...140 {
      try await store.write("Step \(number)") { context in
        try context.update(id) { $0.note = "\(number) and more" }
      }
    }
    // A thousand bytes hold fewer than a hundred of these: just the newest hundred are left, back to what step 40 wrote.
    var undone = 0
    while try await store.undo() != nil { undone += 1 }
    #expect(undone == 100)
    let note = try await store.read { try $0.record(id)?.note.prefix(3) }
    #expect(note == "40 ")
  }
}
