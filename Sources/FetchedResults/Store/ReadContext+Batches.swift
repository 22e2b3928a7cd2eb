public import Foundation
import SQLite

extension ReadContext {
  /// Calls the body for batches of the records of a request, in its order, keeping none.
  ///
  ///     try context.forEachBatch(FetchRequest<Book>()) { batch in queue.async { print(batch.records().count) } }
  ///
  /// - Parameters:
  ///   - request: Which records, in which order; its batch size counts.
  ///   - body: Receives a batch.
  /// - Throws: As ``fetch(_:)``, or what the body throws, which ends it.
  /// - Complexity: O(*n*) in the number of records looked at, in the memory of one batch.
  public func forEachBatch<R: Record>(_ request: FetchRequest<R>, _ body: (RecordBatch<R>) throws -> Void) throws {
    let plan = try R.schema.plan(request)
    try prepare(R.self)
    try forEachBatch(
      of: plan, batchSize: request.fetchBatchSize, prefetching: request.relationshipKeyPathsForPrefetching
    ) { (_, batch: RecordBatch<R>) in try body(batch) }
  }

  /// Calls the body for batches of the records of a request, in its order, with the sections that begin among them.
  ///
  ///     try context.forEachBatch(request) { batch, newSections in
  ///       for (offset, section) in newSections { print(offset, section.identifier ?? "Anonymous") }
  ///     }
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - timeZone: Whose days sections by day are.
  ///   - body: Receives a batch, and each section that begins there with how many records of the batch stand before it.
  /// - Throws: As ``fetch(_:)``, or what the body throws, which ends it.
  /// - Complexity: O(*n*) in the number of records looked at; the snapshot of their order is held in memory.
  public func forEachBatch<S, R: Record>(
    _ request: SectionedFetchRequest<S, R>, timeZone: TimeZone = .current,
    _ body: (RecordBatch<R>, _ newSections: [(offset: Int, section: Snapshot<S, R>.Section)]) throws -> Void
  ) throws {
    let plan = try R.schema.plan(request)
    var (position, next) = (0, 0)
    try connection.keepingMostPages {
      let sections = try snapshot(request, timeZone: timeZone).sections
      try forEachBatch(of: plan) { (_, batch: RecordBatch<R>) in
        let rest = sections[next...].prefix { $0.range.lowerBound < position + batch.count }
        try body(batch, rest.map { ($0.range.lowerBound - position, $0) })
        next = rest.endIndex
        position += batch.count
      }
    }
  }

  /// Calls the body for each record of a plan.
  func forEachRecord<R: Record>(
    of plan: FetchPlan, batchSize: Int = 500,
    prefetching: [PartialKeyPath<R> & Sendable] = [], _ body: (RecordID<R>, R) throws -> Void
  ) throws {
    try forEachBatch(of: plan, batchSize: batchSize, prefetching: prefetching) { (keys, batch: RecordBatch<R>) in
      for (key, record) in zip(keys, batch.records()) { try body(RecordID(key: key), record) }
    }
  }

  /// Calls the body for batches of a plan's records, with their keys.
  ///
  /// A question is one statement. Where all records are read, their lists come a batch at a time, with a statement each: that
  /// is faster than a statement inside for each record. So do those that records are related to.
  private func forEachBatch<R: Record>(
    of plan: FetchPlan, batchSize: Int = 500,
    prefetching: [PartialKeyPath<R> & Sendable] = [], _ body: ([Int64], RecordBatch<R>) throws -> Void
  ) throws {
    let schema = R.schema
    let readsAll = plan.condition == nil && plan.limit == nil
    let lists = readsAll ? schema.attributes.compactMap(\.load) : []
    let statement = plan.records(lists.isEmpty ? schema.selection : schema.selectionWithoutLists)
    try connection.keepingMostPages {
      var keys: [Int64] = []
      var rows = RowCopies()
      func finishBatch() throws {
        let (batchKeys, batchRows) = (keys, rows)
        (keys, rows) = ([], RowCopies(roomFor: rows))
        let fillLists = try lists.map { load in try load(connection, batchKeys) }
        var batch = RecordBatch<R>(batchRows) { records in for fill in fillLists { fill(&records) } }
        if !schema.relationships.isEmpty {
          var records = batch.records()
          try schema.relate(&records, keys: batchKeys, prefetching: prefetching, on: connection)
          batch = RecordBatch(records)
        }
        try body(batchKeys, batch)
      }
      do {
        try connection.query(statement.sql, statement.arguments) { row in
          keys.append(row.integer(0))
          rows.append(row)
          if keys.count >= batchSize { try finishBatch() }
        }
      } catch let error as StoreError {
        // What could be read is not lost with what couldn't.
        if !keys.isEmpty { try finishBatch() }
        throw error
      }
      if !keys.isEmpty { try finishBatch() }
    }
  }
}
