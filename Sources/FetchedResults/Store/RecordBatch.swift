import SQLite

/// Records that have been read and not been made yet: whoever wants them makes them, on another thread perhaps, while the
/// next ones are read.
///
///     try context.forEachBatch(FetchRequest<Book>()) { batch in
///       queue.async { for book in batch.records() { print(book.title) } }
///     }
///
/// It mirrors what a fetch with `fetchBatchSize` gives, whose objects are made when they are looked at:
/// <https://developer.apple.com/documentation/coredata/nsfetchrequest/fetchbatchsize>
public struct RecordBatch<R: Record>: Sendable {
  /// How many they are.
  public let count: Int
  private let make: @Sendable () -> [R]

  /// A batch of records that are there already.
  ///
  ///     let batch = RecordBatch([book])
  ///
  /// - Parameter records: The records.
  public init(_ records: [R]) {
    count = records.count
    make = { records }
  }

  init(_ rows: RowCopies, finish: @escaping @Sendable (inout [R]) -> Void) {
    count = rows.count
    make = {
      var records: [R] = []
      records.reserveCapacity(rows.count)
      rows.read { records.append(R.schema.decode($0)) }
      finish(&records)
      return records
    }
  }

  private init(count: Int, make: @escaping @Sendable () -> [R]) {
    self.count = count
    self.make = make
  }

  /// Makes the records.
  ///
  ///     for book in batch.records() { print(book.title) }
  ///
  /// - Returns: The records, in the order of the request.
  /// - Complexity: O(*k*) in the number of records, each time.
  public func records() -> [R] { make() }

  /// The first of them.
  ///
  ///     let few = batch.prefix(20)
  ///
  /// - Parameter length: How many, at least 0.
  /// - Returns: A batch of so many, or of all if there are not as many.
  /// - Complexity: O(1).
  public func prefix(_ length: Int) -> RecordBatch {
    let count = min(max(0, length), count)
    return RecordBatch(count: count) { [make] in Array(make().prefix(count)) }
  }
}
