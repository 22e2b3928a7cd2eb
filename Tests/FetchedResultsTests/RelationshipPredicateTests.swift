import Foundation
import Synchronization
import Testing

@testable import FetchedResults

/// Predicates that follow relationships, in the store against their own evaluation in memory.
@Suite struct RelationshipPredicateTests {
  private static let contents = LibraryContents()

  private static let books: [(name: String, predicate: Predicate<Book>)] = {
    let work = "work"
    let lem = "lem"
    return [
      ("to-one", #Predicate { $0.author?.name == "Stanisław Lem" }),
      ("to-one, other spelling", #Predicate { $0.author?.name == "Ursula Le Guin" && $0.pages != nil }),
      ("to-one, not", #Predicate { $0.author?.name != "Ursula Le Guin" }),
      ("to-one, the record's own", #Predicate { b in b.author.flatMap { $0.name == b.title } ?? false }),
      ("to-one, by id", #Predicate { $0.author?.id == lem }),
      ("to-one, nil attribute", #Predicate { $0.author?.city == nil }),
      ("to-one, coalesced", #Predicate { ($0.author?.city ?? "none") == "none" }),
      ("to-one, contains", #Predicate { $0.author?.name.localizedStandardContains("stanislaw") ?? false }),
      ("to-one, contains or missing", #Predicate { $0.author?.name.contains("Sta") ?? true }),
      ("to-one, nil", #Predicate { $0.author == nil }),
      ("to-one, not nil", #Predicate { $0.author != nil }),
      ("to-one, flat map", #Predicate { $0.author.flatMap { $0.city?.isEmpty } ?? true }),
      ("to-one, then to-many", #Predicate { $0.author?.books.contains { $0.pages == 204 } ?? false }),
      ("to-one, then count", #Predicate { ($0.author?.books.count ?? 9) == 2 }),
      ("to-many", #Predicate { $0.tags.contains { $0.name == work } }),
      ("to-many, not", #Predicate { !$0.tags.contains { $0.name == work } }),
      ("to-many, other spelling", #Predicate { $0.tags.contains { $0.name == "Cafe\u{301}" } }),
      (
        "to-many, of the record",
        #Predicate { book in book.tags.contains { $0.name < book.title && book.pages == 204 } }
      ),
      ("to-many, all", #Predicate { $0.tags.allSatisfy { $0.name.contains("o") } }),
      ("to-many, empty", #Predicate { $0.tags.isEmpty }),
      ("to-many, count", #Predicate { $0.tags.count > 1 }),
      ("to-many, filtered", #Predicate { $0.tags.filter { $0.name.starts(with: "work") }.count == 2 }),
      ("to-many, two at once", #Predicate { a in a.tags.contains { b in a.tags.contains { b.name < $0.name } } }),
      ("inverse", #Predicate { $0.reviews.contains { $0.stars > 2 } }),
      ("inverse, not", #Predicate { !$0.reviews.contains { $0.stars > 2 } }),
      ("inverse, all", #Predicate { $0.reviews.allSatisfy { $0.stars > 3 } }),
      ("inverse, sum of questions", #Predicate { $0.reviews.count + $0.tags.count == 4 || $0.pages == 120 }),
      ("both", #Predicate { $0.tags.contains { $0.name == work } && $0.author?.city == "Portland" }),
    ]
  }()

  private static let authors: [(name: String, predicate: Predicate<Author>)] = [
    ("books", #Predicate { $0.books.contains { $0.title == "Solaris" } }),
    ("books without pages", #Predicate { $0.books.contains { $0.pages == nil } }),
    ("no books", #Predicate { $0.books.isEmpty }),
    ("namesake", #Predicate { author in author.books.contains { $0.title == author.name } }),
    ("tags of books", #Predicate { $0.books.contains { $0.tags.contains { $0.name == "work 2" } } }),
    ("tags and the author", #Predicate { a in a.books.contains { $0.tags.contains { $0.name < a.name } } }),
    ("reviews of books", #Predicate { $0.books.contains { $0.reviews.contains { $0.stars == 1 } } }),
  ]

  private static let tags: [(name: String, predicate: Predicate<Tag>)] = [
    ("inverse of to-many", #Predicate { $0.books.contains { $0.title == "Beowulf" } }),
    ("inverse of to-many, empty", #Predicate { $0.books.isEmpty }),
    ("inverse of to-many, count", #Predicate { $0.books.count == 2 }),
    ("inverse, to-one", #Predicate { $0.books.contains { $0.author?.city == "Portland" } }),
  ]

  private func compare<R: Record>(_ name: String, _ predicate: Predicate<R>, among all: [R]) async throws {
    let store = Store(at: .temporary, schema: .library)
    try await Self.contents.insert(into: store)
    let expected = try all.filter { try predicate.evaluate($0) }.map(\.id)
    let found = try await store.read { try $0.fetch(FetchRequest(predicate: predicate)) }
    #expect(found.map(\.id) == expected, "\(name)")
    #expect(!expected.isEmpty && expected.count < all.count, "\(name)")
  }

  @Test(arguments: books.indices) func booksAreFoundAsInMemory(index: Int) async throws {
    try await compare(Self.books[index].name, Self.books[index].predicate, among: Self.contents.books)
  }

  @Test(arguments: authors.indices) func authorsAreFoundAsInMemory(index: Int) async throws {
    try await compare(Self.authors[index].name, Self.authors[index].predicate, among: Self.contents.authors)
  }

  @Test(arguments: tags.indices) func tagsAreFoundAsInMemory(index: Int) async throws {
    try await compare(Self.tags[index].name, Self.tags[index].predicate, among: Self.contents.tags)
  }

  @Test func aQuestionAboutTagsIsOneStatementThatUsesIndexes() async throws {
    let lines = Mutex<[String]>([])
    let log = StoreLog(subsystem: "library", level: .trace, categories: [.sql]) { line in
      lines.withLock { $0.append(line) }
    }
    let store = Store(at: .temporary, schema: .library, log: log)
    try await Self.contents.insert(into: store)
    lines.withLock { $0 = [] }
    let request = FetchRequest(predicate: #Predicate<Book> { $0.tags.contains { $0.name == "work" } })
    #expect(try await store.read { try $0.count(request) } == 3)
    let statements = lines.withLock(\.self).filter { $0.contains(" sql reader: ") && $0.contains("SELECT") }
    try #require(statements.count == 1, "\(statements)")
    #expect(
      statements[0].contains(
        "(d.pk IN (SELECT book FROM book_tag WHERE book IS NOT NULL AND tag IN (SELECT d1.pk FROM tag AS r1 "
          + "JOIN tag_derived AS d1 ON d1.pk = r1.pk WHERE (d1.name_sort IS collation_key(?) AND text_equal(r1.name, ?)))))"
      ), "\(statements)")
    let plan = try Book.schema.plan(request).unorderedKeys
    let steps = try await store.read { context in
      try context.connection.all("EXPLAIN QUERY PLAN " + plan.sql, plan.arguments) { $0.text(3) ?? "" }
    }
    #expect(steps.contains { $0.contains("book_tag_by_tag (tag=?)") }, "\(steps)")
    #expect(
      steps.contains { $0.contains("tag_by_name_sort_name_initial") || $0.contains("tag_by_name_sort") }, "\(steps)")
  }
}
