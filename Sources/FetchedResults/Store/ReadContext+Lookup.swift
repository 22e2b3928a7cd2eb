import SQLite

extension ReadContext {
  /// The identities of the records whose `id` begins or ends with some characters, as people shorten long ids.
  ///
  ///     try context.recordIDs(abbreviatedTo: "a8057", of: Friend.self)
  ///
  /// Hyphens in the `id`, and the case of ASCII letters, don't count.
  ///
  /// - Parameters:
  ///   - characters: What it begins or ends with, in small letters and without hyphens.
  ///   - type: The records' type.
  /// - Returns: The identities, in the order of their age.
  /// - Throws: ``StoreError``.
  /// - Complexity: O(*n*).
  package func recordIDs<R: Record>(abbreviatedTo characters: String, of type: R.Type) throws -> [RecordID<R>] {
    guard let column = R.schema.keyColumn, !characters.isEmpty else { return [] }
    return try connection.all(
      """
      SELECT pk FROM (SELECT pk, replace(lower(\(name: column)), '-', '') AS key FROM \(name: R.schema.table)) \
      WHERE substr(key, 1, length(?1)) = ?1 OR substr(key, -length(?1)) = ?1 ORDER BY pk
      """, [.text(characters)]
    ) { RecordID(key: $0.integer(0)) }
  }

  /// The steps that were recorded, the newest first; see <doc:UndoAndRedo>.
  ///
  ///     for step in try context.steps() { print(step.number, step.label, step.isUndone) }
  ///
  /// - Returns: The steps, also those that are undone.
  /// - Throws: ``StoreError``.
  /// - Complexity: O(*n*) in the number of steps.
  public func steps() throws -> [Step] {
    try connection.all("SELECT number, label, made_at, is_undone FROM store_step ORDER BY number DESC") { Step($0) }
  }
}
