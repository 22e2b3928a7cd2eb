import FetchedResults
import Foundation
import Testing

/// Records that refer to one another in a row.
private struct Village: Record {
  var id = ""
  var name = ""
  var district: District?
  var twin: District?

  static let schema = RecordSchema<Village>(
    table: "village",
    attributes: [
      .identifier(\.id), .column(\.name, "name", order: .collated), .toOne(\.district, "district"),
      .toOne(\.twin, "twin"),
    ],
    indexes: [])
}

private struct District: Record {
  var id = ""
  var name = ""
  var size: Int?
  var region: Region?
  var villages: [Village] = []

  static let schema = RecordSchema<District>(
    table: "district",
    attributes: [
      .identifier(\.id), .column(\.name, "name"), .column(\.size, "size", order: .value), .toOne(\.region, "region"),
      .inverse(\.villages, of: \Village.district),
    ],
    indexes: [])
}

private struct Region: Record {
  var id = ""
  var name: String?
  var country: Country?
  var words: [String] = []

  static let schema = RecordSchema<Region>(
    table: "region",
    attributes: [
      .identifier(\.id), .column(\.name, "name"), .toOne(\.country, "country"),
      .list(\.words, table: "region_word", itemTable: "word"),
    ],
    indexes: [])
}

private struct Country: Record {
  var id = ""
  var name = ""
  var isOld = false

  static let schema = RecordSchema<Country>(
    table: "country",
    attributes: [
      .identifier(\.id), .column(\.name, "name", order: .collated), .column(\.isOld, "is_old", default: "0"),
    ],
    indexes: [])
}

/// Predicates that follow two and more to-one relationships in a row, in the store against their evaluation in memory.
@Suite struct RelationshipChainTests {
  private static let countries = [Country(id: "c0", name: "Ñandú", isOld: true), Country(id: "c1", name: "Bolivia")]
  private static let regions = [
    Region(id: "r0", name: "North", country: countries[0], words: ["hill", "sea"]),
    Region(id: "r1", name: nil, country: countries[1]), Region(id: "r2", name: "South", words: ["sea"]),
  ]
  private static let districts = [
    District(id: "d0", name: "North", size: 1, region: regions[0]),
    District(id: "d1", name: "E\u{301}", region: regions[1]),
    District(id: "d2", name: "Lone", size: 3), District(id: "d3", name: "Third", size: 4, region: regions[2]),
  ]
  private static let villages = [0, 1, 2, 3, nil, 0].enumerated().map { number, district in
    Village(
      id: "v\(number)", name: number == 0 ? "Ñandú" : "Village \(number)", district: district.map { districts[$0] },
      twin: number > 2 ? districts[number - 3] : nil)
  }

  private static let predicates: [(name: String, predicate: Predicate<Village>)] = {
    let north: String? = "North"
    let names: [String?] = ["North", nil]
    let (o, c0, none, nandu) = ("o", "c0", "none", "N\u{303}andu\u{301}")
    let bolivia: String? = "Bolivia"
    let (yes, no, one, nine) = (true, false, 1, 9)
    var rows: [(name: String, predicate: Predicate<Village>)] = []
    func add(_ name: String, _ predicate: Predicate<Village>) { rows.append((name, predicate)) }
    add("two links ==", #Predicate { $0.district?.region?.name == north })
    add("two links !=", #Predicate { $0.district?.region?.name != north })
    add("two links == nil", #Predicate { $0.district?.region?.name == nil })
    add("two links, record != nil", #Predicate { $0.district?.region != nil })
    add("two links, record == nil", #Predicate { $0.district?.region == nil })
    add("two links ??", #Predicate { ($0.district?.region?.name ?? none) == none })
    add("two links contains", #Predicate { $0.district?.region?.name?.contains(o) == yes })
    add("two links, in an array", #Predicate { names.contains($0.district.flatMap { $0.region.flatMap { $0.name } }) })
    add("two links, a list", #Predicate { $0.district?.region?.words.contains("sea") ?? no })
    add("two links, a count", #Predicate { ($0.district?.region?.words.count ?? nine) == one })
    add("three links", #Predicate { $0.district?.region?.country?.name == nandu })
    add("three links !=", #Predicate { $0.district?.region?.country?.name != bolivia })
    add("three links, record == nil", #Predicate { $0.district?.region?.country == nil })
    add("three links, truth", #Predicate { $0.district?.region?.country?.isOld == yes })
    add("three links, truth ??", #Predicate { $0.district?.region?.country?.isOld ?? yes })
    add("three links, the id", #Predicate { $0.district?.region?.country?.id == c0 })
    add(
      "three links, folded", #Predicate { $0.district?.region?.country?.name.localizedStandardContains("nan") ?? no }
    )
    add("flatMap of flatMap", #Predicate { $0.district.flatMap { $0.region }.flatMap { $0.name } == north })
    add(
      "flatMap in flatMap", #Predicate { $0.district.flatMap { $0.region.flatMap { $0.country?.name } } == bolivia })
    add(
      "flatMap thrice",
      #Predicate { $0.district.flatMap { $0.region }.flatMap { $0.country }.flatMap { $0.isOld } ?? no })
    add("the record's own", #Predicate { v in v.district?.region?.country.flatMap { $0.name == v.name } ?? no })
    add(
      "one between",
      #Predicate { v in v.district.flatMap { d in d.region.flatMap { ($0.name ?? "") == d.name } } ?? no })
    add(
      "a conditional of records",
      #Predicate { ($0.twin == nil ? $0.district : $0.twin).flatMap { $0.region }.flatMap { $0.name } == north })
    add("two records", #Predicate { $0.twin?.region == $0.district?.region })
    add(
      "through a to-many",
      #Predicate { v in v.district?.villages.contains { $0.district?.region?.name == north } ?? no })
    add("three links, not", #Predicate { !($0.district?.region?.country?.isOld == yes) })
    return rows
  }()

  /// As they are in memory, each inverse filled in.
  private static let inMemory: [Village] = villages.map { village in
    var village = village
    if let id = village.district?.id { village.district?.villages = villages.filter { $0.district?.id == id } }
    return village
  }

  @Test(arguments: predicates.indices) func findsWhatItFindsInMemory(index: Int) async throws {
    let (name, predicate) = Self.predicates[index]
    let schema = Schema(
      applicationID: 0x4348_4149, version: 1, records: [Village.self, District.self, Region.self, Country.self])
    let store = Store(at: .temporary, schema: schema)
    try await store.write("Fill") { context in
      for country in Self.countries { try context.insert(country) }
      for region in Self.regions { try context.insert(region) }
      for district in Self.districts { try context.insert(district) }
      for village in Self.villages { try context.insert(village) }
    }
    let expected = try Self.inMemory.filter { try predicate.evaluate($0) }.map(\.id)
    let found = try await store.read { try $0.fetch(FetchRequest(predicate: predicate)) }
    #expect(found.map(\.id) == expected, "\(name)")
    #expect(!expected.isEmpty && expected.count < Self.villages.count, "\(name)")
  }
}
