import SQLite

extension Store {
  /// The results of a scan: its beginning, if asked for, then everything. Ending the iteration ends the scan.
  func snapshots<S, R>(
    _ scan: OrderScan, screenful: Int?, blank: S
  ) -> AsyncThrowingStream<Snapshot<S, R>, any Error> {
    AsyncThrowingStream { continuation in
      let task = Task {
        do {
          try await makeDerivedRows()
          let reader = try await connections().orderReader
          let result = try await perform(on: reader) { connection in
            try connection.readTransaction {
              try scan.read(on: connection, screenful: screenful) { continuation.yield(Snapshot($0, blank: blank)) }
            }
          }
          continuation.yield(Snapshot(result, blank: blank))
          continuation.finish()
        } catch {
          continuation.finish(throwing: error)
        }
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }

  /// Records with their sections, all from one state of the store; those that are gone are left out.
  func records<R>(
    _ ids: [RecordID<R>], plan: FetchPlan, days: DaySections
  ) async throws -> [WindowedRecord<R>] {
    let schema = R.schema
    let section = plan.section.map { ", d.\($0.column)" } ?? ", NULL"
    let sql = """
      SELECT \(schema.selection)\(section) FROM \(plan.table) AS r \
      JOIN \(plan.table)_derived AS d ON d.pk = r.pk WHERE r.pk = ?
      """
    return try await perform(on: try await connections().windowReader) { connection in
      var days = days
      return try connection.readTransaction {
        try ids.compactMap { id in
          try connection.first(sql, [.integer(id.key)]) { row in
            let value = row.value(row.count - 1)
            var section = value
            if case .day = plan.section { section = days.day(of: value) }
            return WindowedRecord(id: id, record: schema.decode(row), section: section)
          }
        }
      }
    }
  }
}
