import FetchedResults
import Foundation
import ListBrowser
import TerminalUI

/// The tests' record.
struct Person: Record {
  var id = ""
  var name = ""
  var place: String?
  var tags: [String] = []
  var note = ""

  var initial: String? { name.first.map(String.init) }
  var searchText: String { ([name, place ?? ""] + tags).joined(separator: "\n") }

  static let schema = RecordSchema<Person>(
    table: "person",
    attributes: [
      .identifier(\.id),
      .column(\.name, "name", order: .collated),
      .column(\.place, "place", order: .collated),
      .list(\.tags, table: "person_tag", itemTable: "tag"),
      .column(\.note, "note", default: "''"),
      .section(\.initial, of: \.name, .initial),
      .folded(\.searchText, "search_text") { [$0.name, $0.place ?? ""] + $0.tags },
    ],
    indexes: [.byPlace, .byPlaceReversed, .byName, .byNameReversed])
}

extension [SortDescriptor<Person>] {
  static var byPlace: Self { [SortDescriptor(\.place), SortDescriptor(\.name)] }
  static var byPlaceReversed: Self { [SortDescriptor(\.place, order: .reverse), SortDescriptor(\.name)] }
  static var byName: Self { [SortDescriptor(\.name)] }
  static var byNameReversed: Self { [SortDescriptor(\.name, order: .reverse)] }
}

extension Schema {
  static let people = Schema(applicationID: 0x5045_4F50, version: 1, records: [Person.self])
}

/// What a form says of a name that is missing.
struct NameMissing: Error, CustomStringConvertible {
  let description = "A person needs a name."
}

/// People by place and by name; a note that the form can't show whole.
struct PeopleContent: BrowserContent {
  let title = "People"
  let noun = "person"
  let pluralNoun = "people"
  let searchPlaceholder = "name, place or tag"
  let emptyHint = ["a adds one."]
  var notice: String?

  let sorts = [
    BrowserSort<Person>(
      id: "place", name: "Place | Ascending", key: "place", keyName: "Place", descriptors: .byPlace,
      section: \.place, isSectionSearched: true),
    BrowserSort(
      id: "-place", name: "Place | Descending", key: "place", keyName: "Place", descriptors: .byPlaceReversed,
      section: \.place, isSectionSearched: true),
    BrowserSort(
      id: "name", name: "Name | Ascending", key: "name", keyName: "Name", descriptors: .byName, section: \.initial),
    BrowserSort(
      id: "-name", name: "Name | Descending", key: "name", keyName: "Name", descriptors: .byNameReversed,
      section: \.initial),
  ]
  let fields = [
    BrowserField<Person>(
      "Name", text: { $0.name },
      set: { person, text in
        guard !text.isEmpty else { throw NameMissing() }
        person.name = text
      }),
    BrowserField("Place", placeholder: "where", text: { $0.place ?? "" }, set: { $0.place = $1.isEmpty ? nil : $1 }),
    BrowserField("Note", takesLines: true, text: { $0.note }, set: { $0.note = $1 }),
  ]
  var commands = [
    BrowserCommand<Person>("remove-all", keys: .character("X"), title: "remove everybody", needs: .store) {
      try await $0.store.write("Remove everybody") { context in
        for person in try context.fetch(FetchRequest<Person>()) {
          if let id: RecordID<Person> = try context.recordID(of: person.id) { try context.delete(id) }
        }
      }
      return "Removed everybody."
    }
  ]

  func blank() -> Person { Person() }
  func name(of record: Person) -> String { record.name }
  func row(of record: Person, sort: BrowserSort<Person>) -> BrowserRow {
    BrowserRow(
      name: record.name, tags: record.tags, trailing: sort.key == "name" ? record.place ?? "" : record.note,
      isTrailingSearched: sort.key == "name")
  }
  func header(of section: String?, sort: BrowserSort<Person>) -> String { section ?? "No place" }
  func search(_ text: String) -> (predicate: Predicate<Person>, words: [String])? {
    let words = text.split(whereSeparator: \.isWhitespace).map(String.init)
    guard !words.isEmpty else { return nil }
    let predicate = #Predicate<Person> { person in
      words.allSatisfy { person.searchText.localizedStandardContains($0) }
    }
    return (predicate, words)
  }
  func prepare(_ store: Store) async throws -> String? { notice }
}
