import SQLite

/// What a step does in bulk.
///
/// While records come in bulk, triggers that would do nothing about them rest, and so do the indexes if most rows of the table come
/// or change: whatever rests is made again at the end.
struct BulkWork {
  /// The table.
  let table: String
  /// How many records were inserted or changed.
  private(set) var count = 0
  /// At how many records it is looked next whether most rows of the table come or change.
  private(set) var nextReview = 256
  /// The indexes to be made again once all is done.
  var indexes: DroppedIndexes?
  /// The triggers to be made again once something else is done.
  var triggers: DroppedTriggers?
  /// Whether the journal says that everything has changed.
  var isEverythingNoted = false
  /// What stamps a record, and what notes it in the journal, in place of the triggers that rest.
  let stampStatement, journalStatement: String

  init(table: String) {
    self.table = table
    stampStatement = """
      INSERT INTO \(name: table + "_stamp") (pk, step, changed_at) VALUES (?, ?, \(DDL.now)) \
      ON CONFLICT (pk) DO UPDATE SET step = excluded.step, changed_at = excluded.changed_at
      """
    journalStatement = "INSERT INTO \(name: table + "_journal") (pk) VALUES (?)"
  }

  mutating func noteRecord() { count += 1 }

  /// Whether it is time to look, and how many records there may be in the end.
  mutating func forecast(fraction: Double?) -> Double? {
    guard count >= nextReview else { return nil }
    nextReview *= 2
    return Double(count) / min(max(fraction ?? 1, 1e-9), 1)
  }
}

extension WriteContext {
  /// Begins, or goes on, to work in bulk on a table; false if the step does so on another one.
  func beginBulk<R: Record>(_ type: R.Type) throws -> Bool {
    let table = R.schema.table
    if let work { return work.table == table }
    var work = BulkWork(table: table)
    // Into an empty table, most of its rows come now.
    if try connection.first("SELECT 1 FROM \(name: table)", [], { _ in true }) == nil {
      work.indexes = try DroppedIndexes(of: table, on: connection)
      try dropTriggers(of: type, &work)
    }
    self.work = work
    return true
  }

  /// Says how far an import has come, so that what is kept up row by row may be left out and made at the end.
  ///
  ///     try context.reviewBulk(of: Book.self, fraction: 0.1)
  ///
  /// - Parameters:
  ///   - type: The record type.
  ///   - fraction: How much of all that is to be imported has been, from 0 to 1; nil if that can't be told.
  /// - Throws: ``StoreError``.
  /// - Complexity: O(1), but for a few calls in the whole import.
  package func reviewBulk<R: Record>(of type: R.Type, fraction: Double?) throws {
    guard let expected = work?.forecast(fraction: fraction), var work, work.table == R.schema.table else { return }
    if work.indexes == nil {
      let present = try connection.first("SELECT count(*) FROM \(name: work.table)") { $0.integer(0) } ?? 0
      if 4 * expected >= Double(present) { work.indexes = try DroppedIndexes(of: work.table, on: connection) }
    }
    try setBulk(true)
    if work.triggers == nil { try dropTriggers(of: type, &work) }
    self.work = work
  }

  private func dropTriggers<R: Record>(of type: R.Type, _ work: inout BulkWork) throws {
    let schema = R.schema
    let tables = [schema.table, schema.table + "_derived"] + schema.ownedTables.map(\.name)
    let update = canUpdateInBulk(type) ? DDL.updateTrigger(of: schema.table) : nil
    work.triggers = try DroppedTriggers(of: tables, on: connection) { DDL.isIdleInBulk($0.sql) || $0.name == update }
    try noteEverything(&work)
  }

  private func noteEverything(_ work: inout BulkWork) throws {
    if !work.isEverythingNoted { try RowJournal.noteEverything(of: work.table, on: connection) }
    work.isEverythingNoted = true
  }

  /// Notes a record that was inserted in bulk, whose derived row no trigger has noted.
  func noteInBulk(_ key: Int64) throws {
    guard work != nil else { return }
    work?.noteRecord()
    guard let work, !work.isEverythingNoted else { return }
    try connection.run(work.journalStatement, [.integer(key)])
  }

  /// Changes one of many records, an import's: as ``update(_:_:)``, and faster once there were many.
  ///
  ///     try context.updateInBulk(id, from: old, to: new)
  ///
  /// - Parameters:
  ///   - id: The record.
  ///   - old: The record as it is.
  ///   - new: The record as it shall be.
  /// - Throws: As ``update(_:_:)``.
  /// - Complexity: O(log *n*).
  package func updateInBulk<R: Record>(_ id: RecordID<R>, from old: R, to new: R) throws {
    guard old != new else { return }
    guard try beginBulk(R.self), work?.triggers != nil, canUpdateInBulk(R.self) else {
      try update(id) { $0 = new }
      work?.noteRecord()
      return
    }
    try setBulk(true)
    work?.noteRecord()
    let schema = R.schema
    let key = Value.integer(id.key)
    let changesOwned = try recorded {
      let changesOwned = try writeChanges(from: old, to: new, of: id)
      if let stamp = work?.stampStatement { try connection.run(stamp, [key, .integer(Int64(number))]) }
      return changesOwned
    }
    // The triggers of what belongs to a record have left its derived row to be made.
    if changesOwned { try connection.run("DELETE FROM \(name: schema.table + "_pending") WHERE pk = ?", [key]) }
    let derived = DerivedTable(schema: schema)
    if try changesOwned || !derived.update(key: id.key, from: old, to: new, by: collation, on: connection) {
      try derived.insert(preparation(of: R.self).derived(new), key: id.key, on: connection)
    }
  }

  /// Whether nothing follows from a record's change but its own derived row.
  private func canUpdateInBulk<R: Record>(_ type: R.Type) -> Bool { R.schema.relationships.isEmpty }

  /// Makes again what has rested, and counts the change of the table, which the triggers would have.
  func finishBulk() throws {
    try restoreTriggers()
    if let work, work.count > 0 { try connection.execute(DDL.countChange(of: work.table)) }
    try work?.indexes?.restore(on: connection)
    work?.indexes = nil
  }

  func restoreTriggers() throws {
    try work?.triggers?.restore(on: connection)
    work?.triggers = nil
  }
}
