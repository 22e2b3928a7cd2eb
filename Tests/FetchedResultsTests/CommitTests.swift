import FetchedResults
import Foundation
import SQLite
import Testing

@testable import FetchedResults

/// Commits: their numbers, and whom they concern.
@MainActor @Suite struct CommitTests {
  private static let byTitle = SectionedFetchRequest<String, Author>(
    sectionIdentifier: \.name, sortDescriptors: [SortDescriptor(\.name)])

  @Test func aSnapshotSaysWhichCommitItSaw() async throws {
    let store = try await Store.holding([Person(name: "Ann")])
    let controller = try FetchedResultsController(sectioned(PersonSort((.name, false))), in: store)
    await controller.settle()
    #expect(controller.snapshot.commit == 1)
    let commit = try await store.write("Add") { context in
      try context.insert(Person(name: "Bob"))
      return context.commit
    }
    #expect(commit == 2)
    await controller.settle()
    #expect(controller.snapshot.commit == 2)
    // A step that changes nothing leaves its number to the next.
    #expect(try await store.write("Nothing") { $0.commit } == 3)
    #expect(try await store.write("Add") { try [$0.commit, Int($0.insert(Person(name: "Cleo")).key)] } == [3, 3])
    try await store.undo()
    await controller.settle()
    #expect(controller.snapshot.commit == 4 && controller.snapshot.count == 2)
    #expect(try await store.read { try $0.snapshot(sectioned(PersonSort((.name, false)))).commit } == 4)
    #expect(controller.snapshot.removing([controller.snapshot[0]]).commit == 4)
  }

  @Test func aRegionIsAllThatCanBeReached() {
    #expect(Schema.people.region(of: "person") == ["person"])
    #expect(Schema.library.region(of: "author") == ["author", "book", "review", "tag"])
    #expect(Schema.library.region(of: "loan") == ["author", "book", "loan", "review", "tag"])
  }

  @Test func aListIsFetchedAgainForItsOwnRecordsOnly() async throws {
    let scratch = ScratchStore()
    let store = Store(at: .file(scratch.url), schema: .library)
    try await LibraryContents().insert(into: store)
    let authors = try FetchedResultsController(Self.byTitle, in: store)
    let loans = try FetchedResultsController(
      SectionedFetchRequest<String, Loan>(sectionIdentifier: \.reader, sortDescriptors: [SortDescriptor(\.reader)]),
      in: store)
    await authors.settle()
    await loans.settle()
    let (first, loanRevision) = (authors.snapshot.revision, loans.snapshot.revision)
    try await store.write("Lend") { try $0.insert(Loan(reader: "Ann")) }
    await authors.settle()
    await loans.settle()
    #expect(authors.snapshot.revision == first)
    #expect(loans.snapshot.revision == loanRevision + 1 && loans.snapshot.count == 1)
    try await store.undo()
    await loans.settle()
    #expect(loans.snapshot.isEmpty && authors.snapshot.revision == first)
    // A related record's change may be a change of the list.
    try await store.write("Add") { try $0.insert(Tag(name: "new")) }
    await authors.settle()
    #expect(authors.snapshot.revision == first + 1)
  }

  @Test(arguments: [false, true])
  func anotherProcessesCommitIsFetchedForItsOwnRecordsOnly(isTool: Bool) async throws {
    let scratch = ScratchStore()
    let store = Store(at: .file(scratch.url), schema: .library)
    try await LibraryContents().insert(into: store)
    let authors = try FetchedResultsController(Self.byTitle, in: store)
    let loans = try FetchedResultsController(
      SectionedFetchRequest<String, Loan>(sectionIdentifier: \.reader, sortDescriptors: [SortDescriptor(\.reader)]),
      in: store)
    await authors.settle()
    await loans.settle()
    let first = authors.snapshot.revision
    let (other, tool) = (Store(at: .file(scratch.url), schema: .library), try scratch.connect())
    if isTool {
      try tool.run("UPDATE store_setting SET value = value")
    } else {
      try await other.write("Lend") { context in
        for number in 0..<300 { try context.insertInBulk(Loan(reader: "Reader \(number)")) }
      }
      while loans.snapshot.count < 300 { await Task.yield() }
    }
    await authors.settle()
    #expect(authors.snapshot.revision == first)
    if isTool {
      try tool.run("INSERT INTO author (id, name) VALUES ('x', 'Xenia')")
    } else {
      try await other.write("Add") { try $0.insert(Author(name: "Xenia")) }
    }
    while authors.snapshot.count < 4 { await Task.yield() }
    #expect(authors.snapshot.commit == (isTool ? 1 : 3))
    await other.close()
  }
}
