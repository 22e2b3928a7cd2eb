import FetchedResults
import Foundation
import SQLite
import Testing

/// A record with an attribute of each type that a predicate may ask about, in each way there is to store it.
struct Specimen: Record {
  enum Kind: String, Codable, ColumnValue {
    case plant, animal, stone
    static var columnType: String { "TEXT" }
    var storedValue: Value { .text(rawValue) }
    init?(storedValue: Value) {
      guard case .text(let text) = storedValue else { return nil }
      self.init(rawValue: text)
    }
  }

  enum Level: Int, Codable, Comparable, ColumnValue {
    case low = 1
    case middle, high
    static var columnType: String { "INTEGER" }
    var storedValue: Value { .integer(Int64(rawValue)) }
    init?(storedValue: Value) {
      guard case .integer(let number) = storedValue else { return nil }
      self.init(rawValue: Int(number))
    }
    static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  }

  var id = ""
  var name = ""
  var note = ""
  var place: String?
  var code: String?
  var count = 0
  var age: Int?
  var size = 0.0
  var weight: Double?
  var isOn = false
  var isOld: Bool?
  var date = Date(timeIntervalSince1970: 0)
  var seen: Date?
  var kind = Kind.plant
  var level = Level?.none
  var tags: [String] = []
  var scores: [Int] = []
  var search: String { "\(name)\n\(note)" }
  var length: Int { name.count }

  static let schema = RecordSchema<Specimen>(
    table: "specimen",
    attributes: [
      .identifier(\.id), .column(\.name, "name", order: .collated), .column(\.note, "note"),
      .column(\.place, "place", order: .collated), .column(\.code, "code", order: .value),
      .column(\.count, "count", order: .value), .column(\.age, "age"), .column(\.size, "size", order: .value),
      .column(\.weight, "weight"), .column(\.isOn, "is_on"), .column(\.isOld, "is_old", order: .value),
      .column(\.date, "date", order: .value), .column(\.seen, "seen"), .column(\.kind, "kind"),
      .column(\.level, "level", order: .value), .list(\.tags, table: "specimen_tag", itemTable: "tag"),
      .json(\.scores, "scores", default: "[]"), .computed(\.length, "length"),
      .folded(\.search, "search") { [$0.name, $0.note] },
    ],
    indexes: [[SortDescriptor(\.name)]])

  static func day(_ number: Double) -> Date { Date(timeIntervalSince1970: number * 86_400) }

  /// With what is missing, empty, negative, large, endless, composed and decomposed.
  static let all: [Specimen] = {
    var all = [
      "Ann", "ann", "\u{c9}mile", "E\u{301}mile", "", "a\u{0}b", "Zoë 👩‍👩‍👧", "100%_*", "It's \"so\"", "K", "\u{212a}",
    ]
    .enumerated().map { number, name in
      Specimen(
        id: "s\(number)", name: name, note: number % 3 == 0 ? name : "note \(number)",
        place: number % 4 == 0 ? nil : name, code: number % 5 == 0 ? nil : name, count: number - 4,
        age: number % 3 == 1 ? nil : number * 10, size: Double(number) / 4 - 1,
        weight: number % 4 == 2 ? nil : Double(number) * 0.1, isOn: number % 2 == 0,
        isOld: number % 3 == 0 ? nil : number % 2 == 1, date: day(Double(number) * 100 - 300),
        seen: number % 3 == 2 ? nil : day(Double(number)), kind: [.plant, .animal, .stone][number % 3],
        level: [nil, .low, .middle, .high][number % 4], tags: Array(["work", "Caf\u{e9}", "x"].prefix(number % 4)),
        scores: Array(0..<(number % 3)))
    }
    all[3].tags = ["Cafe\u{301}", "E\u{301}mile", ""]
    (all[4].size, all[5].size, all[6].size, all[7].weight) = (.infinity, -.infinity, -0.0, .greatestFiniteMagnitude)
    (all[8].count, all[9].count, all[9].age) = (.max, .min, -1)
    all[5].place = "ann"
    return all
  }()
}

/// What the predicates of a topic are to do: to find what `evaluate` finds, or to be refused by a name.
struct PredicateTable: Sendable {
  struct Row: Sendable {
    let name: String
    let predicate: Predicate<Specimen>
    let refusal: String?
  }

  private(set) var rows: [Row] = []

  /// A predicate that is answered as in memory.
  mutating func add(_ name: String, _ predicate: Predicate<Specimen>) {
    rows.append(Row(name: name, predicate: predicate, refusal: nil))
  }

  /// A predicate that is refused when the request is made, with a word in the sentence.
  mutating func refuse(_ word: String, _ predicate: Predicate<Specimen>) {
    rows.append(Row(name: word, predicate: predicate, refusal: word))
  }

  static func made(_ fill: (inout PredicateTable) -> Void) -> [Row] {
    var table = PredicateTable()
    fill(&table)
    return table.rows
  }

  private static let store = Task {
    let schema = Schema(applicationID: 0x5350_4543, version: 1, records: [Specimen.self])
    let store = Store(at: .temporary, schema: schema)
    try await store.write("Fill") { context in for specimen in Specimen.all { try context.insert(specimen) } }
    return store
  }
}

extension PredicateTable.Row {
  /// Compares the store with memory.
  func check() async throws {
    let store = try await PredicateTable.store.value
    if let refusal {
      let error = await #expect(throws: FetchError.self, "\(name)") {
        try await store.read { try $0.count(FetchRequest(predicate: predicate)) }
      }
      #expect(error.map { "\($0)" }?.contains(refusal) == true, "\(name): \(error.map { "\($0)" } ?? "")")
      return
    }
    let all = try await store.read { try $0.fetch(FetchRequest<Specimen>()) }
    try #require(all == Specimen.all)
    let expected = try all.filter { try predicate.evaluate($0) }.map(\.id)
    let found = try await store.read { try $0.fetch(FetchRequest(predicate: predicate)).map(\.id) }
    #expect(found == expected, "\(name)")
  }
}
