import SQLite

extension ReadContext {
  /// Calls the body for each record of a plan.
  ///
  /// A question is one statement. Where all records are read, their lists come a batch at a time, with a statement each: that
  /// is faster than a statement inside for each record. So do those that records are related to.
  func forEachRecord<R: Record>(
    of plan: FetchPlan, batchSize: Int = 500,
    prefetching: [PartialKeyPath<R> & Sendable] = [], _ body: (RecordID<R>, R) throws -> Void
  ) throws {
    let schema = R.schema
    let readsAll = plan.condition == nil && plan.limit == nil
    let lists = readsAll ? schema.attributes.compactMap(\.load) : []
    let statement = plan.records(lists.isEmpty ? schema.selection : schema.selectionWithoutLists)
    try connection.keepingMostPages {
      guard !lists.isEmpty || !schema.relationships.isEmpty else {
        return try connection.query(statement.sql, statement.arguments) { row in
          try body(RecordID(key: row.integer(0)), schema.decode(row))
        }
      }
      var keys: [Int64] = []
      var records: [R] = []
      func finishBatch() throws {
        let batch = keys
        var finished = records
        (keys, records) = ([], [])
        for load in lists { try load(connection, batch, &finished) }
        try schema.relate(&finished, keys: batch, prefetching: prefetching, on: connection)
        for index in finished.indices { try body(RecordID(key: batch[index]), finished[index]) }
      }
      do {
        try connection.query(statement.sql, statement.arguments) { row in
          keys.append(row.integer(0))
          records.append(schema.decode(row))
          if keys.count >= batchSize { try finishBatch() }
        }
      } catch let error as SQLiteError {
        // What could be read is not lost with what couldn't.
        try finishBatch()
        throw error
      }
      try finishBatch()
    }
  }
}
