import FetchedResults
import Foundation
import Testing

/// The tests' record: one attribute of each kind.
struct Person: Record {
  var id = ""
  var name = ""
  var place: String?
  var day: String?
  var height: Double?
  var tags: [String] = []
  var note = ""
  var addedAt = Date(timeIntervalSince1970: 0)

  var initial: String? { nil }
  var addedDay: String? { nil }
  var heightText: String? { height.map { String($0) } }
  var searchText: String { ([name, place ?? ""] + tags).joined(separator: "\n") }

  static let schema = RecordSchema<Person>(
    table: "person",
    attributes: [
      .identifier(\.id),
      .column(\.name, "name", order: .collated),
      .column(\.place, "place", order: .collated),
      .column(\.day, "day", order: .value),
      .column(\.height, "height", order: .value),
      .list(\.tags, table: "person_tag", itemTable: "tag"),
      .column(\.note, "note", default: "''"),
      .column(\.addedAt, "added_at", order: .value, default: "(strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))"),
      .section(\.initial, of: \.name, .initial),
      .section(\.heightText, of: \.height, .value),
      .section(\.addedDay, of: \.addedAt, .day),
      .folded(\.searchText, "search_text") { [$0.name, $0.place ?? ""] + $0.tags },
    ],
    indexes: [.byPlace, .byPlaceReversed, .byDay, .byDayReversed, .byName, .byNameReversed, .byAge, .byAgeReversed])
}

extension [SortDescriptor<Person>] {
  static var byPlace: Self { [SortDescriptor(\.place), SortDescriptor(\.name)] }
  static var byPlaceReversed: Self { [SortDescriptor(\.place, order: .reverse), SortDescriptor(\.name)] }
  static var byDay: Self { [SortDescriptor(\.day), SortDescriptor(\.name)] }
  static var byDayReversed: Self { [SortDescriptor(\.day, order: .reverse), SortDescriptor(\.name)] }
  static var byName: Self { [SortDescriptor(\.name)] }
  static var byNameReversed: Self { [SortDescriptor(\.name, order: .reverse)] }
  static var byAge: Self { [SortDescriptor(\.addedAt)] }
  static var byAgeReversed: Self { [SortDescriptor(\.addedAt, order: .reverse)] }
}

extension Schema {
  static let people = Schema(applicationID: 0x5045_4F50, version: 1, records: [Person.self])
}

extension Store {
  /// A store in memory that holds the people given, each inserted by one step.
  static func holding(_ people: [Person]) async throws -> Store {
    let store = Store(at: .temporary, schema: .people)
    try await store.write("Fill") { context in for person in people { try context.insert(person) } }
    return store
  }
}
