import FetchedResults
import Foundation
import SQLite
import SeededRandom
import Testing

/// Related records through random changes: nothing ever refers to what is gone, what follows from others follows, and every
/// step can be taken back.
@Suite struct RelationshipWalkTests {
  private let file = ScratchStore()
  private let store: Store
  private let tool: Connection

  init() async throws {
    store = Store(at: .file(file.url), schema: .library)
    try await store.open()
    tool = try file.connect()
    try await LibraryContents().insert(into: store)
  }

  private func rows(_ sql: String) throws -> [[Value]] {
    try tool.all(sql) { row in (0..<row.count).map { row.value($0) } }
  }

  /// All that people have entered.
  private func contents() throws -> [[Value]] {
    try ["author", "tag", "book", "review", "loan", "book_tag"].flatMap {
      try rows("SELECT '\($0)', * FROM \($0) ORDER BY 2, 3")
    }
  }

  private func expectWholeness(after change: String, sourceLocation: SourceLocation = #_sourceLocation) async throws {
    let books = try await store.read { try $0.fetch(FetchRequest<Book>()) }
    for (table, column, target) in [
      ("book", "author", "author"), ("book_tag", "book", "book"), ("book_tag", "tag", "tag"),
      ("review", "book", "book"),
      ("loan", "book", "book"),
    ] {
      let dangling = try rows(
        "SELECT * FROM \(table) WHERE \(column) IS NOT NULL AND \(column) NOT IN (SELECT pk FROM \(target))")
      #expect(dangling == [], "\(table).\(column) after \(change)", sourceLocation: sourceLocation)
    }
    for table in ["author", "tag", "book", "review", "loan"] {
      let without = try rows("SELECT pk FROM \(table) WHERE pk NOT IN (SELECT pk FROM \(table)_derived)")
      #expect(without == [], "\(table) after \(change)", sourceLocation: sourceLocation)
      let left = try rows("SELECT pk FROM \(table)_stamp WHERE pk NOT IN (SELECT pk FROM \(table))")
      #expect(left == [], "stamps of \(table) after \(change)", sourceLocation: sourceLocation)
    }
    let texts = try rows("SELECT search_text FROM book_text ORDER BY pk").map { $0[0] }
    #expect(
      texts == books.map { .text($0.searchText.foldedForSearch()) }, "after \(change)", sourceLocation: sourceLocation)
  }

  /// Makes one random change of the library's.
  private func change(_ random: inout SeededGenerator, number: Int) async throws {
    let kind = Int.random(in: 0..<8, using: &random)
    let picks = (0..<4).map { _ in Int.random(in: 0..<1000, using: &random) }
    @Sendable func pick<R: Record>(_ type: R.Type, _ pick: Int, _ context: ReadContext) throws -> (
      id: RecordID<R>, record: R
    )? {
      let all = try context.fetch(FetchRequest<R>())
      guard !all.isEmpty, let id = try context.recordID(of: all[pick % all.count].id, in: type) else { return nil }
      return (id, all[pick % all.count])
    }
    do {
      try await store.write("Step \(number)") { context in
        switch kind {
        case 0: try context.insert(Author(id: "author \(number)", name: "Author \(number)"))
        case 1: try context.insert(Tag(id: "tag \(number)", name: "Tag \(number)"))
        case 2, 3:
          let tags = try [picks[1], picks[2]].compactMap { try pick(Tag.self, $0, context)?.record }
          let author = picks[3] % 3 == 0 ? nil : try pick(Author.self, picks[3], context)?.record
          if kind == 2 || picks[0] % 5 == 0 {
            let book = Book(id: "book \(number)", title: "Book \(number)", author: author, tags: tags)
            try context.insert(book)
            try context.insert(Review(id: "review \(number)", stars: picks[0] % 6, book: book))
            if picks[1] % 4 == 0 { try context.insert(Loan(id: "loan \(number)", reader: "Ann", book: book)) }
          } else if let book = try pick(Book.self, picks[0], context) {
            try context.update(book.id) { book in
              book.author = author
              book.tags = tags
            }
          }
        case 4:
          guard let author = try pick(Author.self, picks[0], context) else { return }
          try context.update(author.id) { $0.name += " \(number)" }
        case 5:
          if let author = try pick(Author.self, picks[0], context) { try context.delete(author.id) }
        case 6:
          if let tag = try pick(Tag.self, picks[0], context) { try context.delete(tag.id) }
        default:
          if let book = try pick(Book.self, picks[0], context) { try context.delete(book.id) }
          if let loan = try pick(Loan.self, picks[1], context) { try context.delete(loan.id) }
        }
      }
    } catch RelationshipError.deletionDenied {
      // A book that is lent; nothing has happened.
    }
  }

  @Test func everyStepIsTakenBackAndDoneAgain() async throws {
    var random = SeededGenerator(seed: 11)
    var states = [try contents()]
    for number in 0..<120 {
      try await change(&random, number: number)
      let state = try contents()
      if state != states.last { states.append(state) }
      try await expectWholeness(after: "change \(number)")
    }
    #expect(states.count > 80)
    for state in states.dropLast().reversed() {
      #expect(try await store.undo() != nil)
      #expect(try contents() == state)
    }
    try await expectWholeness(after: "all undone")
    for state in states.dropFirst() {
      #expect(try await store.redo() != nil)
      #expect(try contents() == state)
    }
    try await expectWholeness(after: "all done again")
  }

  @Test func nothingRefersToWhatIsGoneWhoeverChangesIt() async throws {
    var random = SeededGenerator(seed: 12)
    for number in 0..<150 {
      let pick = Int.random(in: 0..<1000, using: &random)
      switch Int.random(in: 0..<9, using: &random) {
      case 0...3: try await change(&random, number: number)
      case 4:
        try? tool.execute("DELETE FROM book WHERE pk = (SELECT pk FROM book ORDER BY pk LIMIT 1 OFFSET \(pick % 5))")
      case 5:
        try tool.execute("DELETE FROM author WHERE pk % 7 = \(pick % 7); DELETE FROM tag WHERE pk % 5 = \(pick % 5)")
      case 6:
        try tool.execute("REPLACE INTO author (id, name) SELECT id, name || '!' FROM author WHERE pk % 3 = \(pick % 3)")
      case 7: try tool.execute("UPDATE OR IGNORE author SET pk = pk + 1000 WHERE pk % 4 = \(pick % 4)")
      default:
        // Any step, refused or not.
        let steps = try await store.read { try $0.steps() }
        guard let step = steps.isEmpty ? nil : steps[pick % steps.count] else { break }
        do {
          _ = try await step.isUndone ? store.redo(step.number) : store.undo(step.number)
        } catch is HistoryError {}
      }
      try await expectWholeness(after: "change \(number)")
    }
  }
}
