import FetchedResults
import Foundation
import ListApp
import ListBrowser

/// A row of the table.
struct Book: Record {
  var id = ""
  var title = ""
  var author: String?

  var initial: String? { nil }
  var searchText: String { "\(title)\n\(author ?? "")" }

  static let schema = RecordSchema<Book>(
    table: "book",
    attributes: [
      .identifier(\.id),
      .column(\.title, "title", order: .collated),
      .column(\.author, "author", order: .collated),
      .section(\.initial, of: \.title, .initial),
      .folded(\.searchText, "search_text") { [$0.title, $0.author ?? ""] },
    ],
    indexes: [[SortDescriptor(\.title)], [SortDescriptor(\.author), SortDescriptor(\.title)]])
}

@main
struct Books: ListApp {
  static let name = "books"
  static let summary = "the books on your shelf"
  static let schema = Schema(applicationID: 0x424F_4F4B, version: 1, records: [Book.self])
  static let commands: [any Command.Type] = [
    ListCommand<Self>.self, DeleteCommand<Self>.self, UndoCommand<Self>.self, RedoCommand<Self>.self,
    HistoryCommand<Self>.self,
  ]
  static let format = RecordFormat<Book>([
    RecordColumn("title") { .text($0.title) }, RecordColumn("author") { $0.author.map { .text($0) } ?? .null },
  ])

  let title = "Books"
  let noun = "book"
  let searchPlaceholder = "title or author"
  let sorts = [
    BrowserSort<Book>(
      id: "title", name: "Title", key: "title", keyName: "Title", descriptors: [SortDescriptor(\.title)],
      section: \.initial),
    BrowserSort(
      id: "author", name: "Author", key: "author", keyName: "Author",
      descriptors: [SortDescriptor(\.author), SortDescriptor(\.title)], section: \.author, missingSection: "Anonymous"),
  ]
  let fields = [
    BrowserField<Book>("Title", text: { $0.title }, set: { $0.title = $1 }),
    BrowserField("Author", text: { $0.author ?? "" }, set: { $0.author = $1.isEmpty ? nil : $1 }),
  ]

  init(locale: Locale) {}

  func samples() -> [Book] { [Book(title: "Mumintroll", author: "Tove Jansson"), Book(title: "Beowulf")] }
  func name(of record: Book) -> String { record.title }
  func row(of record: Book, sort: BrowserSort<Book>) -> BrowserRow {
    BrowserRow(name: record.title, trailing: sort.key == "author" ? "" : record.author ?? "")
  }
  func predicate(matching words: [String]) -> Predicate<Book> {
    #Predicate { book in words.allSatisfy { book.searchText.localizedStandardContains($0) } }
  }
}
