import SQLite

extension ReadContext {
  /// Calls the body for each record of a statement, which selects what its schema asks for. Records that are related to
  /// others are read a batch at a time, for these to come with few statements.
  func forEachRecord<R: Record>(
    of statement: SQLFragment, batchSize: Int = 500,
    prefetching: [PartialKeyPath<R> & Sendable] = [], _ body: (RecordID<R>, R) throws -> Void
  ) throws {
    let schema = R.schema
    try connection.keepingMostPages {
      guard !schema.relationships.isEmpty else {
        return try connection.query(statement.sql, statement.arguments) { row in
          try body(RecordID(key: row.integer(0)), schema.decode(row))
        }
      }
      var keys: [Int64] = []
      var records: [R] = []
      func finishBatch() throws {
        try schema.relate(&records, keys: keys, prefetching: prefetching, on: connection)
        for (key, record) in zip(keys, records) { try body(RecordID(key: key), record) }
        keys.removeAll(keepingCapacity: true)
        records.removeAll(keepingCapacity: true)
      }
      try connection.query(statement.sql, statement.arguments) { row in
        keys.append(row.integer(0))
        records.append(schema.decode(row))
        if keys.count >= batchSize { try finishBatch() }
      }
      try finishBatch()
    }
  }
}
