import Foundation
import SQLite
import Testing

@testable import FetchedResults

/// A record whose table, columns and companions are named by keywords, with blanks, quotes and capitals.
private struct Order: Record {
  var id = ""
  var group = ""
  var select: Int?
  var quoted = ""
  var capital = Date(timeIntervalSince1970: 0)
  var words: [String] = []
  var parent: Table?
  var others: [Table] = []
  var initial: String? { nil }
  var day: String? { nil }
  var length: Int { quoted.count }
  var search: String { "\(group)\n\(quoted)" }

  static let schema = RecordSchema<Order>(
    table: "order",
    attributes: [
      .identifier(\.id, "index"),
      .column(\.group, "group", order: .collated, default: "''"),
      .column(\.select, "select", order: .value),
      .column(\.quoted, "a \"b\"", order: .collated, default: "''"),
      .column(\.capital, "From Here", order: .value, default: "'1970-01-01T00:00:00.000Z'"),
      .list(\.words, table: "where", itemTable: "from"),
      .toOne(\.parent, "references"),
      .toMany(\.others, table: "it's", column: "values"),
      .section(\.initial, of: \.quoted, .initial),
      .section(\.day, of: \.capital, .day),
      .computed(\.length, "limit"),
      .folded(\.search, "match by") { [$0.group, $0.quoted] },
    ],
    indexes: [[SortDescriptor(\.group)], [SortDescriptor(\.select, order: .reverse)], [SortDescriptor(\.quoted)]])
}

private struct Table: Record {
  var id = ""
  var name = ""
  var orders: [Order] = []
  var listing: [Order] = []

  static let schema = RecordSchema<Table>(
    table: "Table of \"tables\"",
    attributes: [
      .identifier(\.id, "primary"), .column(\.name, "key", order: .collated),
      .inverse(\.orders, of: \Order.parent), .inverse(\.listing, of: \Order.others),
    ],
    indexes: [[SortDescriptor(\.name)]])
}

extension Schema {
  fileprivate static let odd = Schema(applicationID: 0x4F44_4420, version: 1, records: [Order.self, Table.self])
}

/// Names that SQL takes only in quotes, wherever SQL is made.
@Suite struct OddNamesTests {
  private let scratch = ScratchStore()

  private func makeStore() async throws -> Store {
    let store = Store(at: .file(scratch.url), schema: .odd)
    try await store.write("Fill") { context in
      try context.insert(Table(id: "t", name: "Oak"))
      let oak = try context.fetch(FetchRequest<Table>())
      for (number, group) in ["b", "a", "b"].enumerated() {
        try context.insert(
          Order(
            id: "o\(number)", group: group, select: number, quoted: "it's \"\(number)\"", words: ["w\(number)", "all"],
            parent: number == 0 ? nil : oak[0], others: number == 1 ? oak : []))
      }
    }
    return store
  }

  private func ids(_ store: Store, _ predicate: Predicate<Order>) async throws -> [String] {
    try await store.read { try $0.fetch(FetchRequest(predicate: predicate)).map(\.id) }
  }

  @Test func recordsAreWrittenUndoneAndDoneAgain() async throws {
    let store = try await makeStore()
    let found = try await store.read { try #require(try $0.recordID(of: "o1", in: Order.self)) }
    try await store.write("Edit") { context in
      try context.update(found) {
        $0.group = "c"
        $0.words = ["x"]
        $0.others = []
        $0.parent = nil
      }
    }
    let edited = try await store.read { try $0.record(found) }
    #expect(edited?.words == ["x"] && edited?.others == [] && edited?.parent == nil)
    try await store.undo()
    let undone = try await store.read { try $0.record(found) }
    #expect(undone?.words == ["w1", "all"] && undone?.others.map(\.id) == ["t"] && undone?.parent?.id == "t")
    try await store.redo()
    #expect(try await store.read { try $0.record(found) } == edited)
    try await store.write("Delete") { _ = try $0.delete(found) }
    try await store.undo()
    #expect(try await store.read { try $0.record(found) } == edited)
    let stored = try await store.read { try $0.record(found) }
    try await store.write("Save") { context in
      var mine = try #require(stored)
      mine.quoted = "mine"
      try context.delete(found)
      _ = try context.save(mine, basedOn: try #require(stored), as: found, policy: .overwrite)
    }
    #expect(try await store.read { try $0.record(found)?.quoted } == "mine")
  }

  @Test func aBulkInsertionIsUndoneAndDoneAgain() async throws {
    let store = Store(at: .file(scratch.url), schema: .odd)
    try await store.write("Import") { context in
      for number in 0..<30 {
        try context.insertInBulk(
          Order(id: "o\(number)", group: "\(number % 3)", quoted: "q", words: ["w\(number % 2)"]))
      }
    }
    try await store.undo()
    #expect(try await store.read { try $0.count(FetchRequest<Order>()) } == 0)
    try await store.redo()
    #expect(try await ids(store, #Predicate { $0.words.contains("w1") }).count == 15)
    #expect(try await ids(store, #Predicate { $0.group == "2" }).count == 10)
  }

  @Test func predicatesSortsAndSectionsFindThem() async throws {
    let store = try await makeStore()
    #expect(try await ids(store, #Predicate { $0.group == "b" }) == ["o0", "o2"])
    #expect(try await ids(store, #Predicate { ($0.select ?? 0) > 0 && $0.quoted.contains("\"2\"") }) == ["o2"])
    #expect(try await ids(store, #Predicate { $0.words.contains { $0.starts(with: "w1") } }) == ["o1"])
    #expect(try await ids(store, #Predicate { o in o.words.contains { $0 == o.group } || o.words.count == 9 }) == [])
    #expect(try await ids(store, #Predicate { $0.parent?.name == "Oak" }) == ["o1", "o2"])
    #expect(try await ids(store, #Predicate { $0.others.contains { $0.name == "Oak" } }) == ["o1"])
    #expect(try await ids(store, #Predicate { $0.search.localizedStandardContains("IT'S \"2") }) == ["o2"])
    #expect(try await ids(store, #Predicate { $0.length == 8 && $0.id == "o1" }) == ["o1"])
    let tables = try await store.read {
      try $0.fetch(
        FetchRequest<Table>(
          predicate: #Predicate { $0.orders.count == 2 && $0.listing.contains { $0.group == "a" } },
          relationshipKeyPathsForPrefetching: [\.orders, \.listing]))
    }
    #expect(tables.map { $0.orders.map(\.id) } == [["o1", "o2"]])
    #expect(tables.map { $0.listing.map(\.id) } == [["o1"]])
    try await store.read { (context) throws in
      let byGroup = SectionedFetchRequest<String, Order>(
        sectionIdentifier: \.group,
        sortDescriptors: [SortDescriptor(\.group), SortDescriptor(\.select, order: .reverse)],
        predicate: #Predicate { ($0.select ?? 0) >= 0 })
      #expect(try context.snapshot(byGroup).sections.map(\.identifier) == ["a", "b"])
      let byInitial = SectionedFetchRequest<String?, Order>(
        sectionIdentifier: \.initial, sortDescriptors: [SortDescriptor(\.quoted)])
      #expect(try context.snapshot(byInitial).sections.map(\.identifier) == ["I"])
      #expect(try context.values(of: \.quoted, in: FetchRequest<Order>()).count == 3)
      #expect(try context.counts(by: \.group, in: FetchRequest<Order>()) == ["a": 1, "b": 2])
      #expect(try context.recordIDs(abbreviatedTo: "o1", of: Order.self).count == 1)
      #expect(try context.fetch(FetchRequest<Order>()).map(\.words)[1] == ["w1", "all"])
    }
  }

  @Test @MainActor func aControllerSearchesInMemory() async throws {
    let store = Store(
      at: .file(scratch.url), schema: .odd, collationLocale: "", engine: .init(isEnabled: true, threshold: 1))
    try await store.write("Fill") { context in
      for number in 0..<50 { try context.insert(Order(id: "o\(number)", group: "\(number % 7)", quoted: "q\(number)")) }
    }
    let list = try FetchedResultsController(
      SectionedFetchRequest<String, Order>(sectionIdentifier: \.group, sortDescriptors: [SortDescriptor(\.group)]),
      in: store)
    await list.settle()
    for term in ["q1", "q12"] {
      try list.configure { $0.predicate = #Predicate { $0.search.localizedStandardContains(term) } }
      await list.settle()
    }
    #expect(list.snapshot.count == 1)
    try await store.write("More") { _ = try $0.insert(Order(group: "z", quoted: "q12 more")) }
    await list.settle()
    #expect(list.snapshot.count == 2)
  }

  @Test func whatTheShellWritesIsFound() async throws {
    let store = try await makeStore()
    let shell = try scratch.connect()
    try shell.execute(
      #"""
      INSERT INTO "order" ("index", "group", "a ""b""", "references") VALUES ('new', 'b', 'shell', 1);
      INSERT INTO "where" ("order", "from") VALUES (4, 'w9');
      REPLACE INTO "order" ("index", "group") VALUES ('o0', 'replaced');
      UPDATE "order" SET pk = 77 WHERE "index" = 'o1';
      UPDATE "from" SET name = 'renamed' WHERE name = 'w9';
      """#)
    #expect(try await ids(store, #Predicate { $0.words.contains("renamed") }) == ["new"])
    #expect(try await ids(store, #Predicate { $0.words.contains("w1") && $0.others.count == 1 }) == ["o1"])
    #expect(try await ids(store, #Predicate { $0.group == "replaced" && $0.words.isEmpty }) == ["o0"])
    try shell.execute("DELETE FROM \"Table of \"\"tables\"\"\"")
    #expect(try await ids(store, #Predicate { $0.parent != nil || !$0.others.isEmpty }) == [])
    await store.close()
    #expect(try await Store(at: .file(scratch.url), schema: .odd).read { try $0.count(FetchRequest<Order>()) } == 4)
  }

  @Test func anUpgradeMakesThemAnew() async throws {
    let store = try await makeStore()
    await store.close()
    let schema = Schema(applicationID: 0x4F44_4420, version: 2, records: [Order.self, Table.self])
    let upgraded = Store(at: .file(scratch.url), schema: schema)
    #expect(try await ids(upgraded, #Predicate { $0.search.localizedStandardContains("it's") }).count == 3)
    try await upgraded.setCollationLocale("sv_SE")
    #expect(try await ids(upgraded, #Predicate { $0.group == "b" }) == ["o0", "o2"])
  }

  @Test(arguments: [
    ("friend", "friend"), ("_a1", "_a1"), ("Friend", "Friend"), ("order", "\"order\""), ("a b", "\"a b\""),
    ("a\"b", "\"a\"\"b\""), ("1a", "\"1a\""), ("größe", "\"größe\""), ("", "\"\""), ("x;--", "\"x;--\""),
  ]) func aNameIsQuotedWhereItHasToBe(name: String, sql: String) {
    #expect(name.sqlIdentifier == sql)
  }
}
