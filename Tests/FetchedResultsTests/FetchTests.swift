import FetchedResults
import Foundation
import Testing

@Suite struct FetchTests {
  private static let people = [
    Person(name: "Zoë", place: "Gym", day: "2021-06-09", tags: ["work", "climbing"]),
    Person(name: "Łukasz", place: "Airport 10", day: "2009"),
    Person(name: "anna", place: nil, day: nil, height: 1.7),
    Person(name: "Øster", place: "Airport 2", day: "2009-01"),
    Person(name: "René", place: "gym", day: "2009-01-01", note: "100% _sure_"),
    Person(name: "Straße", place: "Gym", day: nil),
  ]

  @Test func ordersTextByTheCollationAndNumbersByValueWithMissingPlacesLast() async throws {
    let store = try await Store.holding(Self.people)
    let ascending = try await store.read { try $0.fetch(FetchRequest<Person>(sortDescriptors: .byPlace)).map(\.name) }
    #expect(ascending == ["Øster", "Łukasz", "René", "Straße", "Zoë", "anna"])
    let descending = try await store.read {
      try $0.fetch(FetchRequest<Person>(sortDescriptors: .byPlaceReversed)).map(\.name)
    }
    #expect(descending == ["Straße", "Zoë", "René", "Łukasz", "Øster", "anna"])
  }

  @Test func ordersPartialDatesAsText() async throws {
    let store = try await Store.holding(Self.people)
    let names = try await store.read { try $0.fetch(FetchRequest<Person>(sortDescriptors: .byDay)).map(\.day) }
    #expect(names == ["2009", "2009-01", "2009-01-01", "2021-06-09", nil, nil])
  }

  @Test(arguments: [
    ("lukasz", ["Łukasz"]), ("rené", ["René"]), ("rene", ["René"]), ("oster", ["Øster"]), ("STRASSE", ["Straße"]),
    ("ｚｏｅ", ["Zoë"]), ("climb", ["Zoë"]), ("airport", ["Łukasz", "Øster"]), ("%", []), ("_", []), ("'", []),
    ("zoe gym", []), ("", ["Zoë", "Łukasz", "anna", "Øster", "René", "Straße"]), ("zoe\ngym", ["Zoë"]),
  ])
  func searchesFoldedText(term: String, names: [String]) async throws {
    let store = try await Store.holding(Self.people)
    let predicate = #Predicate<Person> { $0.searchText.localizedStandardContains(term) }
    let found = try await store.read { try $0.fetch(FetchRequest(predicate: predicate)).map(\.name) }
    #expect(found == names)
  }

  @Test func readsBackWhatWasWritten() async throws {
    var person = Self.people[0]
    person.note = "two\nlines, a 'quote' and \u{0} NUL"
    person.addedAt = Date(timeIntervalSince1970: 1_700_000_000.123)
    let written = person
    let store = Store(at: .temporary, schema: .people)
    let id = try await store.write("Add") { try $0.insert(written) }
    let read = try await store.read { try $0.record(id) }
    #expect(read?.id.count == 36)
    #expect(read?.tags == ["work", "climbing"])
    #expect(read?.note == written.note)
    #expect(read.map { abs($0.addedAt.timeIntervalSince(written.addedAt)) < 0.001 } == true)
  }

  @Test func sectionsByPlaceAreOneForEachPlaceTheCollationTellsApart() async throws {
    var people = Self.people
    people.append(Person(name: "Ann", place: "Cafe\u{301}"))
    people.append(Person(name: "Bob", place: "Caf\u{e9}"))
    let store = try await Store.holding(people)
    let request = SectionedFetchRequest<String?, Person>(sectionIdentifier: \.place, sortDescriptors: .byPlace)
    let snapshot = try await store.read { try $0.snapshot(request) }
    #expect(snapshot.sections.map(\.range.count) == [1, 1, 2, 1, 2, 1])
    #expect(snapshot.sections.map(\.identifier) == ["Airport 2", "Airport 10", "Café", "gym", "Gym", nil])
  }

  @Test func sectionsByInitialAreTheCollatorsLetters() async throws {
    let people = ["Łukasz", "leo", "Ämi", "anna", "김", "佐藤", "7 Dwarfs", "Юрий", "", "Ωmega"].map { Person(name: $0) }
    let store = try await Store.holding(people)
    let request = SectionedFetchRequest<String?, Person>(sectionIdentifier: \.initial, sortDescriptors: .byName)
    let snapshot = try await store.read { try $0.snapshot(request) }
    #expect(snapshot.sections.map(\.identifier) == ["#", "A", "L", "Ω", "Ю", "ㄱ", "佐"])
    #expect(snapshot.sections.map(\.range.count) == [2, 2, 2, 1, 1, 1, 1])
  }

  @Test func aSectionThatDoesNotLeadTheSortIsRefused() async throws {
    let request = SectionedFetchRequest<String?, Person>(sectionIdentifier: \.place, sortDescriptors: .byDay)
    let store = Store(at: .temporary, schema: .people)
    await #expect(throws: FetchError.sectionDoesNotLeadSort(section: "\\Person.place")) {
      try await store.read { try $0.snapshot(request).count }
    }
  }
}
