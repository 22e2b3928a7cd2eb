import SQLite

/// What a fetch has read so far.
struct FetchedPart<SectionIdentifier: Hashable & ColumnValue, R: Record>: Sendable {
  let snapshot: Snapshot<SectionIdentifier, R>
  /// The records of the snapshot's first rows, if no part before had them: they are wanted next, and another reader would take
  /// as long to be woken as to read them.
  let records: [WindowedRecord<R>]
}

extension Store {
  /// What a scan finds: its beginning, if a first screenful is asked for, then everything. Ending the iteration ends the scan.
  func parts<S, R>(
    _ scan: OrderScan, screenful: Int?, blank: S
  ) -> AsyncThrowingStream<FetchedPart<S, R>, any Error> {
    AsyncThrowingStream { continuation in
      let task = Task {
        do {
          let publish: @Sendable (OrderScan.Result, [WindowedRecord<R>], Int) -> Void = {
            continuation.yield(FetchedPart(snapshot: Snapshot($0, blank: blank, commit: $2), records: $1))
          }
          if try await !read(scan, screenful: screenful, unlessPending: true, publish: publish) {
            try await makeDerivedRows()
            _ = try await read(scan, screenful: screenful, unlessPending: false, publish: publish)
          }
          continuation.finish()
        } catch {
          continuation.finish(throwing: error)
        }
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }

  /// Carries a scan out, unless derived rows are missing and it is not to go on without them; returns whether it did.
  private func read<R>(
    _ scan: OrderScan, screenful: Int?, unlessPending: Bool,
    publish: @Sendable (OrderScan.Result, [WindowedRecord<R>], _ commit: Int) -> Void
  ) async throws -> Bool {
    let connections = try await connections()
    return try await perform(on: connections.orderReader) { [schema] connection, engine in
      try connection.readTransaction {
        if unlessPending, try schema.tables.contains(where: { try $0.hasPending(connection) }) { return false }
        let commit = try CommitLog.latest(on: connection)
        var rest = screenful
        func tell(_ result: OrderScan.Result) throws {
          let ids = result.keys.prefix(rest.map(result.recordCount) ?? 0).map { RecordID<R>(key: $0) }
          rest = nil
          publish(result, try records(ids, plan: scan.plan, days: scan.days, on: connection), commit)
        }
        let all = try engine.results(
          scan, on: connection, and: connections.reader, screenful: screenful, publish: tell)
        try tell(all)
        return true
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
    let connections = try await connections()
    let threshold = try await perform(on: connections.orderReader) { _, engine in
      engine.isEnabled && !engine.holdsText(of: table, column: column) ? engine.threshold : nil
    }
    guard let threshold else { return }
    let read = try await perform(on: connections.reader) { connection in
      try connection.readTransaction {
        let count = try connection.first("SELECT count(*) FROM \(name: table + "_text")") { $0.integer(0) } ?? 0
        guard count >= threshold else { return (text: FoldedColumn, journalEnd: Int64)?.none }
        return (
          text: try FoldedColumn(table: table, column: column, on: connection),
          journalEnd: try RowJournal.end(of: table, on: connection)
        )
      }
    }
    guard let read else { return }
    try await perform(on: connections.orderReader) { _, engine in
      engine.take(read.text, of: table, column: column, readAt: read.journalEnd)
    }
  }

  /// Records with their sections, all from one state of the store, in no order; those that are gone are left out.
  func records<R>(
    _ ids: [RecordID<R>], plan: FetchPlan, days: DaySections
  ) async throws -> [WindowedRecord<R>] {
    try await perform(on: try await connections().windowReader) { connection in
      try connection.readTransaction { try records(ids, plan: plan, days: days, on: connection) }
    }
  }

  /// The same, on a connection that is in a transaction.
  private func records<R>(
    _ ids: [RecordID<R>], plan: FetchPlan, days: DaySections, on connection: Connection
  ) throws -> [WindowedRecord<R>] {
    guard !ids.isEmpty else { return [] }
    let schema = R.schema
    let section = plan.section.map { ", d.\(name: $0.column)" } ?? ", NULL"
    // One statement for all of them: as many small ones take twice as long.
    let sql = """
      SELECT \(schema.selection)\(section) FROM json_each(?) AS k CROSS JOIN \(name: plan.table) AS r ON r.pk = k.value \
      JOIN \(name: plan.table + "_derived") AS d ON d.pk = r.pk
      """
    var days = days
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
