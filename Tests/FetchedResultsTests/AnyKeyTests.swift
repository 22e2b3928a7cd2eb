import Foundation
import SQLite
import Testing

@testable import FetchedResults

/// Keys that another tool has chosen: any that SQLite takes.
@Suite struct AnyKeyTests {
  private static let billions: [Int64] = [-100, -5, 1_000_000_000, 10_000_000_000, 90_000_000_000_000]
  private static let choices: [[Int64]] = [
    [-100], [-5, 7], [1_000_000_000], [10_000_000_000], [90_000_000_000_000], billions, [.min, -1, 0],
    [.min, .max - 9], [0, .max - 9], Array(1...200) + [.max - 1_000_000],
    (0..<300).map { $0 * 30_000_000_000_000_000 - 4_000_000_000_000_000_000 },
  ]

  private let file = ScratchStore()

  private func fill(_ keys: [Int64]) throws {
    let tool = try file.connect()
    for (index, key) in keys.enumerated() {
      try tool.run(
        "INSERT INTO person (pk, name, place) VALUES (?, ?, ?)",
        [.integer(key), .text("Name \(index % 40)"), index % 3 == 0 ? .null : .text("Gym \(index % 4)")])
    }
  }

  /// Stores of one file, one of which holds in memory what it can.
  private func stores() async throws -> (fast: Store, plain: Store) {
    func store(_ engine: FetchEngine) -> Store {
      Store(at: .file(file.url), schema: .people, collationLocale: "", engine: engine)
    }
    let stores = (store(FetchEngine(isEnabled: true, threshold: 0, reach: 1)), store(FetchEngine(isEnabled: false)))
    try await stores.0.open()
    return stores
  }

  private func scan(_ sort: [SortDescriptor<Person>], _ words: [String]) throws -> OrderScan {
    let predicate: Predicate<Person> = #Predicate { person in
      words.allSatisfy { person.searchText.localizedStandardContains($0) }
    }
    let request = SectionedFetchRequest(
      sectionIdentifier: \Person.place, sortDescriptors: sort, predicate: words.isEmpty ? nil : predicate)
    return OrderScan(plan: try Person.schema.plan(request), days: DaySections(timeZone: .gmt))
  }

  private func lists(_ store: Store) async throws -> [[Int64]] {
    var lists: [[Int64]] = []
    for sort in [.byPlace, .byPlaceReversed] as [[SortDescriptor<Person>]] {
      for words in [[], ["name"], ["gym 1"], ["name 3", "gym"]] {
        let parts: AsyncThrowingStream<FetchedPart<String?, Person>, any Error> = store.parts(
          try scan(sort, words), screenful: 2, blank: nil)
        var last: [Int64] = []
        for try await part in parts { last = part.snapshot.map(\.key) }
        lists.append(last)
      }
      try await store.prepareSearch(of: Person.self)
    }
    return lists
  }

  @Test(arguments: choices) func listsAndSearchesFindThem(keys: [Int64]) async throws {
    let (fast, plain) = try await stores()
    try fill(keys)
    #expect(try await lists(plain)[0].count == keys.count)
    for _ in 0..<2 { #expect(try await lists(fast) == lists(plain)) }
  }

  @Test(arguments: choices) func theyAreChangedDeletedAndUndone(keys: [Int64]) async throws {
    let (fast, plain) = try await stores()
    try fill(keys)
    _ = try await lists(fast)
    let before = try file.connect().recordDump()
    let ids = Set(keys.prefix(20).map(RecordID<Person>.init(key:)))
    try await fast.write("Add") { try $0.insert(Person(name: "Ann", place: "Gym 1")) }
    try await fast.write("Edit") { context in for id in ids { try context.update(id) { $0.name = "Name 3" } } }
    #expect(try await lists(fast) == lists(plain))
    try await fast.write("Import") { context in
      for name in ["Bob", "Cid"] { try context.insertInBulk(Person(name: name)) }
    }
    try await fast.write("Delete") { context in for id in ids { try context.delete(id) } }
    let after = try file.connect().recordDump()
    #expect(try await lists(fast) == lists(plain))
    for _ in 0..<4 { try await fast.undo() }
    #expect(try file.connect().recordDump() == before)
    #expect(try await lists(fast) == lists(plain))
    for _ in 0..<4 { try await fast.redo() }
    #expect(try file.connect().recordDump() == after)
    try file.connect().expectSound()
  }

  @Test(arguments: ["Add", "Import", "Try"]) func thereIsNoneAfterTheGreatest(label: String) async throws {
    let (store, _) = try await stores()
    try fill([7, .max])
    let before = try file.connect().recordDump()
    let error = await #expect(throws: StoreError.self) {
      switch label {
      case "Add": _ = try await store.write(label) { try $0.insert(Person(name: "Ann")) }
      case "Import": _ = try await store.write(label) { try $0.insertInBulk(Person(name: "Ann")) }
      default: _ = try await store.rehearse { try $0.insert(Person(name: "Ann")) }
      }
    }
    #expect(error == .keysExhausted(path: file.url.path, table: "person"))
    #expect(error?.description.contains("nothing was changed. Export") == true)
    #expect(try file.connect().recordDump() == before)
    // Everything else goes on.
    let last = RecordID<Person>(key: .max)
    try await store.write("Edit") { try $0.update(last) { $0.name = "Zoë" } }
    try await store.write("Delete") { try $0.delete(last) }
    #expect(try await lists(store)[0] == [7])
    for _ in 0..<2 { try await store.undo() }
    #expect(try file.connect().recordDump() == before)
  }

  @Test func twoReadersMeetWhereverTheKeysLie() async throws {
    let (store, _) = try await stores()
    for keys in [[0, .max], [.min, .max], [-1, .max - 1]] as [[Int64]] {
      try file.connect().execute("DELETE FROM person")
      try fill(keys)
      try await store.makeDerivedRows()
      let connections = try await store.connections()
      let scan = try scan(.byPlace, [])
      let read = try await connections.orderReader.database.perform { connection in
        try connection.readTransaction { try scan.read(on: connection, and: connections.reader, from: 0, stretch: 1) }
      }
      #expect(Set(read.keys) == Set(keys))
      #expect(read.keys.count == 2)
    }
  }

  /// A set's size follows the number of its keys: this would take all memory if it followed their span.
  @Test func aSetTakesAnyKeys() {
    var set = KeySet()
    var keys: Set<Int64> = []
    var state: UInt64 = 1
    for number in 0..<20_000 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let key = number % 3 == 0 ? Int64(number) : Int64(bitPattern: state) >> Int64(number % 60)
      set.insert(key)
      keys.insert(key)
      if number % 7 == 0, let gone = keys.first {
        set.remove(gone)
        keys.remove(gone)
      }
    }
    #expect(set.count == keys.count)
    for key in keys { #expect(set.contains(key) && set.contains(key &+ 1) == keys.contains(key &+ 1)) }
    var union = KeySet(spanning: .min ... .max, core: 0...9999)
    union.formUnion(KeySet(Self.billions))
    union.formUnion(set)
    #expect(union.count == keys.union(Self.billions).count)
    for key in keys { #expect(union.contains(key)) }
  }
}
