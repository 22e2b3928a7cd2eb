import SQLite

/// What the latest search found: a search for more finds nothing else.
struct FoundMemory: Sendable {
  private struct Known: Sendable {
    let scan: OrderScan
    let search: FoldedSearch
    let found: OrderScan.Result
    let journalEnd: Int64
  }

  private var known: Known?

  /// Takes over what a search found in the transaction that the connection is in, in place of what was found before.
  mutating func take(
    _ found: OrderScan.Result, by search: FoldedSearch, in scan: OrderScan, on connection: Connection
  ) throws {
    known = Known(
      scan: scan, search: search, found: found, journalEnd: try RowJournal.end(of: scan.plan.table, on: connection))
  }

  mutating func forget() { known = nil }

  /// Looks for records among which are all that a search finds.
  ///
  /// - Parameters:
  ///   - search: The search.
  ///   - scan: The scan of all records.
  ///   - connection: A reader, in a transaction.
  /// - Returns: The records; nil if nothing is known of them.
  /// - Throws: What reading throws.
  func candidates(
    for search: FoldedSearch, in scan: OrderScan, on connection: Connection
  ) throws -> OrderScan.Result? {
    guard let known, known.scan == scan, search.refines(known.search),
      try RowJournal.end(of: scan.plan.table, on: connection) == known.journalEnd
    else { return nil }
    return known.found
  }
}
