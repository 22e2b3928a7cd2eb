import FetchedResults
import Foundation
import ListBrowser
import TerminalUI
import Testing

@testable import quakes

/// What the list of quakes shows: days, magnitudes, and the line above them.
@MainActor
struct QuakesTests {
  private nonisolated static func quake(_ id: String, _ magnitude: Double?, _ time: String, _ place: String = "Here")
    -> Quake
  {
    Quake(
      id: id, magnitude: magnitude, place: place, time: FeedText.date(time) ?? .distantPast, depth: -1.34,
      type: id == "x" ? "explosion" : "earthquake")
  }

  private nonisolated static let quakes = [
    quake("a", 4.5, "2015-11-01T23:30:00Z", "41 km E of Puerto Lindero"),
    quake("b", nil, "2015-11-01T12:00:00Z", "Sarpol-e Z\u{304}aha\u{304}b"),
    quake("x", -0.9, "2015-11-02T00:10:00Z", "Pit \"A\", NV"), quake("d", 0, "1966-07-01T01:17:35.660Z", ""),
  ]

  /// The sections of quakes by day in a time zone, each with the ids in it.
  private func days(_ quakes: [Quake], in timeZone: String, reversed: Bool = true) async throws -> [String] {
    let store = Store(at: .temporary, schema: .quakes)
    try await store.write("Fill") { context in for quake in quakes { try context.insert(quake) } }
    let zone = try #require(TimeZone(identifier: timeZone))
    return try await store.read { context in
      let request = SectionedFetchRequest<String?, Quake>(
        sectionIdentifier: \.day, sortDescriptors: .time(reversed ? .reverse : .forward))
      var lines: [String] = []
      try context.forEach(request, timeZone: zone) { quake, section in
        if let section { lines.append(section.identifier ?? "none") }
        lines[lines.count - 1] += " \(quake.id)"
      }
      return lines
    }
  }

  @Test func daysAreLocal() async throws {
    #expect(try await days(Self.quakes, in: "UTC") == ["2015-11-02 x", "2015-11-01 a b", "1966-07-01 d"])
    #expect(try await days(Self.quakes, in: "Asia/Tokyo") == ["2015-11-02 x a", "2015-11-01 b", "1966-07-01 d"])
    #expect(
      try await days(Self.quakes, in: "America/Los_Angeles") == ["2015-11-01 x a b", "1966-06-30 d"])
  }

  @Test func aDayThatBeginsAtOneIsOneDay() async throws {
    // In 2026 clocks in Beirut went from 0:00 to 1:00 on 29 March, which began at 22:00 UTC.
    let quakes = [
      Self.quake("a", 1, "2026-03-28T21:59:00Z"), Self.quake("b", 1, "2026-03-28T22:00:00Z"),
      Self.quake("c", 1, "2026-03-29T20:59:00Z"), Self.quake("d", 1, "2026-03-29T21:00:00Z"),
    ]
    #expect(
      try await days(quakes, in: "Asia/Beirut", reversed: false) == ["2026-03-28 a", "2026-03-29 b c", "2026-03-30 d"])
  }

  @Test func theEpochIsNoEdge() async throws {
    let quakes = [Self.quake("a", 1, "1969-12-31T23:59:59.999Z"), Self.quake("b", 1, "1970-01-01T00:00:00Z")]
    #expect(try await days(quakes, in: "UTC") == ["1970-01-01 b", "1969-12-31 a"])
  }

  @Test func daysAreGregorianAtAllTimes() async throws {
    let quakes = [
      Self.quake("a", 1, "0900-01-01T00:00:00Z"), Self.quake("b", 1, "1500-03-01T12:00:00Z"),
      Self.quake("c", 1, "1582-10-14T23:59:59Z"), Self.quake("d", 1, "1582-10-15T00:00:00Z"),
    ]
    #expect(
      try await days(quakes, in: "UTC", reversed: false) == [
        "0900-01-01 a", "1500-03-01 b", "1582-10-14 c", "1582-10-15 d",
      ])
    #expect(try await days([quakes[1]], in: "Asia/Tokyo") == ["1500-03-01 b"])
  }

  private func magnitudes(_ id: String) async throws -> [String] {
    let store = Store(at: .temporary, schema: .quakes)
    try await store.write("Fill") { context in for quake in Self.quakes { try context.insert(quake) } }
    let app = Quakes(locale: Locale(identifier: "de_DE"))
    let sort = try #require(app.sorts.first { $0.id == id })
    return try await store.read { context in
      try context.snapshot(
        SectionedFetchRequest(sectionIdentifier: sort.section, sortDescriptors: sort.descriptors)
      ).sections.map { app.header(of: $0.identifier, sort: sort) }
    }
  }

  @Test func aMissingMagnitudeComesLastEitherWay() async throws {
    #expect(
      try await magnitudes("magnitude") == ["Magnitude -0,9", "Magnitude 0,0", "Magnitude 4,5", "No magnitude"])
    #expect(
      try await magnitudes("-magnitude") == ["Magnitude 4,5", "Magnitude 0,0", "Magnitude -0,9", "No magnitude"])
    #expect(try await magnitudes("whole") == ["Magnitude -1", "Magnitude 0", "Magnitude 4", "No magnitude"])
    #expect(try await magnitudes("-whole") == ["Magnitude 4", "Magnitude 0", "Magnitude -1", "No magnitude"])
  }

  @Test func headersAreInTheWordsOfTheLocale() {
    let sort = Quakes(locale: Locale(identifier: "en_US")).sorts[0]
    for (locale, header) in [
      ("en_US", "November 1, 2015"), ("en_GB", "1 November 2015"), ("de_DE", "1. November 2015"),
      ("ja_JP", "2015年11月1日"),
    ] {
      #expect(Quakes(locale: Locale(identifier: locale)).header(of: "2015-11-01", sort: sort) == header)
    }
    #expect(Quakes(locale: Locale(identifier: "en_US")).header(of: "1500-03-01", sort: sort) == "March 1, 1500")
  }

  @Test func theMenuLeadsToEverySortAndTheLineAboveFollows() async throws {
    let headless = try await HeadlessBrowser<Quakes>(Self.quakes)
    try await headless.wait { $0.first?.hasSuffix("4 quakes · Time ↓") == true }
    headless.press(.character("s"))
    let menu = try await headless.wait { $0.contains { $0.contains("Sort by") } }
    #expect(menu.contains { $0.contains(" ✓ Time       ✓ Newest on Top  ✓ By Day ") })
    headless.press(.down, .tab, .tab, .down)
    let moved = try await headless.wait { $0.contains { $0.contains("Lowest to Highest") } }
    #expect(moved.contains { $0.contains("│ ✓ Time         Highest to Lowest    To One Decimal │") })
    headless.press(.enter)
    // The selected quake stays selected.
    try await headless.expect([
      " Quakes                                                  4 quakes · Magnitude ↓",
      " -1 ██   █ 4",
      " ▾ Magnitude 4                                                                1",
      Self.row("      4.5   41 km E of Puerto Lindero", "2015-11-01T23:30:00Z"),
      " ▾ Magnitude 0                                                                1",
      Self.row("      0.0   Unknown place", "1966-07-01T01:17:35Z"),
      " ▾ Magnitude -1                                                               1",
      Self.row("   ❯ -0.9   Pit \"A\", NV (explosion)", "2015-11-02T00:10:00Z"),
      " ▾ No magnitude                                                               1",
      Self.row("        –   Sarpol-e Z̄ahāb", "2015-11-01T12:00:00Z"),
      " / search   s sort   a add   e edit   d delete   u undo   ? help   q quit",
    ])
  }

  /// A row of 80 columns that ends in the local time.
  private static func row(_ start: String, _ time: String) -> String {
    let end = localTime(time)
    return start + String(repeating: " ", count: 79 - start.count - end.count) + end
  }

  private static func localTime(_ time: String) -> String {
    (FeedText.date(time) ?? .distantPast).formatted(
      Date.FormatStyle(date: .abbreviated, time: .shortened, locale: Locale(identifier: "en_US")))
  }

  @Test func aSearchFindsPlacesAndTypesAndTheLineAboveFollows() async throws {
    let headless = try await HeadlessBrowser<Quakes>(Self.quakes)
    headless.type("/zahab")
    let found = try await headless.wait { lines in
      lines.first?.contains("1 of 4") == true && lines.contains { $0.contains("Sarpol") }
    }
    #expect(found[1].hasSuffix(" █ Nov 1, 2015") && found[3].contains("–   Sarpol-e Z̄ahāb"))
    headless.press(.escape)
    headless.type("/explosion")
    let blasts = try await headless.wait { $0.contains { $0.contains("Pit") } && $0.first?.contains("1 of 4") == true }
    #expect(blasts[3].contains("❯ -0.9   Pit \"A\", NV (explosion)"))
  }

  @Test(.timeLimit(.minutes(1))) func untilAnotherSortHasResultsTheOldOneKeepsItsWords() async throws {
    let headless = try await HeadlessBrowser<Quakes>(Self.quakes)
    let before = try await headless.wait { $0.first?.hasSuffix("4 quakes · Time ↓") == true }
    headless.press(.character("s"), .down, .enter)
    // Nothing is awaited, so that no result can come; the browser waits for one, for a moment.
    #expect(headless.frame == nil)
    var lines: [String]?
    while lines == nil { lines = headless.frame?.lines.filter { !$0.isEmpty } }
    #expect(lines?.dropFirst() == before.dropFirst() && lines?.first?.hasSuffix("Magnitude ↓") == true)
    try await headless.wait { $0.contains { $0.hasPrefix(" ▾ Magnitude 4.5") } }
  }
}
