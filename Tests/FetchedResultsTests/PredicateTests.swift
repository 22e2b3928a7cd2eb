import FetchedResults
import Foundation
import SeededRandom
import Testing

/// Predicates in the store against their own evaluation in memory.
@Suite struct PredicateTests {
  private static let predicates: [(name: String, predicate: Predicate<Person>)] = {
    let name = "Émile"
    let decomposed = "E\u{301}mile"
    let place: String? = "Airport 2"
    let nowhere: String? = nil
    let height = 1.65
    let instant = Date(timeIntervalSince1970: 1_289_100_000)
    let names = ["Ann", "e\u{301}mile", "a\u{0}b", "100%"]
    let places: [String?] = ["Gym", nil, "Ñandú", "Airport 2"]
    let words = ["a", "N"]
    let none: [String] = []
    let empty = ""
    let percent = "100%"
    let quote = "it's"
    return [
      ("==", #Predicate { $0.name == name }),
      ("== in another spelling", #Predicate { $0.name == decomposed }),
      ("== empty", #Predicate { $0.name == empty }),
      ("!=", #Predicate { $0.name != name }),
      ("optional ==", #Predicate { $0.place == place }),
      ("optional !=", #Predicate { $0.place != place }),
      ("== captured nil", #Predicate { $0.place == nowhere }),
      ("== nil", #Predicate { $0.place == nil }),
      ("!= nil", #Predicate { $0.place != nil }),
      ("number == nil", #Predicate { $0.height == nil }),
      ("number ==", #Predicate { $0.height == height }),
      ("number !=", #Predicate { $0.height != height }),
      ("text <", #Predicate { $0.name < name }),
      ("text <=", #Predicate { $0.name <= name }),
      ("text >", #Predicate { $0.name > name }),
      ("text >=", #Predicate { $0.name >= name }),
      ("date <", #Predicate { $0.addedAt < instant }),
      ("date >=", #Predicate { $0.addedAt >= instant }),
      ("date ==", #Predicate { $0.addedAt == instant }),
      ("?? <", #Predicate { ($0.height ?? 9) < height }),
      ("?? text", #Predicate { ($0.place ?? "Gym") == "Gym" }),
      ("two columns", #Predicate { $0.name == $0.note }),
      ("two columns <", #Predicate { $0.name < $0.note }),
      ("&&", #Predicate { $0.name == name && $0.height != nil }),
      ("||", #Predicate { $0.name == name || $0.place == nil }),
      ("!", #Predicate { !($0.name == name || $0.place == place) }),
      ("! of a comparison with nothing", #Predicate { !(($0.height ?? 0) < height) }),
      ("contains", #Predicate { $0.name.contains("a") }),
      ("contains a percent sign", #Predicate { $0.name.contains(percent) }),
      ("contains a quote", #Predicate { $0.name.contains(quote) }),
      ("contains nothing", #Predicate { $0.name.contains(empty) }),
      ("contains half a character", #Predicate { $0.name.contains("\u{301}") }),
      ("starts(with:)", #Predicate { $0.name.starts(with: "A") }),
      ("starts(with:) nothing", #Predicate { $0.name.starts(with: empty) }),
      ("localizedStandardContains", #Predicate { $0.name.localizedStandardContains("EMILE") }),
      ("localizedStandardContains of folded text", #Predicate { $0.searchText.localizedStandardContains("ﬁ") }),
      ("optional chain", #Predicate { $0.place?.contains("A") == true }),
      ("optional chain, not", #Predicate { !($0.place?.contains("A") ?? true) }),
      ("optional chain !=", #Predicate { $0.place?.starts(with: "A") != true }),
      ("flatMap", #Predicate { $0.height.flatMap { $0 < height } ?? false }),
      ("optional folded", #Predicate { $0.place?.localizedStandardContains("airport") ?? false }),
      ("array", #Predicate { names.contains($0.name) }),
      ("array with nil", #Predicate { places.contains($0.place) }),
      ("empty array", #Predicate { none.contains($0.name) }),
      ("allSatisfy", #Predicate { person in words.allSatisfy { person.searchText.localizedStandardContains($0) } }),
      ("allSatisfy of none", #Predicate { person in none.allSatisfy { person.name.contains($0) } }),
      ("contains(where:)", #Predicate { person in words.contains { person.name.contains($0) } }),
      ("contains(where:) of none", #Predicate { person in none.contains { person.name.contains($0) } }),
      ("always", #Predicate { _ in true }),
      ("never", #Predicate { _ in false }),
    ]
  }()

  @Test(arguments: predicates.indices) func findsWhatItFindsInMemory(index: Int) async throws {
    let (name, predicate) = Self.predicates[index]
    var generator = SeededGenerator(seed: 41)
    var people =
      Samples.texts.map { Person(name: $0, note: $0) } + (0..<200).map { _ in Person.random(using: &generator) }
    people.append(Person(name: "Dated", addedAt: Date(timeIntervalSince1970: 1_289_100_000)))
    let store = try await Store.holding(people)
    // What a record gives once it was read is what counts: instants are kept to the millisecond.
    let all = try await store.read { try $0.fetch(FetchRequest<Person>()) }
    let expected = try all.filter { try predicate.evaluate($0) }.map(\.id)
    let found = try await store.read { try $0.fetch(FetchRequest(predicate: predicate)).map(\.id) }
    #expect(found == expected, "\(name)")
    #expect(try await store.read { try $0.count(FetchRequest(predicate: predicate)) } == expected.count)
  }

  @Test func mostPredicatesFindSomeAndNotAll() throws {
    var generator = SeededGenerator(seed: 41)
    let people =
      Samples.texts.map { Person(name: $0, note: $0) } + (0..<200).map { _ in Person.random(using: &generator) }
    let trivial = try Self.predicates.filter { _, predicate in
      let count = try people.count { try predicate.evaluate($0) }
      return count == 0 || count == people.count
    }
    let allowed: Set = [
      "date ==", "contains nothing", "starts(with:) nothing", "contains half a character", "empty array",
      "allSatisfy of none", "contains(where:) of none", "always", "never",
    ]
    #expect(Set(trivial.map(\.name)).subtracting(allowed) == [])
  }

  // swift-format-ignore: NeverForceUnwrap
  private static let unsupported: [(node: String, predicate: Predicate<Person>)] = {
    let word = "x"
    return [
      ("KeyPath", #Predicate { $0.tags.first == word }),
      ("ForcedUnwrap", #Predicate { $0.height! > 1 }),
      ("FloatDivision", #Predicate { ($0.height ?? 0) / 2 > 2 }),
    ]
  }()

  @Test(arguments: unsupported.indices) func whatHasNoSQLIsNamed(index: Int) async throws {
    let (node, predicate) = Self.unsupported[index]
    let store = try await Store.holding([Person(name: "Ann")])
    let error = await #expect(throws: FetchError.self) {
      try await store.read { try $0.count(FetchRequest(predicate: predicate)) }
    }
    #expect(error.map { "\($0)" }?.contains(node) == true, "\(String(describing: error))")
  }

  @Test func whatIsNotInTheSchemaIsNamed() async throws {
    let store = try await Store.holding([Person(name: "Ann")])
    let predicate = #Predicate<Person> { $0.initial == "A" }
    await #expect(throws: FetchError.unknownAttribute(attribute: "\(\Person.initial)")) {
      try await store.read { try $0.count(FetchRequest(predicate: predicate)) }
    }
    await #expect(throws: FetchError.notSortable(attribute: "\\Person.note")) {
      try await store.read { try $0.fetch(FetchRequest<Person>(sortDescriptors: [SortDescriptor(\.note)])).count }
    }
  }
}
