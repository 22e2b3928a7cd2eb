import Foundation
import SQLite

/// The log of what steps were committed, undone and done again, in order, by every process of ours (`store_commit`).
///
/// Each entry holds the tables' change counters before and after, so that a gap between two entries shows what another
/// tool has written in between.
enum CommitLog {
  /// How far a reader of the log has come.
  struct Position: Hashable, Sendable {
    fileprivate(set) var number: Int64
    fileprivate(set) var counters: Counters
  }

  /// The tables' change counters (`store_change_counter`).
  struct Counters: Hashable, Sendable {
    /// JSON, which is the same if they are.
    fileprivate let text: String

    /// The tables whose counters differ.
    func tables(differingFrom other: Counters) -> Set<String> {
      guard self != other else { return [] }
      let (own, others) = (values, other.values)
      return Set(own.keys).union(others.keys).filter { own[$0] != others[$0] }
    }

    /// The counters by table, as texts: another tool may have written anything.
    private var values: [String: String] {
      let object = try? JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
      return object?.mapValues { "\($0)" } ?? [:]
    }
  }

  /// The change counters as they are.
  static func counters(on connection: Connection) throws -> Counters {
    let text = try connection.first(
      "SELECT json_group_object(table_name, value) FROM (SELECT * FROM store_change_counter ORDER BY table_name)"
    ) { $0.text(0) }
    return Counters(text: (text ?? nil) ?? "{}")
  }

  /// The number of the latest commit; 0 before the first. The next one has the number after it.
  static func latest(on connection: Connection) throws -> Int {
    let number = try connection.first(
      """
      SELECT max(coalesce((SELECT max(number) FROM store_commit), 0),
        coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'store_commit'), 0))
      """
    ) { Int($0.integer(0)) }
    return number ?? 0
  }

  /// Adds an entry.
  static func append(step: Int, isUndo: Bool, countersBefore: Counters, on connection: Connection) throws {
    try connection.run(
      "INSERT INTO store_commit (step, is_undo, counters_before, counters_after) VALUES (?, ?, ?, ?)",
      [
        .integer(Int64(step)), .integer(isUndo ? 1 : 0), .text(countersBefore.text),
        .text(try counters(on: connection).text),
      ])
    try connection.run(
      "UPDATE store_step SET last_commit = ? WHERE number = ?",
      [.integer(connection.lastInsertedKey), .integer(Int64(step))])
  }

  /// The end of the log.
  static func end(on connection: Connection) throws -> Position {
    let number = try connection.first("SELECT max(number) FROM store_commit") { $0.integer(0) } ?? 0
    return Position(number: number, counters: try counters(on: connection))
  }

  /// What has happened since a position, which moves to the end.
  static func changes(since position: inout Position, on connection: Connection) throws -> [StoreChange] {
    var changes: [StoreChange] = []
    var seen = position
    func reset(from before: Counters, to after: Counters) {
      let tables = after.tables(differingFrom: before)
      if !tables.isEmpty { changes.append(.reset(tables: tables)) }
    }
    try connection.query(
      """
      SELECT step.number, label, made_at, is_undone, changeset, bulk_table, bulk_first, bulk_last, bulk_count,
        entry.number, is_undo, counters_before, counters_after
      FROM store_commit AS entry LEFT JOIN store_step AS step ON step.number = entry.step
      WHERE entry.number > ? ORDER BY entry.number
      """, [.integer(position.number)]
    ) { row in
      let (before, after) = (Counters(text: row.text(11) ?? ""), Counters(text: row.text(12) ?? ""))
      reset(from: seen.counters, to: before)
      seen = Position(number: row.integer(9), counters: after)
      let recorded = Changeset(bytes: row.withBytes(4) { Array($0) })
      let isUndo = row.integer(10) == 1
      guard recorded.isWellFormed, let rows = try? (isUndo ? recorded.inverted() : recorded).rowChanges() else {
        // Another tool has damaged what the step was: only its tables are known.
        reset(from: before, to: after)
        return
      }
      let bulk = BulkInsertion(row, at: 5).map { StepChange.Bulk(table: $0.table, keys: $0.keys) }
      changes.append(.step(StepChange(step: Step(row), isUndo: isUndo, rows: rows, bulk: bulk)))
    }
    let counters = try counters(on: connection)
    reset(from: seen.counters, to: counters)
    position = Position(number: seen.number, counters: counters)
    return changes
  }
}
