public import Foundation
import SQLite

/// Reads records from one state of a store; lives as long as the closure that receives it.
///
/// It mirrors `NSManagedObjectContext`: <https://developer.apple.com/documentation/coredata/nsmanagedobjectcontext>
public class ReadContext {
  let connection: Connection
  let collation: Collation

  init(_ connection: Connection, collation: Collation) {
    self.connection = connection
    self.collation = collation
  }

  /// Makes what a fetch of these records reads, where it may be missing. Nothing here: a reader can't write.
  func prepare<R: Record>(_ type: R.Type) throws {}

  /// The records of a request, in its order.
  ///
  /// - Throws: ``FetchError`` if the request can't be carried out; ``StoreError``.
  /// - Complexity: O(*n*) in the number of records looked at.
  public func fetch<R: Record>(_ request: FetchRequest<R>) throws -> [R] {
    var records: [R] = []
    try forEach(request) { _, record in records.append(record) }
    return records
  }

  /// Calls the body for each record of a request, in its order, keeping none.
  ///
  /// - Throws: As ``fetch(_:)``, or what the body throws, which ends it.
  public func forEach<R: Record>(
    _ request: FetchRequest<R>, _ body: (RecordID<R>, R) throws -> Void
  ) throws {
    let schema = R.schema
    let statement = try schema.plan(request).records(schema.selection)
    try prepare(R.self)
    try forEachRecord(
      of: statement, batchSize: request.fetchBatchSize, prefetching: request.relationshipKeyPathsForPrefetching, body)
  }

  /// Calls the body for each record of a request, in its order, with the identifier of its section.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - timeZone: Whose days sections by day are.
  ///   - body: Receives a record and, for the first of a section, what begins there.
  /// - Throws: As ``fetch(_:)``, or what the body throws, which ends it.
  public func forEach<S, R: Record>(
    _ request: SectionedFetchRequest<S, R>, timeZone: TimeZone = .current,
    _ body: (R, _ newSection: Snapshot<S, R>.Section?) throws -> Void
  ) throws {
    let schema = R.schema
    let statement = try schema.plan(request).records(schema.selection)
    var (position, section) = (0, 0)
    try connection.keepingMostPages {
      let snapshot = try snapshot(request, timeZone: timeZone)
      try forEachRecord(of: statement) { _, record in
        let begins = section < snapshot.sections.count && snapshot.sections[section].range.lowerBound == position
        try body(record, begins ? snapshot.sections[section] : nil)
        section += begins ? 1 : 0
        position += 1
      }
    }
  }

  /// The order and the sections of a request.
  ///
  /// - Throws: As ``fetch(_:)``.
  /// - Complexity: O(*n*) in the number of records looked at.
  public func snapshot<S, R: Record>(
    _ request: SectionedFetchRequest<S, R>, timeZone: TimeZone = .current
  ) throws -> Snapshot<S, R> {
    let scan = OrderScan(plan: try R.schema.plan(request), days: DaySections(timeZone: timeZone))
    try prepare(R.self)
    return Snapshot(try scan.read(on: connection), blank: request.blankSection)
  }

  /// How many records a request has, without fetching them.
  ///
  /// - Throws: As ``fetch(_:)``.
  /// - Complexity: O(*n*) in the number of records looked at; counting all of them reads an index.
  public func count<R: Record>(_ request: FetchRequest<R>) throws -> Int {
    let statement = try R.schema.plan(request).count
    try prepare(R.self)
    return try connection.first(statement.sql, statement.arguments) { Int($0.integer(0)) } ?? 0
  }

  /// The record of an identity, or nil if it is gone.
  ///
  /// - Throws: ``StoreError``.
  /// - Complexity: O(log *n*).
  public func record<R: Record>(_ id: RecordID<R>) throws -> R? {
    let schema = R.schema
    return try connection.first(
      "SELECT \(schema.selection) FROM \(schema.table) AS r WHERE r.pk = ?", [.integer(id.key)]
    ) { schema.decode($0) }.map { try schema.related($0, key: id.key, on: connection) }
  }

  /// The identity of the record whose `id` this is, or nil.
  ///
  /// - Throws: ``StoreError``.
  /// - Complexity: O(log *n*).
  public func recordID<R: Record>(of id: R.ID, in type: R.Type = R.self) throws -> RecordID<R>? {
    guard let column = R.schema.keyColumn else { return nil }
    return try connection.first(
      "SELECT pk FROM \(R.schema.table) WHERE \(column) = ?", [id.storedValue]
    ) { RecordID(key: $0.integer(0)) }
  }

  /// Whether the store has ever held a record of a type, also one that is deleted by now.
  ///
  /// - Throws: ``StoreError``.
  /// - Complexity: O(1).
  public func hasEverHeld<R: Record>(_ type: R.Type) throws -> Bool {
    try connection.first("SELECT 1 FROM sqlite_sequence WHERE name = ? AND seq > 0", [.text(R.schema.table)]) { _ in
      true
    } ?? false
  }
}
