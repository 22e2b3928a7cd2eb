public import Foundation
import SQLite

/// Reads records from one state of a store; lives as long as the closure that receives it.
///
///     let titles = try await store.read { context in
///       try context.fetch(FetchRequest<Book>(sortDescriptors: [SortDescriptor(\.title)])).map(\.title)
///     }
///
/// Records are values, so what is read may leave the closure; the context may not.
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
  ///     let books = try context.fetch(FetchRequest<Book>(predicate: #Predicate { $0.author == nil }))
  ///
  /// It mirrors `NSManagedObjectContext.fetch(_:)`:
  /// <https://developer.apple.com/documentation/coredata/nsmanagedobjectcontext/fetch(_:)>
  ///
  /// - Parameter request: Which records, in which order.
  /// - Returns: The records, each with what it is related to.
  /// - Throws: ``FetchError`` if the request can't be carried out; ``StoreError``.
  /// - Complexity: O(*n*) in the number of records looked at.
  public func fetch<R: Record>(_ request: FetchRequest<R>) throws -> [R] {
    var records: [R] = []
    try forEach(request) { _, record in records.append(record) }
    return records
  }

  /// Calls the body for each record of a request, in its order, keeping none.
  ///
  ///     try context.forEach(FetchRequest<Book>()) { id, book in print(id.key, book.title) }
  ///
  /// - Parameters:
  ///   - request: Which records, in which order.
  ///   - body: Receives a record with its identity.
  /// - Throws: As ``fetch(_:)``, or what the body throws, which ends it.
  /// - Complexity: O(*n*) in the number of records looked at, in the memory of one batch.
  public func forEach<R: Record>(
    _ request: FetchRequest<R>, _ body: (RecordID<R>, R) throws -> Void
  ) throws {
    let plan = try R.schema.plan(request)
    try prepare(R.self)
    try forEachRecord(
      of: plan, batchSize: request.fetchBatchSize, prefetching: request.relationshipKeyPathsForPrefetching, body)
  }

  /// Calls the body for each record of a request, in its order, with the section that begins there.
  ///
  ///     try context.forEach(request) { book, newSection in
  ///       if let newSection { print(newSection.identifier ?? "Anonymous") }
  ///       print("  " + book.title)
  ///     }
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - timeZone: Whose days sections by day are.
  ///   - body: Receives a record and, for the first of a section, what begins there.
  /// - Throws: As ``fetch(_:)``, or what the body throws, which ends it.
  /// - Complexity: O(*n*) in the number of records looked at; the snapshot of their order is held in memory.
  public func forEach<S, R: Record>(
    _ request: SectionedFetchRequest<S, R>, timeZone: TimeZone = .current,
    _ body: (R, _ newSection: Snapshot<S, R>.Section?) throws -> Void
  ) throws {
    let plan = try R.schema.plan(request)
    var (position, section) = (0, 0)
    try connection.keepingMostPages {
      let snapshot = try snapshot(request, timeZone: timeZone)
      try forEachRecord(of: plan) { _, record in
        let begins = section < snapshot.sections.count && snapshot.sections[section].range.lowerBound == position
        try body(record, begins ? snapshot.sections[section] : nil)
        section += begins ? 1 : 0
        position += 1
      }
    }
  }

  /// The order and the sections of a request, as a controller would show them.
  ///
  ///     for section in try context.snapshot(request).sections { print(section.range.count) }
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - timeZone: Whose days sections by day are.
  /// - Returns: A complete snapshot.
  /// - Throws: As ``fetch(_:)``.
  /// - Complexity: O(*n*) in the number of records looked at.
  public func snapshot<S, R: Record>(
    _ request: SectionedFetchRequest<S, R>, timeZone: TimeZone = .current
  ) throws -> Snapshot<S, R> {
    let scan = OrderScan(plan: try R.schema.plan(request), days: DaySections(timeZone: timeZone))
    try prepare(R.self)
    return Snapshot(
      try scan.read(on: connection), blank: request.blankSection, commit: try CommitLog.latest(on: connection))
  }

  /// How many records a request has, without fetching them.
  ///
  ///     let anonymous = try context.count(FetchRequest<Book>(predicate: #Predicate { $0.author == nil }))
  ///
  /// It mirrors `NSManagedObjectContext.count(for:)`:
  /// <https://developer.apple.com/documentation/coredata/nsmanagedobjectcontext/count(for:)>
  ///
  /// - Parameter request: Which records; its limit counts too.
  /// - Returns: How many they are.
  /// - Throws: As ``fetch(_:)``.
  /// - Complexity: O(*n*) in the number of records looked at; counting all of them reads an index.
  public func count<R: Record>(_ request: FetchRequest<R>) throws -> Int {
    let statement = try R.schema.plan(request).count
    try prepare(R.self)
    return try connection.first(statement.sql, statement.arguments) { Int($0.integer(0)) } ?? 0
  }

  /// The record of an identity, or nil if it is gone.
  ///
  ///     let book = try await store.read { try $0.record(id) }
  ///
  /// It mirrors `NSManagedObjectContext.existingObject(with:)`:
  /// <https://developer.apple.com/documentation/coredata/nsmanagedobjectcontext/existingobject(with:)>
  ///
  /// - Parameter id: The identity.
  /// - Returns: The record, with what it is related to.
  /// - Throws: ``StoreError``.
  /// - Complexity: O(log *n*).
  public func record<R: Record>(_ id: RecordID<R>) throws -> R? {
    let schema = R.schema
    return try connection.first(schema.recordByKey, [.integer(id.key)]) { schema.decode($0) }
      .map { try schema.related($0, key: id.key, on: connection) }
  }

  /// The record whose `id` this is, with its identity, or nil.
  ///
  ///     if let (key, book) = try context.record(of: id, in: Book.self) { print(key, book.title) }
  ///
  /// - Parameters:
  ///   - id: What the record's own `id` is.
  ///   - type: The record type.
  /// - Returns: The identity and the record, with what it is related to.
  /// - Throws: ``StoreError``.
  /// - Complexity: O(log *n*).
  package func record<R: Record>(of id: R.ID, in type: R.Type = R.self) throws -> (id: RecordID<R>, record: R)? {
    let schema = R.schema
    guard let statement = schema.recordByID,
      let (key, record) = try connection.first(statement, [id.storedValue], { ($0.integer(0), schema.decode($0)) })
    else { return nil }
    return (RecordID(key: key), try schema.related(record, key: key, on: connection))
  }

  /// The identity of the record whose `id` this is, or nil.
  ///
  ///     let id = try context.recordID(of: book.id, in: Book.self)
  ///
  /// - Parameters:
  ///   - id: What the record's own `id` is.
  ///   - type: The record type.
  /// - Returns: The identity.
  /// - Throws: ``StoreError``.
  /// - Complexity: O(log *n*).
  public func recordID<R: Record>(of id: R.ID, in type: R.Type = R.self) throws -> RecordID<R>? {
    guard let statement = R.schema.keyByID else { return nil }
    return try connection.first(statement, [id.storedValue]) { RecordID(key: $0.integer(0)) }
  }

  /// Whether the store has ever held a record of a type, also one that is deleted by now.
  ///
  /// - Throws: ``StoreError``.
  /// - Complexity: O(1).
  package func hasEverHeld<R: Record>(_ type: R.Type) throws -> Bool {
    try connection.first("SELECT 1 FROM sqlite_sequence WHERE name = ? AND seq > 0", [.text(R.schema.table)]) { _ in
      true
    } ?? false
  }
}
