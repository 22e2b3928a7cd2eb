import FetchedResults
import Foundation
import SeededRandom
import Testing

/// Sorts and sections against the reference.
@Suite struct OrderReferenceTests {
  /// The clocks of Newfoundland went back over midnight until 2011.
  private static let newfoundland = TimeZone(identifier: "America/St_Johns") ?? .gmt

  private static func filled(seed: UInt64, locale: String) async throws -> (Store, Reference) {
    var generator = SeededGenerator(seed: seed)
    let people = (0..<160).map { _ in Person.random(using: &generator) }
    let store = Store(at: .temporary, schema: .people, collationLocale: locale)
    let ids = try await store.write("Fill") { context in try people.map { try context.insert($0) } }
    let rows = zip(ids, people).map { Reference.Row(id: $0, person: $1) }
    return (store, Reference(collation: try Collation(locale: locale), timeZone: newfoundland, rows: rows))
  }

  @Test(arguments: [(UInt64(1), ""), (2, "sv_SE"), (3, "tr_TR"), (4, "ja_JP")])
  func everySortHasTheOrderAndTheSectionsOfTheReference(seed: UInt64, locale: String) async throws {
    let (store, reference) = try await Self.filled(seed: seed, locale: locale)
    for sort in PersonSort.all {
      let snapshot = try await store.read { try $0.snapshot(sectioned(sort), timeZone: Self.newfoundland) }
      #expect(try snapshot.spelled == reference.sections(by: sort), "\(sort.testDescription)")
      let request = FetchRequest<Person>(sortDescriptors: sort.descriptors)
      let fetched = try await store.read { try $0.fetch(request).map(\.name) }
      #expect(try fetched == reference.ordered(by: sort).map(\.person.name), "\(sort.testDescription)")
      #expect(Set(snapshot.sections.map(\.identifier)).count == snapshot.sections.count, "\(sort.testDescription)")
      #expect(snapshot.sections.map(\.range.lowerBound) == [0] + snapshot.sections.map(\.range.upperBound).dropLast())
      #expect(Set(snapshot).count == 160)
    }
  }

  @Test func searchesFindWhatTheReferenceFinds() async throws {
    let (store, reference) = try await Self.filled(seed: 5, locale: "")
    for term in Samples.terms {
      let predicate = #Predicate<Person> { $0.searchText.localizedStandardContains(term) }
      for sort in PersonSort.all.prefix(8) {
        let snapshot = try await store.read { try $0.snapshot(sectioned(sort, predicate)) }
        #expect(
          try snapshot.spelled == reference.sections(by: sort, matching: predicate), "\(term) \(sort.testDescription)")
      }
      let expected = try reference.ordered(by: PersonSort.all[0], matching: predicate).count
      #expect(try await store.read { try $0.count(FetchRequest(predicate: predicate)) } == expected)
    }
  }

  @Test(arguments: [0, 1, 7, 160, 161, -1]) func aLimitGivesTheBeginning(limit: Int) async throws {
    let (store, reference) = try await Self.filled(seed: 6, locale: "")
    let sort = PersonSort.all[1]
    let request = FetchRequest<Person>(sortDescriptors: sort.descriptors, fetchLimit: limit)
    let names = try reference.ordered(by: sort).prefix(max(0, limit)).map(\.person.name)
    #expect(try await store.read { try $0.fetch(request).map(\.name) } == names)
    #expect(try await store.read { try $0.count(request) } == names.count)
  }

  @Test func aWalkThroughSectionsBeginsEachOnce() async throws {
    let (store, reference) = try await Self.filled(seed: 7, locale: "")
    for sort in PersonSort.all {
      let begun = try await store.read { context in
        var begun: [String?] = []
        try context.forEach(sectioned(sort), timeZone: Self.newfoundland) { _, section in
          if let section { begun.append(section.identifier) }
        }
        return begun
      }
      #expect(try begun == reference.sections(by: sort).map(\.identifier), "\(sort.testDescription)")
    }
  }

  /// Letters of every script, with marks, in any case: whatever the collator puts between two texts of one letter has that
  /// letter too.
  @Test(arguments: ["", "de_DE", "sv_SE", "zh_CN", "ko_KR"]) func eachInitialIsOneRunOfTheOrder(locale: String)
    async throws
  {
    let collation = try Collation(locale: locale)
    var generator = SeededGenerator(seed: 11)
    var texts = Samples.texts
    while texts.count < 6000 {
      let scalars = (0..<2).compactMap { _ in Unicode.Scalar(UInt32(generator.number(below: 0x3_0000))) }
      guard scalars.allSatisfy({ $0.properties.generalCategory != .unassigned }) else { continue }
      texts.append(String(String.UnicodeScalarView(scalars)))
    }
    let sorted = texts.map { (key: collation.sortKey(of: $0), text: $0) }.sorted {
      $0.key.lexicographicallyPrecedes($1.key)
    }
    var runs: [(initial: String, first: String)] = []
    for (_, text) in sorted where !text.allSatisfy(\.isWhitespace) {
      let initial = collation.initial(of: text)
      if runs.last?.initial != initial { runs.append((initial, text)) }
    }
    let repeated = Dictionary(grouping: runs, by: \.initial).filter { $0.value.count > 1 }
    #expect(
      repeated.isEmpty, "\(repeated.count): \(repeated.prefix(5).map { $0.value.map { $0.first.debugDescription } })")
  }
}
