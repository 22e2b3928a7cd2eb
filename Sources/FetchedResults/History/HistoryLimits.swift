import Foundation
import SQLite

/// How much of the past a store keeps.
///
/// The settings `history_days` (90) and `history_bytes` (67108864) in the store's table `store_setting` bound it; the
/// newest hundred steps are always kept.
enum HistoryLimits {
  private static let alwaysKept = 100
  /// Looking at every step's size takes time, so it is not done at every step.
  private static let interval = 20

  /// Forgets steps beyond the limits.
  static func apply(newest: Int, on connection: Connection, schema: Schema) throws {
    guard newest % interval == 0, newest > alwaysKept else { return }
    // What is no length, or below zero, is nobody's wish to forget.
    let days = try connection.setting("history_days").flatMap(Double.init).flatMap { $0 >= 0 ? $0 : nil } ?? 90
    let bytes = try connection.setting("history_bytes").flatMap(Int64.init).flatMap { $0 >= 0 ? $0 : nil } ?? 64 << 20
    let oldest = Date.now.addingTimeInterval(-days * 86_400)
    let forgotten = try connection.first(
      """
      SELECT max(number) FROM (
        SELECT number, made_at, sum(coalesce(length(changeset), 0)) OVER (ORDER BY number DESC) AS size FROM store_step)
      WHERE number <= ? AND (made_at < ? OR size > ?)
      """, [.integer(Int64(newest - alwaysKept)), oldest.storedValue, .integer(bytes)]
    ) { $0.isNull(0) ? nil : $0.integer(0) }
    guard let last = forgotten ?? nil else { return }
    try connection.run("DELETE FROM store_step WHERE number <= ?", [.integer(last)])
    try connection.run("DELETE FROM store_commit WHERE step <= ?", [.integer(last)])
    try UndoneInsertion.forget(upTo: last, of: schema.tables, on: connection)
  }
}
