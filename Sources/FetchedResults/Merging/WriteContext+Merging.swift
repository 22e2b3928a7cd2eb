import SQLite

extension WriteContext {
  /// Saves a record that was edited outside of this step, from a version that the store may no longer hold.
  ///
  ///     let asRead = try await store.read { try $0.record(id) }
  ///     …
  ///     try await store.write("Edit Zoë") { context in
  ///       try context.save(edited, basedOn: asRead, as: id, policy: .error)
  ///     }
  ///
  /// Only attributes that change are written. It mirrors `NSManagedObjectContext.save()` with a `mergePolicy`:
  /// <https://developer.apple.com/documentation/coredata/nsmanagedobjectcontext/mergepolicy>
  ///
  /// - Parameters:
  ///   - edited: The record as it shall be.
  ///   - base: The version that was edited.
  ///   - id: The record's identity.
  ///   - policy: What to do if the store holds another version by now.
  /// - Returns: The record as it is stored now; nil if it is deleted, and stays so.
  /// - Throws: ``MergeConflict`` under ``MergePolicy/error``; ``ConstraintError`` when another record has the `id` of one that
  ///   is to come back; ``AttributeEncodingError``; ``StoreError``.
  /// - Complexity: O(log *n*).
  @discardableResult
  public func save<R: Record>(
    _ edited: R, basedOn base: R, as id: RecordID<R>, policy: MergePolicy = .objectTrumps
  ) throws -> R? {
    guard let stored = try record(id) else { return try saveDeleted(edited, basedOn: base, as: id, policy: policy) }
    let merge = ThreeWayMerge(base: base, store: stored, edited: edited)
    let saved =
      switch policy {
      case .error where !merge.conflicts.isEmpty:
        throw MergeConflict(id: id, base: base, store: stored, edited: edited, attributes: merge.conflicts)
      case .error, .objectTrumps: merge.merged
      case .storeTrumps: merge.resolved { _ in .store }
      case .overwrite: edited
      case .rollback: stored == base ? edited : stored
      }
    return try update(id) { $0 = saved }
  }

  private func saveDeleted<R: Record>(
    _ edited: R, basedOn base: R, as id: RecordID<R>, policy: MergePolicy
  ) throws -> R? {
    switch policy {
    case .error: throw MergeConflict(id: id, base: base, store: nil, edited: edited, attributes: [])
    case .storeTrumps, .rollback: return nil
    case .objectTrumps, .overwrite:
      try insert(edited, as: id)
      return try record(id)
    }
  }

  /// Inserts a record under the identity that it once had.
  private func insert<R: Record>(_ record: R, as id: RecordID<R>) throws {
    try setBulk(false)
    let schema = R.schema
    try connection.savepoint(if: schema.hasPairs) { try insertRow(record, as: id, schema) }
  }

  private func insertRow<R: Record>(_ record: R, as id: RecordID<R>, _ schema: RecordSchema<R>) throws {
    let names = ["pk"] + schema.columns.map(\.column.name.sqlIdentifier)
    let marks = names.map { _ in "?" }.joined(separator: ", ")
    try connection.run(
      "INSERT INTO \(name: schema.table) (\(names.joined(separator: ", "))) VALUES (\(marks))",
      [.integer(id.key)] + schema.columns.map { try storedValue($0.attribute.encode(record), of: $0.attribute) })
    for attribute in schema.owning { try insertOwned(attribute, of: record, key: id.key) }
  }
}
