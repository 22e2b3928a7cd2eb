import SQLite

/// A record that is ready to be inserted in bulk; see ``RecordPreparation``.
///
///     let dune: PreparedRecord<Book> = preparation.prepare(Book(title: "Dune"))
public struct PreparedRecord<R: Record>: Sendable {
  let record: R
  /// The values of its row, or why it can't be stored.
  let values: Result<[Value], any Error>
  /// The row of the derived table, in which the key is missing.
  let derived: [Value]
}

/// Makes records ready to be inserted in bulk, on any thread, while those before them are inserted: sort keys and folded text
/// are a large part of an import, and need no store.
///
///     let preparation = context.preparation(of: Book.self)
///     let dune = preparation.prepare(Book(title: "Dune"))  // wherever
///     try context.insertInBulk(prepared: dune)
public struct RecordPreparation<R: Record>: Sendable {
  let collation: Collation

  /// Makes a record ready.
  ///
  /// - Parameter record: The record.
  /// - Returns: What ``WriteContext/insertInBulk(prepared:)`` takes, and throws if the record can't be stored.
  /// - Complexity: O(*n*) in the length of its text.
  public func prepare(_ record: R) -> PreparedRecord<R> {
    let schema = R.schema
    let values = Result {
      var values: [Value] = []
      values.reserveCapacity(schema.columns.count)
      try schema.insertion(of: record).encode(record, &values)
      return values
    }
    return PreparedRecord(record: record, values: values, derived: derived(record))
  }

  /// The row of the derived table, in which the key is missing.
  func derived(_ record: R) -> [Value] {
    var derived: [Value] = [.null]
    R.schema.derive(record, collation, &derived)
    return derived
  }
}
