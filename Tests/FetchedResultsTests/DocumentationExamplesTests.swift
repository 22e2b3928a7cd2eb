import FetchedResults
import Foundation
import Observation
import Synchronization
import Testing

/// The examples of the documentation, run.
///
/// What stands between `// Documentation:` and `// Checked:` is in the documentation line by line; the last test sees to it.
@Suite struct DocumentationExamplesTests {
  struct Book: Record {
    var id = ""
    var title = ""
    var author: String?
    var pages = 0
    var reviews: [Int] = []
    var tags: [String] = []
    var cover: URL?
    var addedAt = Date(timeIntervalSince1970: 0)

    var initial: String? { nil }
    var dayAdded: String? { nil }
    var titleLength: Int { title.count }
    var searchText: String { [title, author ?? ""].joined(separator: "\n") }

    static let schema = RecordSchema<Book>(
      table: "book",
      attributes: [
        // Documentation:
        .identifier(\.id),
        .column(\.title, "title", order: .collated),
        .column(\.author, "author", order: .collated),
        .column(\.pages, "pages", order: .value, default: "0"),
        .json(\.reviews, "reviews", default: "[]"),
        .list(\.tags, table: "book_tag", itemTable: "tag"),
        .section(\.initial, of: \.title, .initial),
        .section(\.dayAdded, of: \.addedAt, .day),
        .computed(\.titleLength, "title_length"),
        .folded(\.searchText, "search_text") { [$0.title, $0.author ?? ""] },
        // Checked:
        .text(
          \.cover, "cover", default: "", encode: { $0?.absoluteString ?? "" }, decode: { URL(string: $0) }),
        .column(\.addedAt, "added_at", order: .value, default: "'1970-01-01T00:00:00.000Z'"),
      ],
      indexes: [[SortDescriptor(\.title)], [SortDescriptor(\.author), SortDescriptor(\.title)]])
  }

  /// What the examples print.
  private final class Output: Sendable {
    private let printed = Mutex<[String]>([])
    var lines: [String] { printed.withLock(\.self) }
    func append(_ line: String) { printed.withLock { $0.append(line) } }
  }

  private static let schema = Schema(applicationID: 0x424F_4F4B, version: 1, records: [Book.self])

  private let store = Store(at: .temporary, schema: Self.schema)
  private let output = Output()

  private func print(_ items: Any...) { output.append(items.map { "\($0)" }.joined(separator: " ")) }

  private func fill() async throws {
    try await store.write("Fill") { context in
      for (title, author) in [("Momo", "Michael Ende"), ("Dune", "Frank Herbert"), ("Beowulf", nil)] {
        try context.insert(Book(title: title, author: author))
      }
    }
  }

  // MARK: The store

  @Test func aStoreIsWrittenReadAndTakenBack() async throws {
    // Documentation:
    let dune = try await store.write("Add Dune") { try $0.insert(Book(title: "Dune")) }
    let book = try await store.read { try $0.record(dune) }
    let count = try await store.read { context in try context.count(FetchRequest<Book>()) }
    if let change = try await store.undo() { print("Undone:", change.step.label) }
    if let change = try await store.redo() { print("Done again:", change.step.label) }
    for step in try await store.read({ try $0.steps() }) where !step.isUndone { print(step.number, step.label) }
    // Checked:
    #expect(book?.title == "Dune")
    #expect(count == 1)
    #expect(output.lines == ["Undone: Add Dune", "Done again: Add Dune", "1 Add Dune"])
  }

  @Test func aMissingFolderIsMade() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let store = Store(at: .file(folder.appending(path: "books.sqlite")), schema: Self.schema)
    // Documentation:
    do {
      try await store.open()
    } catch StoreError.folderMissing(let path) {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }
    // Checked:
    try await store.open()
    #expect(FileManager.default.fileExists(atPath: folder.appending(path: "books.sqlite").path))
    await store.close()
  }

  @Test func samplesAreAddedToANewStore() async throws {
    // Documentation:
    try await store.addIfNew("Add the sample books") { [Book(title: "Momo"), Book(title: "Dune")] }
    // Checked:
    #expect(try await store.read { try $0.count(FetchRequest<Book>()) } == 2)
  }

  @Test func aStepDoesWhatItsContextIsTold() async throws {
    try await fill()
    let dune = RecordID<Book>(key: 2)
    // Documentation:
    try await store.write("Replace Dune") { context in
      try context.delete(dune)
      try context.insert(Book(title: "Dune Messiah"))
    }
    // Checked:
    try await store.write("Edit") { context in
      // Documentation:
      let id = try context.insert(Book(title: "Dune"))
      try context.update(id) { $0.title = "Dune Messiah" }
      let wasThere = try context.delete(id)
      // Checked:
      #expect(wasThere)
      #expect(try context.record(id) == nil)
      let (books, count) = ([Book(title: "Solaris"), Book(title: "Emma")], 2)
      // Documentation:
      for book in books { try context.insertInBulk(book) }
      let preparation = context.preparation(of: Book.self)
      let prepared = context.preparation(of: Book.self).prepare(Book(title: "Dune"))
      try context.insertInBulk(prepared: prepared)
      let dune = preparation.prepare(Book(title: "Dune"))  // wherever
      try context.insertInBulk(prepared: dune)
      context.label = "Delete \(count) books"
      // Checked:
    }
    let titles = try await store.read { try $0.values(of: \Book.title) }
    #expect(titles == ["Momo", "Beowulf", "Dune Messiah", "Solaris", "Emma", "Dune", "Dune"])
    #expect(try await store.read { try $0.steps().first?.label } == "Delete 2 books")
  }

  // MARK: Reading

  @Test func aContextAnswersInItsWays() async throws {
    try await fill()
    // Documentation:
    let titles = try await store.read { context in
      try context.fetch(FetchRequest<Book>(sortDescriptors: [SortDescriptor(\.title)])).map(\.title)
    }
    // Checked:
    #expect(titles == ["Beowulf", "Dune", "Momo"])
    try await store.read { context in
      // Documentation:
      let books = try context.fetch(FetchRequest<Book>(predicate: #Predicate { $0.author == nil }))
      let anonymous = try context.count(FetchRequest<Book>(predicate: #Predicate { $0.author == nil }))
      try context.forEach(FetchRequest<Book>()) { id, book in print(id.key, book.title) }
      // Checked:
      #expect(books.map(\.title) == ["Beowulf"] && anonymous == 1)
      let book = try #require(books.first)
      // Documentation:
      let id = try context.recordID(of: book.id, in: Book.self)
      // Checked:
      #expect(id == RecordID(key: 3))
      #expect(try context.counts(by: \Book.author) == ["Michael Ende": 1, "Frank Herbert": 1, nil: 1])
    }
    #expect(output.lines == ["1 Momo", "2 Dune", "3 Beowulf"])
  }

  @Test func aSectionedRequestIsWalkedThrough() async throws {
    try await fill()
    let request = SectionedFetchRequest<String?, Book>(
      sectionIdentifier: \.author, sortDescriptors: [SortDescriptor(\.author), SortDescriptor(\.title)])
    try await store.read { context in
      // Documentation:
      try context.forEach(request) { book, newSection in
        if let newSection { print(newSection.identifier ?? "Anonymous") }
        print("  " + book.title)
      }
      for section in try context.snapshot(request).sections { print(section.range.count) }
      // Checked:
    }
    #expect(output.lines.prefix(4) == ["Frank Herbert", "  Dune", "Michael Ende", "  Momo"])
    #expect(output.lines.suffix(5) == ["Anonymous", "  Beowulf", "1", "1", "1"])
  }

  @Test func batchesComeOneAfterTheOther() async throws {
    try await fill()
    // Documentation:
    for try await books in store.batches(of: FetchRequest<Book>(fetchBatchSize: 100)) { print(books.count) }
    // Checked:
    #expect(output.lines == ["3"])
  }

  // MARK: Lists

  @Test @MainActor func aListSaysWhatItHasSeen() async throws {
    try await fill()
    let request = SectionedFetchRequest<String?, Book>(
      sectionIdentifier: \.author, sortDescriptors: [SortDescriptor(\.author), SortDescriptor(\.title)])
    let books = try FetchedResultsController(request, in: store)
    let dune = try #require(
      try await store.read { context in
        try context.fetch(FetchRequest<Book>(predicate: #Predicate { $0.title == "Dune" })).first
          .flatMap { try context.recordID(of: $0.id) as RecordID<Book>? }
      })
    // Documentation:
    let commit = try await store.write("Delete Dune") { context in
      try context.delete(dune)
      return context.commit
    }
    if books.snapshot.commit >= commit { print("The list has seen it.") }
    // Checked:
    await books.settle()
    if books.snapshot.commit >= commit { print("The list has seen it.") }
    #expect(output.lines.last == "The list has seen it." && books.snapshot.count == 2)
  }

  @Test @MainActor func aListIsConfiguredLoadedAndCompared() async throws {
    try await fill()
    let request = SectionedFetchRequest<String?, Book>(
      sectionIdentifier: \.author, sortDescriptors: [SortDescriptor(\.author), SortDescriptor(\.title)])
    // Documentation:
    let books = try FetchedResultsController(request, in: store, debounce: .milliseconds(50))
    await books.reload()
    print(books.snapshot.count)
    let section = books.snapshot.sections[0]
    let visible = Array(books.snapshot[section.range].prefix(40))
    books.load(visible)
    for id in visible { print(books.record(id, in: section)?.title ?? "") }  // blank until they are read
    // Checked:
    for await title in Observations({ books.record(visible[0], in: section)?.title }) where title == "Dune" { break }
    #expect(output.lines == ["3", "Dune"])
    let old = books.snapshot
    let term = "ende"
    // Documentation:
    try books.configure { $0.predicate = #Predicate { $0.searchText.localizedStandardContains(term) } }
    await books.settle()
    // Checked:
    let new = books.snapshot
    #expect(new.map(\.key) == [1])
    let difference = new.difference(from: old)
    // Documentation:
    #expect(old.applying(new.difference(from: old)) == new)
    #expect(new.applying(difference.inverse()) == old)
    #expect(Array(old).applying(difference.collectionDifference) == Array(new))
    // Checked:
    let deleted = visible[0]
    // Documentation:
    try books.configure { $0.predicate = nil }
    await books.settle()
    let shown = books.snapshot.removing([deleted])  // before the deletion is committed
    // Checked:
    #expect(shown.sections.map(\.identifier) == ["Michael Ende", nil])
    // Documentation:
    for await snapshot in Observations({ books.snapshot }) where snapshot.isComplete {
      for section in snapshot.sections { print(section.identifier ?? "Anonymous", section.range.count) }
      // Checked:
      break
    }
    #expect(output.lines.suffix(3) == ["Frank Herbert 1", "Michael Ende 1", "Anonymous 1"])
  }

  // MARK: Values

  @Test func twoVersionsBecomeOne() {
    let asRead = Book(title: "Dune", pages: 412)
    var (asItIsNow, asItShallBe) = (asRead, asRead)
    (asItIsNow.title, asItIsNow.author) = ("DUNE", "Frank Herbert")
    (asItShallBe.title, asItShallBe.pages) = ("Dune (1965)", 896)
    // Documentation:
    let merge = ThreeWayMerge(base: asRead, store: asItIsNow, edited: asItShallBe)
    // Checked:
    #expect(merge.conflicts.map { $0 as PartialKeyPath<Book> } == [\Book.title])
    #expect(merge.merged == Book(title: "Dune (1965)", author: "Frank Herbert", pages: 896))
    let resolved =
      // Documentation:
      merge.resolved { $0 == \Book.title ? .store : .edited }
    // Checked:
    #expect(resolved == Book(title: "DUNE", author: "Frank Herbert", pages: 896))
  }

  @Test func textIsFoldedFoundAndOrdered() throws {
    // Documentation:
    let swedish = try Collation(locale: "sv_SE")
    #expect(swedish.sortKey(of: "Zorn").lexicographicallyPrecedes(swedish.sortKey(of: "Åberg")))
    #expect(try Collation(locale: "sv_SE").initial(of: "åre") == "Å")
    #expect(Collation.locale(named: "de-u-co-phonebk") == "de@collation=phonebook")
    #expect("René Müller".containsFolded("rene mu"))
    #expect("Łukasz  STRAẞE".foldedForSearch() == "lukasz strasse")
    #expect(StoreLog.Level(rawValue: "debug") == .debug)
    // Checked:
  }

  // MARK: The documentation

  @Test func theExamplesAreInTheDocumentation() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardizedFileURL
    var documented: Set<String> = []
    let folder = root.appending(path: "Sources/FetchedResults")
    let sources = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
    for case let file as URL in sources where ["swift", "md"].contains(file.pathExtension) {
      for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
        documented.insert(Self.trimmed(line.trimmingPrefix { " /".contains($0) }))
      }
    }
    var isExample = false
    var count = 0
    for line in try String(contentsOf: URL(filePath: #filePath), encoding: .utf8).split(separator: "\n") {
      switch Self.trimmed(line) {
      case "// Documentation:": isExample = true
      case "// Checked:": isExample = false
      case let code where isExample:
        count += 1
        #expect(Self.spellings(of: code).contains { documented.contains($0) }, "\(code)")
      default: break
      }
    }
    #expect(count > 50)
  }

  private static func trimmed(_ line: some StringProtocol) -> String { line.trimmingCharacters(in: .whitespaces) }

  /// How a line may stand in the documentation: an expectation there is an expression with its value behind it.
  private static func spellings(of code: String) -> [String] {
    guard code.hasPrefix("#expect("), code.hasSuffix(")") else {
      return [code, code.hasSuffix(",") ? String(code.dropLast()) : code + ","]
    }
    let expectation = String(code.dropFirst("#expect(".count).dropLast())
    guard let equals = expectation.ranges(of: " == ").last else { return [expectation + "  // true"] }
    let (expression, value) = (expectation[..<equals.lowerBound], expectation[equals.upperBound...])
    return [expectation + "  // true", "\(expression)  // \(value)"]
  }
}
