import FetchedResults
import Foundation
import ListApp
import ListBrowser
import SQLite
import TerminalUI

/// Earthquakes in the terminal, from the feeds of the USGS: what the command line and the browser are made of.
@main
struct Quakes: ImportingApp {
  typealias Reader = FeedReader

  static let name = "quakes"
  static let summary = "earthquakes in the terminal, from the feeds of the USGS"
  static let schema = Schema.quakes
  static let commands: [any Command.Type] = [
    ListCommand<Self>.self, ImportCommand<Self>.self, WatchCommand<Self>.self, DeleteCommand<Self>.self,
    UndoCommand<Self>.self, RedoCommand<Self>.self, HistoryCommand<Self>.self,
  ]
  static let importDiscussion = """
    The files are feeds of the USGS, CSV or GeoJSON, which their content tells apart. An event
    that is known already is changed if the feed has updated it since.
    """
  static let format = RecordFormat<Quake>([
    RecordColumn("place") { $0.place.isEmpty ? .null : .text($0.place) },
    RecordColumn("magnitude") { .init($0.magnitude) },
    RecordColumn("time") { .text(FeedText.string(from: $0.time)) },
    RecordColumn("depth") { .init($0.depth) },
    RecordColumn("type") { .text($0.type) },
  ])

  /// What is not older by the feed's own clock; without it, what is different. An event that came in a feed that was cut off has the
  /// time of the whole one.
  static func isNewer(_ new: Quake, than old: Quake) -> Bool {
    guard let updated = old.updated else { return true }
    return new.updated.map { $0 >= updated } ?? false
  }

  // MARK: The browser

  let title = "Quakes"
  let noun = "quake"
  let searchPlaceholder = "place or type"
  let emptyHint = ["“quakes import FILE” brings a feed of the USGS."]
  let samplesNotice: String? = "These quakes are made up."
  let sortTitles = ["Sort by", "Order", "Sections"]
  let sorts =
    Quakes.timeSorts + Quakes.magnitudeSorts("magnitude", \.tenth, "To One Decimal")
    + Quakes.magnitudeSorts("whole", \.whole, "Whole Numbers")
  let fields: [BrowserField<Quake>] = QuakeField.all

  private let locale: Locale
  private let dates: GregorianFormatter

  init(locale: Locale) {
    self.locale = locale
    dates = GregorianFormatter(locale: locale)
  }

  func loadFormats() {
    for sort in sorts { _ = (row(of: blank(), sort: sort), header(of: "2026-11-30", sort: sort)) }
  }

  func samples() throws -> [Quake] { try FeedReader.quakes(in: PackageResources.quakes_csv) }

  func predicate(matching words: [String]) -> Predicate<Quake> {
    #Predicate { quake in words.allSatisfy { quake.searchText.localizedStandardContains($0) } }
  }

  func blank() -> Quake { Quake(time: .now) }

  func name(of record: Quake) -> String { record.place.isEmpty ? "Unknown place" : record.place }

  func row(of record: Quake, sort: BrowserSort<Quake>) -> BrowserRow {
    let magnitude = record.magnitude.map { number($0, decimals: 1...2) } ?? "–"
    // Points stand below each other, whether one decimal or two follow.
    let isShort = record.magnitude.map { number($0, decimals: 1...1) == magnitude } ?? true
    let lead = String(repeating: " ", count: max(0, (isShort ? 4 : 5) - magnitude.displayWidth)) + magnitude
    let type = record.type == "earthquake" ? "" : " (\(record.type))"
    // Under a day as the header, the depth says more than the day once again.
    let isUnderDay = sort.key == "time"
    let time = dates.string(from: record.time, isUnderDay ? .time : .dayAndTime)
    let depth = isUnderDay ? record.depth.map { "\(number($0, decimals: 1...1)) km   " } ?? "" : ""
    return BrowserRow(
      lead: StyledText(lead + (isShort ? "   " : "  ")), name: name(of: record) + type, trailing: depth + time)
  }

  func header(of section: String?, sort: BrowserSort<Quake>) -> String {
    guard let section else { return sort.missingSection }
    if sort.key == "time" { return Self.noon(of: section).map { day($0, .longDay) } ?? section }
    return Double(section).map { "Magnitude \(number($0, decimals: sort.key == "whole" ? 0...0 : 1...1))" } ?? section
  }

  /// The quakes that are shown, by day or by magnitude, between the first and the last of these.
  var summary: BrowserSummary<Quake>? {
    .sections { sections, sort, width in
      let places: [(place: Int, count: Int)] = sections.compactMap { section in
        section.identifier.flatMap { Self.place(of: $0, sort: sort) }.map { ($0, section.range.count) }
      }
      let known = sections.filter { $0.identifier != nil }
      guard let first = known.first, let last = known.last else { return StyledText() }
      let ends = sort.descriptors[0].order == .forward ? (first, last) : (last, first)
      let (left, right) = (edge(ends.0.identifier, sort), edge(ends.1.identifier, sort))
      let bars = Histogram(places).line(width: width - left.displayWidth - right.displayWidth - 2)
      let dim = Style(attributes: .dim)
      return StyledText("\(left) ", style: dim) + StyledText(bars, style: Style(foreground: .cyan))
        + StyledText(" \(right)", style: dim)
    }
  }

  /// Where the bar of a section stands: a count of days, or of what magnitudes are rounded to.
  private static func place(of section: String, sort: BrowserSort<Quake>) -> Int? {
    if sort.key == "time" { return noon(of: section).map { Int(($0.timeIntervalSince1970 / 86_400).rounded(.down)) } }
    return Double(section).flatMap { Int(exactly: ($0 * (sort.key == "whole" ? 1 : 10)).rounded()) }
  }

  private func edge(_ section: String?, _ sort: BrowserSort<Quake>) -> String {
    guard sort.key == "time" else { return section.flatMap(Double.init).map { number($0, decimals: 0...1) } ?? "" }
    return section.flatMap(Self.noon).map { day($0, .day) } ?? ""
  }

  // MARK: Words

  private static func noon(of day: String) -> Date? { Date(storedValue: .text("\(day)T12:00:00Z")) }

  private func day(_ noon: Date, _ parts: GregorianFormatter.Parts) -> String {
    dates.string(from: noon, parts, timeZone: .gmt)
  }

  private func number(_ number: Double, decimals: ClosedRange<Int>) -> String {
    number.formatted(.number.precision(.fractionLength(decimals)).locale(locale))
  }

  // MARK: Sorts

  private static let timeSorts = SortOrder.both.map { order in
    BrowserSort<Quake>(
      id: order == .forward ? "time" : "-time",
      choices: ["Time", order == .forward ? "Oldest on Top" : "Newest on Top", "By Day"], key: "time",
      keyName: "Time", descriptors: .time(order), section: \.day, missingSection: "No day")
  }

  private static func magnitudeSorts(
    _ id: String, _ section: KeyPath<Quake, String?> & Sendable, _ sections: String
  ) -> [BrowserSort<Quake>] {
    SortOrder.both.map { order in
      BrowserSort(
        id: order == .forward ? id : "-\(id)",
        choices: ["Magnitude", order == .forward ? "Lowest to Highest" : "Highest to Lowest", sections], key: id,
        keyName: "Magnitude", descriptors: .magnitude(order), section: section, missingSection: "No magnitude")
    }
  }
}
