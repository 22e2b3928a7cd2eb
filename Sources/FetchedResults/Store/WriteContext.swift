import SQLite

/// Reads and writes records inside one step; lives as long as the closure that receives it.
///
///     try await store.write("Replace Dune") { context in
///       try context.delete(dune)
///       try context.insert(Book(title: "Dune Messiah"))
///     }
///
/// It sees what it has written itself. It mirrors `NSManagedObjectContext`:
/// <https://developer.apple.com/documentation/coredata/nsmanagedobjectcontext>
public final class WriteContext: ReadContext {
  /// What the step does, in a person's words; the body may say it more exactly than the caller could.
  ///
  ///     context.label = "Delete \(count) books"
  public var label: String

  /// The number that the commit of the step gets, if it changes anything: whoever reads a ``Snapshot`` of that
  /// ``Snapshot/commit`` or a later one sees it.
  ///
  ///     let commit = try await store.write("Delete Dune") { context in
  ///       try context.delete(dune)
  ///       return context.commit
  ///     }
  public let commit: Int

  let number: Int
  private let schema: Schema
  private let recorder: ChangeRecorder
  private var isBulk = false
  /// The keys of what was inserted in bulk.
  private(set) var bulk: BulkInsertion?
  /// What is done in bulk, and what rests meanwhile.
  var work: BulkWork?

  init(
    _ connection: Connection, schema: Schema, collation: Collation, label: String, number: Int, commit: Int,
    recorder: ChangeRecorder
  ) {
    self.label = label
    self.number = number
    self.commit = commit
    self.schema = schema
    self.recorder = recorder
    super.init(connection, collation: collation)
  }

  /// Makes the derived rows of what this step has changed so far, so that it sees what it has written.
  override func prepare<R: Record>(_ type: R.Type) throws {
    guard try schema.tables.contains(where: { try $0.hasPending(connection) }) else { return }
    try setBulk(false)
    try schema.fillDerivedTables(on: connection, collation: collation)
  }

  /// Inserts a record.
  ///
  ///     let id = try context.insert(Book(title: "Dune"))
  ///
  /// - Parameter record: The record; a blank `id` gets one from the store.
  /// - Returns: Its identity.
  /// - Throws: ``ConstraintError``, as when a record with its `id` is there already; ``RelationshipError`` if one that it is
  ///   related to is not; ``AttributeEncodingError``; ``StoreError``. Nothing of the record is stored then, and the closure may
  ///   catch it and go on.
  /// - Complexity: O(log *n*).
  @discardableResult
  public func insert<R: Record>(_ record: R) throws -> RecordID<R> {
    try setBulk(false)
    var values: [Value] = []
    try R.schema.insertion(of: record).encode(record, &values)
    return try insertRow(record, values, R.schema)
  }

  /// Inserts one of many records, an import's: the step keeps their keys rather than their values, so that a million of
  /// them take no more memory than one.
  ///
  ///     for book in books { try context.insertInBulk(book) }
  ///
  /// It mirrors `NSBatchInsertRequest`, with the undo that that has not:
  /// <https://developer.apple.com/documentation/coredata/nsbatchinsertrequest>
  ///
  /// - Parameter record: The record. A step inserts records of one type in bulk; those of a second are kept by value.
  /// - Returns: Its identity.
  /// - Throws: As ``insert(_:)``.
  /// - Complexity: O(log *n*); into an empty table O(1), and O(*n* log *n*) once at the end for the indexes.
  @discardableResult
  public func insertInBulk<R: Record>(_ record: R) throws -> RecordID<R> {
    try insertInBulk(prepared: preparation(of: R.self).prepare(record))
  }

  /// Inserts one of many records that was made ready by ``preparation(of:)``.
  ///
  ///     let prepared = context.preparation(of: Book.self).prepare(Book(title: "Dune"))
  ///     try context.insertInBulk(prepared: prepared)
  ///
  /// - Parameter prepared: The record.
  /// - Returns: Its identity.
  /// - Throws: As ``insert(_:)``.
  /// - Complexity: As for a record that was not made ready, without the time of that.
  @discardableResult
  public func insertInBulk<R: Record>(prepared: PreparedRecord<R>) throws -> RecordID<R> {
    let schema = R.schema
    guard try beginBulk(R.self) else { return try insert(prepared.record) }
    let values = try prepared.values.get()
    try setBulk(true)
    let id = try insertRow(prepared.record, values, schema)
    try DerivedTable(schema: schema).insert(prepared.derived, key: id.key, on: connection)
    try noteInBulk(id.key)
    bulk = BulkInsertion(
      table: schema.table, first: bulk?.first ?? id.key, last: id.key, count: (bulk?.count ?? 0) + 1)
    return id
  }

  /// What makes records ready to be inserted in bulk, on any thread.
  ///
  ///     let preparation = context.preparation(of: Book.self)
  ///
  /// - Parameter type: The record type.
  /// - Returns: It; for this step, as the store may have another order in the next.
  /// - Complexity: O(1).
  public func preparation<R: Record>(of type: R.Type) -> RecordPreparation<R> {
    RecordPreparation(collation: collation)
  }

  /// Changes a record: the attributes that differ afterwards are written, and no others.
  ///
  ///     try context.update(id) { $0.title = "Dune Messiah" }
  ///
  /// - Parameters:
  ///   - id: The record.
  ///   - change: Receives the record as it is now.
  /// - Returns: The changed record; nil if it is gone.
  /// - Throws: ``ConstraintError``, ``AttributeEncodingError``, ``StoreError``, ``RelationshipError`` if one that it is to be
  ///   related to is not there, or what the closure throws. The record is as it was then.
  /// - Complexity: O(log *n*).
  @discardableResult
  public func update<R: Record>(_ id: RecordID<R>, _ change: (inout R) throws -> Void) throws -> R? {
    guard let old = try record(id) else { return nil }
    var new = old
    try change(&new)
    guard new != old else { return new }
    try setBulk(false)
    try writeChanges(from: old, to: new, of: id)
    return R.schema.relationships.isEmpty ? new : try record(id)
  }

  /// Writes the columns and the other rows of a record that differ; returns whether any of the latter do.
  @discardableResult
  func writeChanges<R: Record>(from old: R, to new: R, of id: RecordID<R>) throws -> Bool {
    let schema = R.schema
    var assignments: [String] = []
    var values: [Value] = []
    for (attribute, column) in schema.columns {
      let value = try attribute.encode(new)
      guard value != (try? attribute.encode(old)) else { continue }
      assignments.append(column.assignment)
      values.append(try storedValue(value, of: attribute))
    }
    let owning = try schema.owning.filter { try $0.encode(new) != (try? $0.encode(old)) }
    try connection.savepoint(if: !owning.isEmpty) {
      if !values.isEmpty {
        values.append(.integer(id.key))
        try connection.run(
          "UPDATE \(name: schema.table) SET \(assignments.joined(separator: ", ")) WHERE pk = ?", values)
      }
      for attribute in owning {
        guard let owned = attribute.ownedTable(of: schema.table) else { continue }
        try connection.run("DELETE FROM \(name: owned.name) WHERE \(name: owned.owner) = ?", [.integer(id.key)])
        try insertOwned(attribute, of: new, key: id.key)
      }
    }
    return !owning.isEmpty
  }

  /// Deletes a record and what belongs to it; what refers to it does as its ``DeleteRule`` says.
  ///
  ///     let wasThere = try context.delete(id)
  ///
  /// It mirrors `NSManagedObjectContext.delete(_:)`:
  /// <https://developer.apple.com/documentation/coredata/nsmanagedobjectcontext/delete(_:)>
  ///
  /// - Parameter id: The record.
  /// - Returns: Whether it was there.
  /// - Throws: ``RelationshipError/deletionDenied(reason:)``; ``StoreError``.
  /// - Complexity: O(log *n*).
  @discardableResult
  public func delete<R: Record>(_ id: RecordID<R>) throws -> Bool {
    try setBulk(false)
    do {
      try connection.run("DELETE FROM \(name: R.schema.table) WHERE pk = ?", [.integer(id.key)])
    } catch let error as ConstraintError where error.kind == .trigger {
      throw RelationshipError.deletionDenied(reason: error.reason)
    }
    return connection.changes > 0
  }

  // MARK: Rows

  private func insertRow<R: Record>(_ record: R, _ values: [Value], _ schema: RecordSchema<R>) throws -> RecordID<R> {
    let insertion = schema.insertion(of: record)
    var values = values
    for (position, reference) in insertion.references {
      values[position] = try storedKey(of: values[position], by: reference())
    }
    return try connection.savepoint(if: schema.hasPairs) {
      try connection.run(insertion.sql, values)
      let key = connection.lastInsertedKey
      for attribute in schema.owning { try insertOwned(attribute, of: record, key: key) }
      return RecordID(key: key)
    }
  }

  /// The value that a column gets: of a record that the property is, its key.
  func storedValue<R: Record>(_ value: Value, of attribute: Attribute<R>) throws -> Value {
    guard let reference = attribute.relationship?.reference else { return value }
    return try storedKey(of: value, by: reference())
  }

  /// The key of the record that has an id, or NULL for none.
  private func storedKey(of id: Value, by reference: Reference) throws -> Value {
    guard id != .null else { return .null }
    let key = try reference.targetID.flatMap { column in
      try connection.first("SELECT pk FROM \(name: reference.targetTable) WHERE \(name: column) = ?", [id]) {
        $0.value(0)
      }
    }
    guard let key else { throw RelationshipError.notInStore(table: reference.targetTable, id: id.idText) }
    return key
  }

  /// Inserts the rows of a property that has a table of its own.
  func insertOwned<R: Record>(_ attribute: Attribute<R>, of record: R, key: Int64) throws {
    guard let owned = attribute.ownedTable(of: R.schema.table) else { return }
    let items = try attribute.encode(record)
    // SQLite's own JSON functions end a text at a NUL.
    guard items != "[]", case .text(let json) = items, let texts = [String](jsonArray: json) else { return }
    let reference = attribute.relationship?.reference?()
    var seen: Set<String> = []
    for (position, text) in texts.enumerated() where seen.insert(text).inserted {
      let item = try reference.map { try storedKey(of: .text(text), by: $0) } ?? .text(text)
      try connection.run(
        "INSERT INTO \(name: owned.name) (\(name: owned.owner), \(name: owned.item), position) VALUES (?, ?, ?)",
        [.integer(key), item, .integer(Int64(position))])
    }
  }

  /// Ends what working in bulk has begun.
  func finish() throws { try finishBulk() }

  /// Runs the body, all of whose changes the step keeps by value.
  func recorded<Result>(_ body: () throws -> Result) rethrows -> Result {
    recorder.isEnabled = true
    defer { recorder.isEnabled = !isBulk }
    return try body()
  }

  func setBulk(_ bulk: Bool) throws {
    guard bulk != isBulk else { return }
    if !bulk { try restoreTriggers() }
    isBulk = bulk
    recorder.isEnabled = !bulk
    try connection.setWriterMode(bulk ? .bulk : .step(number))
  }
}

/// What a step inserted in bulk: a range of keys of one table.
struct BulkInsertion: Hashable, Sendable {
  let table: String
  let first: Int64
  let last: Int64
  let count: Int
}
