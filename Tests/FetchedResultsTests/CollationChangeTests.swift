import FetchedResults
import Foundation
import SQLite
import Testing

/// A store gets the order of another language while somebody has it open.
struct CollationChangeTests {
  private let scratch = ScratchStore()

  private func names(_ store: Store) async throws -> [String] {
    try await store.read { try $0.fetch(FetchRequest<Person>(sortDescriptors: .byName)) }.map(\.name)
  }

  @Test func whoHasTheStoreOpenFollows() async throws {
    let (one, other) = (scratch.store(), scratch.store())
    try await one.write("Fill") { context in
      for name in ["Zorn", "Åberg", "Ek"] { try context.insert(Person(name: name)) }
    }
    #expect(try await names(other) == ["Åberg", "Ek", "Zorn"])
    try await one.setCollationLocale("sv_SE")
    #expect(try await names(one) == ["Ek", "Zorn", "Åberg"])
    #expect(try await names(other) == ["Ek", "Zorn", "Åberg"])
    // What the other writes now is in the new order, too.
    try await other.write("Add") { context in _ = try context.insert(Person(name: "Öman")) }
    #expect(try await other.collationLocale() == "sv_SE")
    #expect(try await names(one) == ["Ek", "Zorn", "Åberg", "Öman"])
    try scratch.connect().expectSound()
  }

  @Test func aTemporaryStoreKeepsWhatItHolds() async throws {
    let store = try await Store.holding(["Zorn", "Åberg", "Ek"].map { Person(name: $0) })
    #expect(try await names(store) == ["Åberg", "Ek", "Zorn"])
    try await store.setCollationLocale("sv_SE")
    #expect(try await store.collationLocale() == "sv_SE")
    #expect(try await names(store) == ["Ek", "Zorn", "Åberg"])
    // Sort keys are made by the new rules in questions, too.
    let request = FetchRequest<Person>(predicate: #Predicate { $0.name == "Åberg" })
    #expect(try await store.read { try $0.count(request) } == 1)
  }

  @Test func whatIsHeldInMemoryFollows() async throws {
    let store = scratch.store()
    try await store.write("Fill") { context in
      for name in ["Zorn", "Åberg", "Ek"] { try context.insert(Person(name: name)) }
    }
    let request = SectionedFetchRequest<String?, Person>(
      sectionIdentifier: \.initial, sortDescriptors: .byName)
    let controller = try await FetchedResultsController(request, in: store)
    await controller.reload()
    #expect(await controller.snapshot.sections.map(\.identifier) == ["A", "E", "Z"])
    try await store.setCollationLocale("sv_SE")
    await controller.reload()
    #expect(await controller.snapshot.sections.map(\.identifier) == ["E", "Z", "Å"])
  }

  @Test(
    arguments: [
      ("", ""), ("sv", "sv"), ("sv_SE", "sv_SE"), ("sv-SE", "sv_SE"), ("sv_SE.UTF-8", "sv_SE"), ("de_DE@euro", "de_DE"),
      ("de@collation=phonebook", "de@collation=phonebook"), ("de-u-co-phonebk", "de@collation=phonebook"),
      ("zh_TW", "zh_TW"), ("xx", nil), ("sv_XX", nil), ("de@collation=foo", nil), ("@collation=phonebook", nil),
      (".UTF-8", nil), ("no such thing", nil), ("sv\u{0}", nil),
    ] as [(String, String?)])
  func localesHaveManySpellings(spelling: String, name: String?) {
    #expect(Collation.locale(named: spelling) == name)
  }

  @Test func allNamesOfLocalesAreNames() {
    #expect(Collation.localeNames.contains("sv_SE"))
    #expect(Collation.localeNames.allSatisfy { Collation.locale(named: $0) != nil })
  }
}
