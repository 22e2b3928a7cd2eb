import FetchedResults
import Foundation

struct Book: Record {
  var id = ""
  var title = ""
  var author: String?
  var searchText: String { [title, author ?? ""].joined(separator: "\n") }

  static let schema = RecordSchema<Book>(
    table: "book",
    attributes: [
      .identifier(\.id),
      .column(\.title, "title", order: .collated),
      .column(\.author, "author", order: .collated),
      .folded(\.searchText, "search_text") { [$0.title, $0.author ?? ""] },
    ],
    indexes: [[SortDescriptor(\.author), SortDescriptor(\.title)]])
}

@main
enum Main {
  @MainActor static func main() async throws {
    let schema = Schema(applicationID: 0x424F_4F4B, version: 1, records: [Book.self])
    let store = Store(at: .temporary, schema: schema)
    let shelf = [("Momo", "Michael Ende"), ("Dune", "Frank Herbert"), ("Die unendliche Geschichte", "Michael Ende")]
    try await store.write("Fill the shelf") { context in
      for (title, author) in shelf { try context.insert(Book(title: title, author: author)) }
    }
    let books = try FetchedResultsController(
      SectionedFetchRequest<String?, Book>(
        sectionIdentifier: \.author, sortDescriptors: [SortDescriptor(\.author), SortDescriptor(\.title)],
        predicate: #Predicate { $0.searchText.localizedStandardContains("ende") }),
      in: store)
    await books.settle()
    for section in books.snapshot.sections {
      print(section.identifier ?? "Anonymous")
      let ids = Array(books.snapshot[section.range])
      let titles = try await store.read { context in try ids.compactMap { try context.record($0)?.title } }
      for title in titles { print("  " + title) }
    }
  }
}
