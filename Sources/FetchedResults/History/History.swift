public import Foundation
import SQLite

/// One change of a store that is undone as a whole; see <doc:UndoAndRedo>.
///
///     for step in try await store.read({ try $0.steps() }) where !step.isUndone { print(step.number, step.label) }
///
/// It mirrors an action of `UndoManager`: <https://developer.apple.com/documentation/foundation/undomanager>
public struct Step: Hashable, Sendable, Identifiable {
  /// Its number, counted from 1 in each store.
  public let number: Int
  /// What it did, in a person's words.
  public let label: String
  /// When it was made.
  public let date: Date
  /// Whether it is undone.
  public let isUndone: Bool

  /// Its number.
  public var id: Int { number }
}

/// What an undo or a redo did.
///
///     if let change = try await store.undo() { print("Undone:", change.step.label, change.records(of: Book.self)) }
public struct HistoryChange: Hashable, Sendable {
  /// The step that was undone or done again.
  public let step: Step
  /// The keys of the records concerned, by table.
  let keys: [String: [Int64]]

  /// The records concerned, in the order of their age; those of a bulk insertion are not listed.
  ///
  /// - Parameter type: The record type.
  /// - Returns: Their identities; some may be of records that are gone now.
  /// - Complexity: O(*n* log *n*) in the number of records that the step changed.
  public func records<R: Record>(of type: R.Type) -> [RecordID<R>] {
    (keys[R.schema.table] ?? []).sorted().map(RecordID.init)
  }
}

/// Why a step can't be undone or done again.
///
///     do { try await store.undo(12) } catch let error as HistoryError { print(error) }
public enum HistoryError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Something that the step changed has been changed again since; nothing was changed now.
  case changedSince(step: Step, isUndo: Bool)
  /// There is no such step.
  case noSuchStep(number: Int)
  /// The step is undone already.
  case alreadyUndone(step: Step)
  /// The step is not undone.
  case notUndone(step: Step)
  /// What is stored of the step can't be read: another tool has written it.
  case unreadable(step: Step)
  /// No further step can be numbered, so that nothing can be changed.
  case numbersExhausted

  /// One plain sentence.
  public var description: String {
    switch self {
    case .changedSince(let step, let isUndo):
      "Step \(step.number) (\(step.label)) can't be \(isUndo ? "undone" : "done again"): "
        + "what it changed has been changed since; nothing was changed now."
    case .noSuchStep(let number): "There is no step \(number)."
    case .alreadyUndone(let step): "Step \(step.number) (\(step.label)) is undone already."
    case .notUndone(let step): "Step \(step.number) (\(step.label)) is not undone."
    case .unreadable(let step):
      "Step \(step.number) (\(step.label)) can't be undone or done again: what is stored of it is damaged; "
        + "nothing was changed now."
    case .numbersExhausted:
      "A step has the number \(Int.max), after which there is none; nothing was changed. "
        + "Give it another number in the table store_step."
    }
  }
}

extension HistoryError {
  /// The step that stays as it is whenever it is tried.
  var refusedStep: Step? {
    switch self {
    case .changedSince(let step, _), .unreadable(let step): step
    case .noSuchStep, .alreadyUndone, .notUndone, .numbersExhausted: nil
    }
  }
}

/// The steps of a store: records them, takes them back, does them again.
///
/// A step is a changeset, and a range of keys for what it inserted in bulk. Each record bears the number of the step that
/// changed it last, or 0 for another tool; these stamps are part of the changesets, so that taking a step back finds
/// whatever happened since as a conflict.
struct History {
  let schema: Schema
  /// Told of the steps.
  let log: StoreLog?

  private var recordedTables: [String] { schema.tables.flatMap(\.recordedTables) }

  /// Runs the body as a step. The connection is in a transaction.
  func record<Result>(
    _ label: String, on connection: Connection, collation: Collation, _ body: (WriteContext) throws -> Result
  ) throws -> Result {
    // What another tool left to be made is no part of this step.
    try schema.fillDerivedTables(on: connection, collation: collation)
    let number = try nextNumber(on: connection)
    let counters = try CommitLog.counters(on: connection)
    let recorder = try ChangeRecorder(connection, tables: recordedTables)
    try connection.setWriterMode(.step(number))
    let context = WriteContext(
      connection, schema: schema, collation: collation, label: label, number: number,
      commit: try CommitLog.latest(on: connection) + 1, recorder: recorder)
    let result = try body(context)
    try context.finish()
    try connection.setWriterMode(.none)
    let changeset = try recorder.changeset()
    guard try context.bulk != nil || changesRecords(changeset) else {
      // What was changed and changed back has only left the step's stamps.
      try apply(changeset.inverted(), on: connection)
      try schema.fillDerivedTables(on: connection, collation: collation)
      return result
    }
    try schema.fillDerivedTables(on: connection, collation: collation)
    try connection.run(
      """
      INSERT INTO store_step (number, label, made_at, changeset, bulk_table, bulk_first, bulk_last, bulk_count) \
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        .integer(Int64(number)), .text(context.label), Date.now.storedValue, .blob(changeset.bytes),
        context.bulk.map { .text($0.table) } ?? .null, context.bulk.map { .integer($0.first) } ?? .null,
        context.bulk.map { .integer($0.last) } ?? .null, context.bulk.map { .integer(Int64($0.count)) } ?? .null,
      ])
    try CommitLog.append(step: number, isUndo: false, countersBefore: counters, on: connection)
    if let log { log(.info, .step, "step \(number) made: \(log.hiding(context.label))") }
    try HistoryLimits.apply(newest: number, on: connection, schema: schema)
    return result
  }

  private func nextNumber(on connection: Connection) throws -> Int {
    let last = try connection.first("SELECT max(number) FROM store_step") { Int($0.integer(0)) } ?? 0
    // Those below zero mean something else to triggers; see WriterMode.
    guard last < .max else { throw HistoryError.numbersExhausted }
    return max(0, last) + 1
  }

  /// Takes a step back. The connection is in a transaction, which the caller rolls back if this throws.
  func undo(
    _ number: Int?, on connection: Connection, collation: Collation, progress: (Double) -> Void
  ) throws -> HistoryChange? {
    let wanted = "NOT is_undone AND NOT is_refused ORDER BY last_commit DESC LIMIT 1"
    guard let stored = try step(number, else: wanted, on: connection) else { return nil }
    guard !stored.step.isUndone else { throw HistoryError.alreadyUndone(step: stored.step) }
    return try change(stored, isUndo: true, on: connection, collation: collation, progress: progress)
  }

  /// Does an undone step again. The connection is in a transaction, which the caller rolls back if this throws.
  func redo(
    _ number: Int?, on connection: Connection, collation: Collation, progress: (Double) -> Void
  ) throws -> HistoryChange? {
    let wanted = "is_undone AND NOT is_refused ORDER BY last_commit DESC LIMIT 1"
    guard let stored = try step(number, else: wanted, on: connection) else { return nil }
    guard stored.step.isUndone else { throw HistoryError.notUndone(step: stored.step) }
    return try change(stored, isUndo: false, on: connection, collation: collation, progress: progress)
  }

  /// Notes that a step could not be undone, or done again: who asks for the newest one next time gets the one before it.
  static func noteRefusal(of step: Step, on connection: Connection) throws {
    try connection.run("UPDATE store_step SET is_refused = 1 WHERE number = ?", [.integer(Int64(step.number))])
  }

  private func change(
    _ stored: StoredStep, isUndo: Bool, on connection: Connection, collation: Collation, progress: (Double) -> Void
  ) throws -> HistoryChange {
    let counters = try CommitLog.counters(on: connection)
    let changeset = try changeset(of: stored, isUndo: isUndo)
    let insertion = stored.bulk.flatMap { bulk in
      schema.tables.first { $0.name == bulk.table }.map {
        UndoneInsertion(bulk: bulk, step: stored.step, owner: $0)
      }
    }
    try schema.fillDerivedTables(on: connection, collation: collation)
    let indexes = try insertion?.dropIndexes(isUndo: isUndo, on: connection)
    try connection.setWriterMode(.history)
    // The records of a bulk insertion come back before what the step did to them, and go after it was taken back.
    if !isUndo { try insertion?.restore(on: connection) { progress(0.5 * $0) } }
    guard try holdsAllThatGo(changeset, on: connection),
      try apply(changeset, on: connection, progress: { if insertion == nil { progress(0.5 * $0) } })
    else {
      throw HistoryError.changedSince(step: stored.step, isUndo: isUndo)
    }
    if isUndo { try insertion?.archive(on: connection) { progress(0.5 * $0) } }
    guard try holdsTogether(stored, changeset, on: connection) else {
      throw HistoryError.changedSince(step: stored.step, isUndo: isUndo)
    }
    try connection.setWriterMode(.none)
    try schema.fillDerivedTables(on: connection, collation: collation) { progress(0.5 + 0.3 * $0) }
    try indexes?.restore(on: connection) { progress(0.8 + 0.2 * $0) }
    try connection.run(
      """
      UPDATE store_step SET is_refused = 0, is_undone = \(isUndo ? 1 : 0) WHERE number = ?
      """, [.integer(Int64(stored.step.number))])
    try CommitLog.append(step: stored.step.number, isUndo: isUndo, countersBefore: counters, on: connection)
    if let log {
      log(
        .info, .step,
        "step \(stored.step.number) \(isUndo ? "undone" : "done again"): \(log.hiding(stored.step.label))")
    }
    return HistoryChange(step: stored.step, keys: try keys(of: changeset))
  }

  /// What undoes a step, or does it again.
  private func changeset(of stored: StoredStep, isUndo: Bool) throws -> Changeset {
    let tables = Set(recordedTables)
    var isOurs = true
    guard stored.changeset.isWellFormed, let changeset = isUndo ? try? stored.changeset.inverted() : stored.changeset,
      case .some = try? changeset.scan({ change in
        isOurs = tables.contains(change.table)
        return isOurs
      }), isOurs
    else { throw HistoryError.unreadable(step: stored.step) }
    return changeset
  }

  /// Applies a changeset, with the stamps that are part of it; false if something is in its way.
  @discardableResult
  private func apply(
    _ changeset: Changeset, on connection: Connection, progress: (Double) -> Void = { _ in }
  ) throws -> Bool {
    try connection.setWriterMode(.history)
    let conflict = try connection.apply(changeset, progress: progress) { conflict, change in
      // A trigger has removed it already, as the changeset would have.
      conflict == .missing && change.operation == .delete ? .omit : .abort
    }
    try connection.setWriterMode(.none)
    return conflict == nil
  }

  /// Whether every row that the changeset deletes is there: what has been deleted since is a conflict too.
  private func holdsAllThatGo(_ changeset: Changeset, on connection: Connection) throws -> Bool {
    let owned = Dictionary(
      schema.tables.flatMap(\.ownedTables).map { ($0.name, $0.rowCondition) }, uniquingKeysWith: { first, _ in first })
    return try changeset.rowChanges().allSatisfy { change in
      guard change.operation == .delete else { return true }
      let condition = owned[change.table] ?? "pk = ?"
      let keys = change.old.prefix(owned[change.table] == nil ? 1 : 2).map { $0 ?? .null }
      return try connection.first("SELECT 1 FROM \(name: change.table) WHERE \(condition)", keys) { _ in true } ?? false
    }
  }

  /// Whether records refer only to what is there, after a step was taken back or done again.
  private func holdsTogether(_ stored: StoredStep, _ changeset: Changeset, on connection: Connection) throws -> Bool {
    let check = ReferenceCheck(schema: schema)
    guard try check.passes(changeset, on: connection) else { return false }
    guard let bulk = stored.bulk else { return true }
    return try check.passes(bulk.table, keys: bulk.keys, on: connection)
  }

  /// Whether a changeset has anything but stamps.
  private func changesRecords(_ changeset: Changeset) throws -> Bool {
    let stamps = Set(schema.tables.map { $0.name + "_stamp" })
    var found = false
    try changeset.scan { change in
      found = !stamps.contains(change.table)
      return !found
    }
    return found
  }

  private func keys(of changeset: Changeset) throws -> [String: [Int64]] {
    let records = Set(schema.tables.map(\.name))
    var keys: [String: [Int64]] = [:]
    for change in try changeset.rowChanges() where records.contains(change.table) {
      if case .integer(let key) = (change.old.first ?? nil) ?? (change.new.first ?? nil) {
        keys[change.table, default: []].append(key)
      }
    }
    return keys
  }

  // MARK: Stored steps

  private struct StoredStep {
    let step: Step
    let changeset: Changeset
    let bulk: BulkInsertion?
  }

  private func step(_ number: Int?, else condition: String, on connection: Connection) throws -> StoredStep? {
    let found = try connection.first(
      """
      SELECT number, label, made_at, is_undone, changeset, bulk_table, bulk_first, bulk_last, bulk_count \
      FROM store_step WHERE \(number == nil ? condition : "number = ?")
      """, number.map { [.integer(Int64($0))] } ?? []
    ) { row in
      let bulk = BulkInsertion(row, at: 5)
      let isKnown = bulk.map { bulk in schema.tables.contains { $0.name == bulk.table } } ?? row.isNull(5)
      guard isKnown else { throw HistoryError.unreadable(step: Step(row)) }
      return StoredStep(step: Step(row), changeset: Changeset(bytes: row.withBytes(4) { Array($0) }), bulk: bulk)
    }
    if let number, found == nil { throw HistoryError.noSuchStep(number: number) }
    return found
  }
}

extension BulkInsertion {
  /// Reads what a row says in four columns; nil for nothing, and for what no step of ours says.
  init?(_ row: borrowing Row, at column: Int) {
    guard let table = row.text(column), case .integer(let first) = row.value(column + 1),
      case .integer(let last) = row.value(column + 2), case .integer(let count) = row.value(column + 3),
      first <= last, count > 0
    else { return nil }
    self.init(table: table, first: first, last: last, count: Int(count))
  }

  /// The keys among which its own are.
  var keys: ClosedRange<Int64> { first...max(first, last) }
}

extension Step {
  /// Reads a step from a row of its number, label, date and undone state.
  init(_ row: borrowing Row) {
    self.init(
      number: Int(row.integer(0)), label: row.text(1) ?? "", date: Date(storedValue: row.value(2)) ?? .distantPast,
      isUndone: row.integer(3) == 1)
  }
}
