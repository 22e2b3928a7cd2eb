import FetchedResults
import Foundation

/// Records that are related to each other in each way there is.
struct Author: Record {
  var id = ""
  var name = ""
  var city: String?
  var books: [Book] = []

  static let schema = RecordSchema<Author>(
    table: "author",
    attributes: [
      .identifier(\.id), .column(\.name, "name", order: .collated), .column(\.city, "city"),
      .inverse(\.books, of: \Book.author),
    ],
    indexes: [[SortDescriptor(\.name)]])
}

struct Book: Record {
  var id = ""
  var title = ""
  var pages: Int?
  var author: Author?
  var tags: [Tag] = []
  var reviews: [Review] = []

  var searchText: String { ([title, author?.name ?? ""] + tags.map(\.name)).joined(separator: "\n") }

  static let schema = RecordSchema<Book>(
    table: "book",
    attributes: [
      .identifier(\.id), .column(\.title, "title", order: .collated), .column(\.pages, "pages", order: .value),
      .toOne(\.author, "author"), .toMany(\.tags, table: "book_tag", column: "tag"),
      .inverse(\.reviews, of: \Review.book),
      .folded(\.searchText, "search_text") { [$0.title, $0.author?.name ?? ""] + $0.tags.map(\.name) },
    ],
    indexes: [[SortDescriptor(\.title)]])
}

struct Tag: Record {
  var id = ""
  var name = ""
  var books: [Book] = []

  static let schema = RecordSchema<Tag>(
    table: "tag",
    attributes: [.identifier(\.id), .column(\.name, "name", order: .collated), .inverse(\.books, of: \Book.tags)],
    indexes: [[SortDescriptor(\.name)]])
}

/// Goes with its book.
struct Review: Record {
  var id = ""
  var stars = 0
  var book: Book?

  static let schema = RecordSchema<Review>(
    table: "review",
    attributes: [
      .identifier(\.id), .column(\.stars, "stars", order: .value, default: "0"),
      .toOne(\.book, "book", onDelete: .cascade),
    ],
    indexes: [[SortDescriptor(\.stars)]])
}

/// Its book can't go while it is there.
struct Loan: Record {
  var id = ""
  var reader = ""
  var book: Book?

  static let schema = RecordSchema<Loan>(
    table: "loan",
    attributes: [
      .identifier(\.id), .column(\.reader, "reader", order: .collated), .toOne(\.book, "book", onDelete: .deny),
    ],
    indexes: [[SortDescriptor(\.reader)]])
}

extension Schema {
  static let library = Schema(
    applicationID: 0x4C49_4252, version: 1, records: [Book.self, Author.self, Tag.self, Review.self, Loan.self])
}

extension Sequence<Book> {
  var titles: [String] { map(\.title) }
}

/// Some books, as they are in memory, each end of each relationship filled in.
struct LibraryContents: Sendable {
  var authors: [Author]
  var tags: [Tag]
  var books: [Book]
  var reviews: [Review]

  init() {
    let authors = [("le-guin", "Ursula Le Guin", "Portland"), ("lem", "Stanisław Lem", nil), ("nobody", "Nobody", "")]
      .map { Author(id: $0, name: $1, city: $2) }
    let tags = [("t1", "work"), ("t2", "Café"), ("t3", "unused"), ("t4", "work 2")].map { Tag(id: $0, name: $1) }
    let rows: [(String, Int?, Int?, [Int])] = [
      ("The Dispossessed", 341, 0, [0, 1]), ("Solaris", 204, 1, [1]), ("Always Coming Home", nil, 0, []),
      ("Beowulf", 120, nil, [0, 3]), ("Stanisław Lem", 10, 1, [3, 0]), ("Ghost", nil, nil, []),
    ]
    var books = rows.enumerated().map { index, row in
      Book(id: "b\(index)", title: row.0, pages: row.1, author: row.2.map { authors[$0] }, tags: row.3.map { tags[$0] })
    }
    reviews = [(5, 0), (3, 0), (1, 1), (2, nil)].enumerated().map { index, row in
      Review(id: "r\(index)", stars: row.0, book: row.1.map { books[$0] })
    }
    for index in books.indices { books[index].reviews = reviews.filter { $0.book?.id == books[index].id } }
    let finished = books
    self.tags = tags.map { tag in
      Tag(id: tag.id, name: tag.name, books: finished.filter { $0.tags.contains { $0.id == tag.id } })
    }
    self.authors = authors.map { author in
      Author(
        id: author.id, name: author.name, city: author.city, books: finished.filter { $0.author?.id == author.id })
    }
    let linked = self.authors
    self.books = finished.map { book in
      var book = book
      book.author = linked.first { [id = book.author?.id] in $0.id == id }
      return book
    }
  }

  func insert(into store: Store) async throws {
    try await store.write("Fill") { context in
      for author in authors { try context.insert(author) }
      for tag in tags { try context.insert(tag) }
      for book in books { try context.insert(book) }
      for review in reviews { try context.insert(review) }
    }
  }
}
