import SQLite

extension Store {
  /// The results of a scan: its beginning, if asked for, then everything. Ending the iteration ends the scan.
  func snapshots<S, R>(
    _ scan: OrderScan, screenful: Int?, blank: S
  ) -> AsyncThrowingStream<Snapshot<S, R>, any Error> {
    AsyncThrowingStream { continuation in
      let task = Task {
        do {
          let publish: @Sendable (OrderScan.Result) -> Void = { continuation.yield(Snapshot($0, blank: blank)) }
          var result = try await results(scan, screenful: screenful, unlessPending: true, publish: publish)
          if result == nil {
            try await makeDerivedRows()
            result = try await results(scan, screenful: screenful, unlessPending: false, publish: publish)
          }
          if let result { publish(result) }
          continuation.finish()
        } catch {
          continuation.finish(throwing: error)
        }
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }

  /// Carries a scan out; nil if derived rows are missing, and it is not to go on without them.
  private func results(
    _ scan: OrderScan, screenful: Int?, unlessPending: Bool, publish: @Sendable (OrderScan.Result) -> Void
  ) async throws -> OrderScan.Result? {
    let connections = try await connections()
    return try await perform(on: connections.orderReader) { [schema] connection in
      try connection.readTransaction {
        if unlessPending, try schema.tables.contains(where: { try $0.hasPending(connection) }) { return nil }
        return try engine.withLock {
          try $0.results(scan, on: connection, and: connections.reader, screenful: screenful, publish: publish)
        }
      }
    }
  }

  /// Reads the text that searches of a record type look through into memory, unless it is there already or the records are
  /// too few for it to matter.
  ///
  /// It is read through the general reader, so that no fetch waits for it.
  func prepareSearch<R: Record>(of type: R.Type) async throws {
    guard let column = R.schema.foldedColumn else { return }
    let table = R.schema.table
    let threshold = engine.withLock { engine in
      engine.isEnabled && !engine.holdsText(of: table, column: column) ? engine.threshold : nil
    }
    guard let threshold else { return }
    let read = try await perform(on: try await connections().reader) { connection in
      try connection.readTransaction {
        let count = try connection.first("SELECT count(*) FROM \(table)_derived") { $0.integer(0) } ?? 0
        guard count >= threshold else { return (text: FoldedColumn, journalEnd: Int64)?.none }
        return (
          text: try FoldedColumn(table: table, column: column, on: connection),
          journalEnd: try RowJournal.end(of: table, on: connection)
        )
      }
    }
    guard let read else { return }
    engine.withLock { $0.take(read.text, of: table, column: column, readAt: read.journalEnd) }
  }

  /// Records with their sections, all from one state of the store, in no order; those that are gone are left out.
  func records<R>(
    _ ids: [RecordID<R>], plan: FetchPlan, days: DaySections
  ) async throws -> [WindowedRecord<R>] {
    let schema = R.schema
    let section = plan.section.map { ", d.\($0.column)" } ?? ", NULL"
    // One statement for all of them: as many small ones take twice as long.
    let sql = """
      SELECT \(schema.selection)\(section) FROM json_each(?) AS k CROSS JOIN \(plan.table) AS r ON r.pk = k.value \
      JOIN \(plan.table)_derived AS d ON d.pk = r.pk
      """
    return try await perform(on: try await connections().windowReader) { connection in
      var days = days
      return try connection.readTransaction {
        let rows = try connection.all(sql, [ids.map(\.key).jsonArray]) { row in
          let value = row.value(row.count - 1)
          return (
            id: RecordID<R>(key: row.integer(0)), record: schema.decode(row),
            section: plan.section?.key(of: value, &days) ?? value
          )
        }
        var records = rows.map(\.record)
        try schema.relate(&records, keys: rows.map(\.id.key), on: connection)
        return zip(rows, records).map { WindowedRecord(id: $0.id, record: $1, section: $0.section) }
      }
    }
  }
}
