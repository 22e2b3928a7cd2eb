import FetchedResults
import Foundation

/// An earthquake, or another event that a seismometer has felt.
struct Quake: Record {
  /// The feed's own id, by which later versions of the event are known.
  var id = ""
  /// Often one decimal, sometimes two, sometimes below zero; nil if nobody has found it.
  var magnitude: Double?
  /// Such as `10 km S of Anywhere, CA`; empty if it is not known.
  var place = ""
  var time = Date(timeIntervalSince1970: 0)
  /// When the feed changed the event last.
  var updated: Date?
  /// In kilometres; below zero above the sea.
  var depth: Double?
  /// Such as `earthquake` or `quarry blast`.
  var type = "earthquake"

  // What stands for sections in requests; the store finds them.
  var day: String? { nil }
  var tenth: String? { nil }
  var whole: String? { nil }
  var searchText: String { "\(place)\n\(type)" }

  static let schema = RecordSchema<Quake>(
    table: "quake",
    attributes: [
      .identifier(\.id),
      .column(\.magnitude, "magnitude", order: .value),
      .column(\.place, "place", default: "''"),
      .column(\.time, "time", order: .value, default: "(strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))"),
      .column(\.updated, "updated"),
      .column(\.depth, "depth"),
      .column(\.type, "type", default: "'earthquake'"),
      .section(\.day, of: \.time, .day),
      .section(\.tenth, of: \.magnitude, .tenth),
      .section(\.whole, of: \.magnitude, .floor(multipleOf: 1)),
      .folded(\.searchText, "search_text") { [$0.place, $0.type] },
    ],
    indexes: SortOrder.both.flatMap { [.time($0), .magnitude($0)] })
}

extension SortOrder {
  static let both: [SortOrder] = [.reverse, .forward]
}

extension [SortDescriptor<Quake>] {
  static func time(_ order: SortOrder) -> Self { [SortDescriptor(\.time, order: order)] }
  /// Of equal ones the newest is on top.
  static func magnitude(_ order: SortOrder) -> Self {
    [SortDescriptor(\.magnitude, order: order), SortDescriptor(\.time, order: .reverse)]
  }
}

extension Schema {
  /// The quakes' store. Its number is `QUAK` in ASCII.
  static let quakes = Schema(applicationID: 0x5155_414B, version: 1, records: [Quake.self])
}
