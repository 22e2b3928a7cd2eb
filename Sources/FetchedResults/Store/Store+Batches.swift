import SQLite

extension Store {
  /// The records of a request, a batch at a time, each read when it is asked for.
  ///
  ///     for try await friends in store.batches(of: FetchRequest<Friend>(sortDescriptors: byName)) {
  ///       try await send(friends)
  ///     }
  ///
  /// The order is that of the moment when the first batch is asked for; each batch has its records as they are when it is
  /// read, without those that are gone by then. Nothing is locked meanwhile.
  ///
  /// It mirrors what `NSFetchRequest.fetchBatchSize` is for:
  /// <https://developer.apple.com/documentation/coredata/nsfetchrequest/fetchbatchsize>
  ///
  /// - Parameter request: Which records; its ``FetchRequest/fetchBatchSize`` is how many at a time.
  /// - Returns: A sequence of batches, none of them empty. Iterating it throws ``FetchError``, ``StoreError``, or
  ///   `CancellationError` if its task is cancelled.
  /// - Complexity: Each iteration holds the keys of all records, eight bytes each, and one batch of records.
  public func batches<R: Record>(of request: FetchRequest<R>) -> RecordBatches<R> {
    RecordBatches(store: self, request: request)
  }
}

/// Records, a batch at a time; see ``Store/batches(of:)``.
///
///     for try await books in store.batches(of: FetchRequest<Book>(fetchBatchSize: 100)) { print(books.count) }
public struct RecordBatches<R: Record>: AsyncSequence, Sendable {
  fileprivate let store: Store
  fileprivate let request: FetchRequest<R>

  /// Reads the batches.
  public struct AsyncIterator: AsyncIteratorProtocol {
    private let batches: RecordBatches
    /// What is still to be read; nil before the first batch.
    private var keys: ArraySlice<Int64>?

    fileprivate init(_ batches: RecordBatches) { self.batches = batches }

    /// The next batch; nil behind the last.
    ///
    /// - Returns: Records, at least one.
    /// - Throws: ``FetchError``, ``StoreError``, or `CancellationError` if its task is cancelled.
    /// - Complexity: O(*b* log *n*) in the size of a batch; the first one also O(*n*), to read the order.
    public mutating func next() async throws -> [R]? {
      let (store, request) = (batches.store, batches.request)
      if keys == nil { keys = try await store.read { try $0.keys(of: request)[...] } }
      while let rest = keys, !rest.isEmpty {
        let batch = rest.prefix(Swift.max(1, request.fetchBatchSize))
        keys = rest.dropFirst(batch.count)
        let prefetching = request.relationshipKeyPathsForPrefetching
        let records = try await store.read { try $0.records(of: batch, prefetching: prefetching) as [R] }
        if !records.isEmpty { return records }
      }
      return nil
    }
  }

  /// Begins from the front.
  ///
  /// - Returns: An iterator that has read nothing yet.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(self) }
}

extension ReadContext {
  fileprivate func keys<R: Record>(of request: FetchRequest<R>) throws -> [Int64] {
    let statement = try R.schema.plan(request).orderedKeys
    return try connection.all(statement.sql, statement.arguments) { $0.integer(0) }
  }

  fileprivate func records<R: Record>(
    of keys: ArraySlice<Int64>, prefetching: [PartialKeyPath<R> & Sendable]
  ) throws -> [R] {
    let schema = R.schema
    let rows = try keys.compactMap { key in
      try connection.first(schema.recordByKey, [.integer(key)]) { (key: key, record: schema.decode($0)) }
    }
    var records = rows.map(\.record)
    try schema.relate(&records, keys: rows.map(\.key), prefetching: prefetching, on: connection)
    return records
  }
}
