import Foundation
import Observation
import SQLite
import Testing

@testable import FetchedResults

/// Records that are related to each other: reading, saving, deleting, undoing.
@Suite struct RelationshipTests {
  /// A store in a file, and another tool that has it open.
  private struct Bench {
    let file = ScratchStore()
    let store: Store
    let tool: Connection

    init() async throws {
      store = Store(at: .file(file.url), schema: .library)
      try await store.open()
      tool = try file.connect()
      try await LibraryContents().insert(into: store)
    }

    /// A table's rows, one text each, as the other tool reads them.
    func rows(_ sql: String) throws -> [String] {
      try tool.all(sql) { row in (0..<row.count).map { row.text($0) ?? "NULL" }.joined(separator: " ") }
    }

    func authors() throws -> [String] { try rows("SELECT id, author FROM book ORDER BY pk") }
    func pairs() throws -> [String] { try rows("SELECT book, tag, position FROM book_tag ORDER BY book, position") }

    /// All that people have entered.
    func dump() throws -> [String] {
      try ["author", "book", "tag", "review", "loan"].flatMap { try rows("SELECT '\($0)', * FROM \($0) ORDER BY pk") }
        + pairs()
    }

    func books(_ request: FetchRequest<Book> = FetchRequest()) async throws -> [Book] {
      try await store.read { try $0.fetch(request) }
    }

    func search(_ term: String) async throws -> [String] {
      try await books(FetchRequest(predicate: #Predicate { $0.searchText.localizedStandardContains(term) })).titles
    }

    func id<R: Record>(_ id: R.ID, _ type: R.Type) async throws -> RecordID<R> {
      try #require(try await store.read { try $0.recordID(of: id, in: type) })
    }
  }

  // MARK: Reading and saving

  @Test func aRecordIsReadWithWhatItIsRelatedTo() async throws {
    let books = try await Bench().books()
    #expect(
      books.map { $0.author?.name } == ["Ursula Le Guin", "Stanisław Lem", "Ursula Le Guin", nil, "Stanisław Lem", nil])
    #expect(
      books.map { $0.tags.map(\.name) } == [
        ["work", "Café"], ["Café"], [], ["work", "work 2"], ["work 2", "work"], [],
      ])
    #expect(books.filter { !$0.reviews.isEmpty }.isEmpty, "nobody has asked for them")
    #expect(books.allSatisfy { $0.author?.books.isEmpty ?? true }, "what is related in its turn is not read")
  }

  @Test func eachWayOfReadingBringsTheSame() async throws {
    let bench = try await Bench()
    let id = try await bench.id("b4", Book.self)
    let book = try #require(try await bench.store.read { try $0.record(id) })
    #expect(book.author?.id == "lem")
    #expect(book.tags.map(\.id) == ["t4", "t1"])
    #expect(try await bench.books().filter { $0.id == "b4" } == [book])
    let authors = try await bench.store.read { try $0.values(of: \Book.author) }
    #expect(authors.map { $0?.id } == ["le-guin", "lem", "le-guin", nil, "lem", nil])
    let counts = try await bench.store.read { try $0.counts(by: \Book.author?.id) }
    #expect(counts == ["le-guin": 2, "lem": 2, nil: 2])
    let request = SectionedFetchRequest<String, Book>(
      sectionIdentifier: \.title, sortDescriptors: [SortDescriptor(\.title)])
    let sectioned = try await bench.store.read { context in
      var books: [Book] = []
      try context.forEach(request) { book, _ in books.append(book) }
      return books
    }
    #expect(sectioned.first { $0.id == "b4" } == book)
  }

  @Test func whatIsStoredAtTheOtherEndIsReadOnRequest() async throws {
    let bench = try await Bench()
    let authors = FetchRequest<Author>(relationshipKeyPathsForPrefetching: [\.books])
    let books = try await bench.store.read { try $0.fetch(authors).map(\.books.titles) }
    #expect(books == [["The Dispossessed", "Always Coming Home"], ["Solaris", "Stanisław Lem"], []])
    let tags = FetchRequest<Tag>(
      sortDescriptors: [SortDescriptor(\.name)], relationshipKeyPathsForPrefetching: [\.books])
    let tagged = try await bench.store.read { try $0.fetch(tags).map { "\($0.name): \($0.books.map(\.id))" } }
    #expect(tagged == [#"Café: ["b0", "b1"]"#, "unused: []", #"work: ["b0", "b3", "b4"]"#, #"work 2: ["b3", "b4"]"#])
  }

  @Test func batchesAreAsLargeAsAskedForAndOneAfterTheOther() async throws {
    let bench = try await Bench()
    let request = FetchRequest<Book>(sortDescriptors: [SortDescriptor(\.title)], fetchLimit: 5, fetchBatchSize: 2)
    var batches: [[String]] = []
    for try await batch in bench.store.batches(of: request) {
      batches.append(batch.titles)
      // What is deleted meanwhile is not read any more.
      try bench.tool.execute("DELETE FROM book WHERE id = 'b5'")
      #expect(batch.allSatisfy { $0.id != "b4" || $0.tags.map(\.id) == ["t4", "t1"] })
    }
    #expect(batches == [["Always Coming Home", "Beowulf"], ["Solaris"], ["Stanisław Lem"]])
    #expect(
      try await bench.books(request).titles == [
        "Always Coming Home", "Beowulf", "Solaris", "Stanisław Lem", "The Dispossessed",
      ])
  }

  @Test func savingWritesWhichRecordItIsAndNothingOfWhatIsInIt() async throws {
    let bench = try await Bench()
    let id = try await bench.id("b3", Book.self)
    let contents = LibraryContents()
    let changed = try await bench.store.write("Edit") { context in
      try context.update(id) { book in
        book.author = contents.authors[1]
        book.author?.name = "not saved"
        book.tags = [contents.tags[2], contents.tags[0], contents.tags[2]]
      }
    }
    #expect(changed?.author?.name == "Stanisław Lem")
    #expect(changed?.tags.map(\.name) == ["unused", "work"])
    #expect(
      try bench.rows("SELECT author, (SELECT group_concat(tag) FROM book_tag WHERE book = 4) FROM book WHERE id = 'b3'")
        == ["2 1,3"])
    try await bench.store.write("Edit") { context in
      try context.update(id) { book in
        book.author = nil
        book.tags = []
      }
    }
    #expect(try await bench.books().first { $0.id == "b3" }?.author == nil)
    #expect(try bench.pairs().filter { $0.hasPrefix("4 ") } == [])
  }

  @Test func aRecordThatIsNotInTheStoreCannotBeReferredTo() async throws {
    let bench = try await Bench()
    let before = try bench.dump()
    let id = try await bench.id("b3", Book.self)
    await #expect(throws: RelationshipError.notInStore(table: "author", id: "stranger")) {
      try await bench.store.write("Add") { try $0.insert(Book(title: "X", author: Author(id: "stranger"))) }
    }
    await #expect(throws: RelationshipError.notInStore(table: "tag", id: "")) {
      try await bench.store.write("Edit") { context in try context.update(id) { $0.tags = [Tag(name: "new")] } }
    }
    #expect(try bench.dump() == before)
    #expect(
      RelationshipError.notInStore(table: "author", id: "stranger").description
        == "There is no record stranger of author; insert it before another refers to it.")
  }

  // MARK: Deleting

  @Test func nullifyLeavesTheRecordWithoutIt() async throws {
    let bench = try await Bench()
    let before = try bench.dump()
    let (author, tag) = (try await bench.id("lem", Author.self), try await bench.id("t1", Tag.self))
    try await bench.store.write("Delete") { context in
      try context.delete(author)
      try context.delete(tag)
    }
    #expect(try bench.authors() == ["b0 1", "b1 NULL", "b2 1", "b3 NULL", "b4 NULL", "b5 NULL"])
    #expect(try bench.pairs() == ["1 2 1", "2 2 0", "4 4 1", "5 4 0"])
    let after = try bench.dump()
    #expect(try await bench.store.undo() != nil)
    #expect(try bench.dump() == before)
    #expect(try await bench.store.redo() != nil)
    #expect(try bench.dump() == after)
  }

  @Test func cascadeTakesTheRecordWithIt() async throws {
    let bench = try await Bench()
    let before = try bench.dump()
    let book = try await bench.id("b0", Book.self)
    try await bench.store.write("Delete") { try $0.delete(book) }
    #expect(try bench.rows("SELECT id, book FROM review ORDER BY pk") == ["r2 2", "r3 NULL"])
    #expect(try bench.rows("SELECT count(*) FROM review_stamp") == ["2"])
    #expect(try await bench.store.undo() != nil)
    #expect(try bench.dump() == before)
  }

  @Test func denyRefusesAndLosesNothing() async throws {
    let bench = try await Bench()
    try await bench.store.write("Lend") { context in
      let book = try #require(try context.fetch(FetchRequest<Book>(predicate: #Predicate { $0.id == "b0" })).first)
      try context.insert(Loan(id: "l", reader: "Ann", book: book))
    }
    let before = try bench.dump()
    let book = try await bench.id("b0", Book.self)
    let error = await #expect(throws: RelationshipError.self) {
      try await bench.store.write("Delete") { try $0.delete(book) }
    }
    #expect(error?.description == "It can't be deleted while there is a record of loan that refers to it.")
    #expect(try bench.dump() == before)
    let loan = try await bench.id("l", Loan.self)
    try await bench.store.write("Give back and delete") { context in
      try context.delete(loan)
      try context.delete(book)
    }
    #expect(try await bench.store.undo() != nil)
    #expect(try bench.dump() == before)
  }

  @Test func anotherToolsDeletionsFollowTheRules() async throws {
    let bench = try await Bench()
    try await bench.store.write("Lend") { context in
      let book = try #require(try context.fetch(FetchRequest<Book>(predicate: #Predicate { $0.id == "b3" })).first)
      try context.insert(Loan(id: "l", reader: "Ann", book: book))
    }
    try bench.tool.execute("DELETE FROM author WHERE id = 'lem'; DELETE FROM tag WHERE name LIKE 'work%'")
    #expect(try bench.authors() == ["b0 1", "b1 NULL", "b2 1", "b3 NULL", "b4 NULL", "b5 NULL"])
    #expect(try bench.pairs() == ["1 2 1", "2 2 0"])
    try bench.tool.execute("DELETE FROM book WHERE id = 'b0'")
    #expect(try bench.rows("SELECT id FROM review") == ["r2", "r3"])
    #expect(throws: SQLiteError.self) { try bench.tool.execute("DELETE FROM book WHERE id = 'b3'") }
    try bench.tool.execute("UPDATE author SET pk = 77 WHERE id = 'le-guin'")
    #expect(try bench.authors() == ["b1 NULL", "b2 77", "b3 NULL", "b4 NULL", "b5 NULL"])
    #expect(try await bench.search("guin") == ["Always Coming Home"])
    // A row in whose place another comes goes without a delete trigger; the library finds that out.
    try bench.tool.execute("REPLACE INTO author (id, name) VALUES ('le-guin', 'Another')")
    #expect(try await bench.books().map { $0.author?.name } == [nil, nil, nil, nil, nil])
    #expect(try bench.authors() == ["b1 NULL", "b2 NULL", "b3 NULL", "b4 NULL", "b5 NULL"])
    #expect(try await bench.search("guin") == [])
  }

  // MARK: What follows from related records

  @Test func searchesFollowRelatedRecords() async throws {
    let bench = try await Bench()
    #expect(try await bench.search("lem") == ["Solaris", "Stanisław Lem"])
    #expect(try await bench.search("cafe") == ["The Dispossessed", "Solaris"])
    let author = try await bench.id("lem", Author.self)
    try await bench.store.write("Rename") { context in try context.update(author) { $0.name = "S. Łem" } }
    #expect(try await bench.search("s. lem") == ["Solaris", "Stanisław Lem"])
    try bench.tool.execute("UPDATE tag SET name = 'Bistro' WHERE id = 't2'")
    #expect(try await bench.search("bistro") == ["The Dispossessed", "Solaris"])
    try await bench.store.undo()
    #expect(try await bench.search("s. lem") == [])
    // Inside a step, too.
    let found = try await bench.store.write("Rename") { context in
      try context.update(author) { $0.name = "Pirx" }
      return try context.fetch(
        FetchRequest<Book>(predicate: #Predicate { $0.searchText.localizedStandardContains("pirx") })
      ).titles
    }
    #expect(found == ["Solaris", "Stanisław Lem"])
  }

  @Test @MainActor func aListFollowsRelatedRecords() async throws {
    let bench = try await Bench()
    let controller = try FetchedResultsController(
      SectionedFetchRequest<String, Book>(
        sectionIdentifier: \.title, sortDescriptors: [SortDescriptor(\.title)],
        predicate: #Predicate { $0.author?.name == "Pirx" }), in: bench.store)
    for await snapshot in Observations({ controller.snapshot }) where snapshot.isComplete { break }
    #expect(controller.snapshot.isEmpty)
    try bench.tool.execute("UPDATE author SET name = 'Pirx' WHERE id = 'lem'")
    for await snapshot in Observations({ controller.snapshot }) where !snapshot.isEmpty { break }
    #expect(controller.snapshot.count == 2)
  }

  // MARK: Undoing

  @Test func whatIsReferredToSinceCannotBeTakenBack() async throws {
    let bench = try await Bench()
    let id = try await bench.store.write("Add author") { try $0.insert(Author(id: "new", name: "New")) }
    let author = try #require(try await bench.store.read { try $0.record(id) })
    let step = try #require(try await bench.store.read { try $0.steps().first?.number })
    try await bench.store.write("Add book") { try $0.insert(Book(id: "x", title: "X", author: author)) }
    let before = try bench.dump()
    await #expect(throws: HistoryError.self) { try await bench.store.undo(step) }
    #expect(try bench.dump() == before)
    #expect(try await bench.store.undo() != nil)
    #expect(try await bench.store.undo(step) != nil)
  }

  @Test func whatRefersToSomethingGoneCannotBeBroughtBack() async throws {
    let bench = try await Bench()
    let first = try bench.dump()
    let (book, author) = (try await bench.id("b1", Book.self), try await bench.id("lem", Author.self))
    try await bench.store.write("Delete book") { try $0.delete(book) }
    let step = try #require(try await bench.store.read { try $0.steps().first?.number })
    try await bench.store.write("Delete author") { try $0.delete(author) }
    let before = try bench.dump()
    await #expect(throws: HistoryError.self) { try await bench.store.undo(step) }
    #expect(try bench.dump() == before)
    // In the order of their making, both come back.
    #expect(try await bench.store.undo() != nil)
    #expect(try await bench.store.undo() != nil)
    #expect(try bench.dump() == first)
  }

  @Test func recordsOfABulkInsertionThatAreReferredToStay() async throws {
    let bench = try await Bench()
    let author = try await bench.store.write("Import") { context in
      for number in 0..<20 { try context.insertInBulk(Author(id: "a\(number)", name: "Author \(number)")) }
      return Author(id: "a7")
    }
    let step = try #require(try await bench.store.read { try $0.steps().first?.number })
    try await bench.store.write("Add") { try $0.insert(Book(id: "x", title: "X", author: author)) }
    let before = try bench.dump()
    await #expect(throws: HistoryError.self) { try await bench.store.undo(step) }
    #expect(try bench.dump() == before)
  }

  @Test func changeSetsNameTheRelationshipsThatChanged() async throws {
    let bench = try await Bench()
    var changes = try await bench.store.changes(of: Book.self).makeAsyncIterator()
    let id = try await bench.id("b1", Book.self)
    try await bench.store.write("Edit") { context in
      try context.update(id) { book in
        book.author = LibraryContents().authors[0]
        book.tags = []
      }
    }
    guard case .step(let change) = await changes.next() else { return }
    #expect(change.updated[id]?.map { $0 as PartialKeyPath<Book> } == [\Book.author, \Book.tags])
  }

  @Test func twoEditorsOfOneRecordKeepEachOthersRelationships() async throws {
    let bench = try await Bench()
    let contents = LibraryContents()
    let id = try await bench.id("b1", Book.self)
    let base = try #require(try await bench.store.read { try $0.record(id) })
    var (mine, theirs) = (base, base)
    mine.author = contents.authors[0]
    theirs.tags = [contents.tags[2]]
    let (edited, other) = (mine, theirs)
    try await bench.store.write("Theirs") { try $0.save(other, basedOn: base, as: id) }
    try await bench.store.write("Mine") { try $0.save(edited, basedOn: base, as: id, policy: .error) }
    let saved = try await bench.store.read { try $0.record(id) }
    #expect(saved?.author?.id == "le-guin")
    #expect(saved?.tags.map(\.id) == ["t3"])
    mine.author = nil
    let again = mine
    await #expect(throws: MergeConflict<Book>.self) {
      try await bench.store.write("Mine") { try $0.save(again, basedOn: base, as: id, policy: .error) }
    }
  }
}
