import SQLite

extension Store {
  /// Runs the body as ``write(_:_:)`` does, and takes back all that it has done: what a step would do is known, and nobody
  /// has seen it.
  ///
  ///     let report = try await store.rehearse { context in try take(file, into: context) }
  ///
  /// A store that can be read but not written, or isn't there yet, has it done in a private copy.
  ///
  /// - Parameter body: Writes through the context, which ends with it.
  /// - Returns: What the body returns.
  /// - Throws: As ``write(_:_:)``.
  /// - Complexity: That of the body; a private copy takes as long as the file is large.
  public func rehearse<Result: Sendable>(_ body: @Sendable (WriteContext) throws -> Result) async throws -> Result {
    let label = "Rehearse"
    do {
      let connections = try await connections()
      guard connections.readOnlyReason != nil || connections.isMissing else {
        return try await write(label) { context in throw Rehearsal(result: try body(context)) }
      }
      let history = History(schema: schema, log: log)
      return try await withCopy { copy in
        try await perform(on: copy.writer) { connection in
          try connection.writeTransaction(of: location.name) {
            try history.record(label, on: connection, collation: copy.collation) { context in
              throw Rehearsal(result: try explaining(on: connection) { try body(context) })
            }
          }
        }
      }
    } catch let end as Rehearsal<Result> {
      return end.result
    }
  }

  /// Runs the body on a private copy of the store, which goes with it.
  func withCopy<Result: Sendable>(_ body: (StoreConnections) async throws -> Result) async throws -> Result {
    let copy = try await opening.copy()
    do {
      let result = try await body(copy)
      await copy.close()
      return result
    } catch {
      await copy.close()
      throw error
    }
  }
}

/// The end of a rehearsal, thrown so that its transaction is rolled back.
private struct Rehearsal<Result: Sendable>: Error {
  let result: Result
}
