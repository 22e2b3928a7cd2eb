import FetchedResults
import Foundation

/// A record whose tables have had three versions.
struct Climber: Record {
  var id = ""
  var name = ""
  /// It was called `town` in version 1.
  var home: String?
  /// Since version 2.
  var grade = 0
  var clubs: [String] = []

  static let schema = RecordSchema<Climber>(
    table: "climber",
    attributes: [
      .identifier(\.id),
      .column(\.name, "name", order: .collated),
      .column(\.home, "home", order: .collated),
      .column(\.grade, "grade", order: .value, default: "0"),
      .list(\.clubs, table: "climber_club", itemTable: "club"),
    ],
    indexes: [[SortDescriptor(\.name)], [SortDescriptor(\.grade, order: .reverse), SortDescriptor(\.name)]])
}

/// A record type that came with version 3.
struct Rock: Record {
  var id = ""
  var name = ""
  var firstClimber: Climber?

  static let schema = RecordSchema<Rock>(
    table: "rock",
    attributes: [
      .identifier(\.id), .column(\.name, "name", order: .collated), .toOne(\.firstClimber, "first_climber"),
    ],
    indexes: [[SortDescriptor(\.name)]])
}

extension Schema {
  /// Version 3 of the climbers' tables; version 1 is in `Tests/Data/climbers-1.sql`.
  static func climbers(migrations: [Migration]) -> Schema {
    Schema(applicationID: 0x434C_494D, version: 3, records: [Climber.self, Rock.self], migrations: migrations)
  }
}
