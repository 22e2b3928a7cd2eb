import CGlibc
import Foundation
import SQLite

/// Answers plans from SQLite, and faster than SQLite alone once it holds some of the store in memory.
///
/// Every plan runs a statement, from which the first screenful comes, or by which it is checked. What makes *everything*
/// come faster is held here, and brought up to date from the ``RowJournal`` before each use:
///
/// * the latest order without a condition, to be laid over the set of keys that a condition selects. Rows that are
///   looked up in the order of an index are the slowest part of a filtered scan;
/// * the folded text that searches look through, filled in the background;
/// * what the latest search found.
///
/// With ``isEnabled`` off each answer is one plain statement, which is how tests compare the two.
struct FetchEngine: Sendable {
  /// Whether anything is held in memory.
  let isEnabled: Bool
  /// How many records a table has to have for its text to be held: fewer are looked through as fast in the file. Of four
  /// times as many the order is read by two.
  let threshold: Int
  /// In memory a first screenful is looked for among so many records, before the text of more is looked up or all is looked through.
  let reach: Int
  /// Told when what is held in memory turns out to be wrong.
  var log: StoreLog?

  private var orders = OrderMemory()
  private var texts = TextMemory()
  private var found = FoundMemory()

  /// Orders and texts come and go with every sort and search.
  private static let returnsLargeBlocks: Void = besties_return_large_blocks()
  /// What a first screenful of a filtered list may take before all of it is read instead.
  private static let patience = Duration.milliseconds(6)
  /// While one record's text is looked up, that of about so many is looked through.
  private static let lookUpCost = 100
  /// How many processors look through the text, unless one of them has a beginning to draw.
  private static let processors = ProcessInfo.processInfo.activeProcessorCount
  /// Fewer rows are not worth a frame of their own.
  private static let leastBeginning = 20

  init(isEnabled: Bool, threshold: Int = 5000, reach: Int = 2000) {
    self.isEnabled = isEnabled
    self.threshold = threshold
    self.reach = reach
    if isEnabled { Self.returnsLargeBlocks }
  }

  /// Carries a plan out. The connection is in a transaction.
  ///
  /// - Parameters:
  ///   - scan: The plan.
  ///   - connection: The order reader.
  ///   - second: Another reader, which helps it with long orders if it has nothing to do.
  ///   - screenful: After this many rows the beginning is published; nil for not at all.
  ///   - publish: Receives the beginning, once, unless everything is at hand as fast.
  /// - Returns: Everything.
  /// - Throws: What reading throws, `CancellationError` if the caller was cancelled.
  mutating func results(
    _ scan: OrderScan, on connection: Connection, and second: Database, screenful: Int?,
    publish: (OrderScan.Result) throws -> Void
  ) throws -> OrderScan.Result {
    guard isEnabled, scan.plan.limit == nil else {
      return try scan.read(on: connection, screenful: screenful, publish: publish)
    }
    do {
      if let found = try found(by: scan, on: connection, screenful: screenful, publish: publish) { return found }
    } catch is OrderScan.Contradiction {
      log?(
        .error, .fetch, "a bug: the rows of \(scan.plan.table) in memory weren't those of the store, and are read anew")
      forget()
    }
    if let screenful, let beginning = try beginning(of: scan, screenful: screenful, on: connection) {
      // A beginning that is shorter than a screenful is everything.
      if beginning.isComplete, scan.plan.condition != nil { return beginning }
      try publish(beginning)
    }
    guard scan.plan.condition != nil else { return try order(scan, on: connection, and: second) }
    let keys = try keys(of: scan.plan, on: connection)
    return try order(scan.withoutCondition, on: connection, and: second).filtered(by: keys)
  }

  private mutating func forget() { (orders, texts, found) = (OrderMemory(), TextMemory(), FoundMemory()) }

  // MARK: From the file

  /// The first rows, from a statement of its own: a screenful, or what is found in time; nil if that is next to nothing.
  private func beginning(
    of scan: OrderScan, screenful: Int, on connection: Connection
  ) throws -> OrderScan.Result? {
    var limited = scan
    limited.plan.limit = screenful
    var rows = try connection.limited(to: Self.patience) { try limited.rows(on: connection) }
    let isInTime = rows.isComplete
    guard isInTime || rows.keys.count >= min(screenful, Self.leastBeginning) else { return nil }
    rows.isComplete = isInTime && rows.keys.count < screenful
    return try scan.named(rows, on: connection)
  }

  /// The whole order of a plan without a condition: the one at hand, or a new scan.
  private mutating func order(
    _ scan: OrderScan, on connection: Connection, and second: Database
  ) throws -> OrderScan.Result {
    if let order = try orders.order(of: scan, on: connection) { return order }
    // There is not to be room for two.
    orders.forget()
    let order = try scan.read(on: connection, and: second, from: 4 * threshold)
    try orders.take(order, of: scan, on: connection)
    return order
  }

  /// The keys that a plan's condition selects, in no order.
  private mutating func keys(of plan: FetchPlan, on connection: Connection) throws -> KeySet {
    if let search = plan.search, let text = try texts.text(of: plan.table, column: search.column, on: connection) {
      return try text.keys(
        matching: search.sought, processors: Self.processors, check: connection.checkCancellation)
    }
    var keys = KeySet(spanning: try plan.keyRange(on: connection) ?? 0...0)
    let statement = plan.unorderedKeys
    try connection.query(statement.sql, statement.arguments) { keys.insert($0.integer(0)) }
    return keys
  }

  // MARK: From memory

  /// What a search finds, if the text and the order are at hand; nil if not.
  ///
  /// A statement is given the records of the first screenful, and has to give the same.
  private mutating func found(
    by scan: OrderScan, on connection: Connection, screenful: Int?, publish: (OrderScan.Result) throws -> Void
  ) throws -> OrderScan.Result? {
    let unfiltered = scan.withoutCondition
    guard let search = scan.plan.search else {
      found.forget()
      return nil
    }
    guard let text = try texts.text(of: scan.plan.table, column: search.column, on: connection),
      let order = try orders.order(of: unfiltered, on: connection)
    else { return nil }
    let sought = search.sought
    // What a search for less has found, or everything.
    let candidates = try found.candidates(for: search, in: unfiltered, on: connection) ?? order
    var isShown = screenful == nil
    func confirm(_ beginning: OrderScan.Result) throws {
      if let screenful, !isShown { try scan.confirm(beginning, first: screenful, on: connection) }
    }
    func show(_ beginning: OrderScan.Result) throws {
      guard beginning.keys.count >= min(screenful ?? 0, Self.leastBeginning) else { return }
      try confirm(beginning)
      try publish(beginning)
      isShown = true
    }
    if let screenful, candidates.keys.count > reach {
      try show(candidates.filtered(first: screenful, among: reach) { text.holds(sought, of: $0) })
    }
    let results: OrderScan.Result
    if candidates.keys.count <= max(reach, order.keys.count / Self.lookUpCost) {
      results = candidates.filtered { text.holds(sought, of: $0) }
    } else {
      // What is shown already is to be drawn before the rest is found.
      let keys = try text.keys(
        matching: sought, processors: isShown ? max(1, Self.processors - 1) : Self.processors,
        check: connection.checkCancellation)
      if let screenful, !isShown, keys.count > screenful {
        try show(order.filtered(first: screenful, by: keys.contains))
      }
      results = order.filtered(by: keys)
    }
    try confirm(results)
    try found.take(results, by: search, in: unfiltered, on: connection)
    return results
  }

  /// Whether the text that a search of a table would look through is at hand, and worth keeping.
  func holdsText(of table: String, column: String) -> Bool { texts.holdsText(of: table, column: column) }

  /// Takes over text that was read at a point of the journal.
  mutating func take(_ text: FoldedColumn, of table: String, column: String, readAt journalEnd: Int64) {
    if isEnabled { texts.take(text, of: table, column: column, readAt: journalEnd) }
  }
}

extension OrderScan {
  /// What is held in memory is not what the store holds.
  fileprivate struct Contradiction: Error {}

  /// Has a statement find the same records at the beginning.
  ///
  /// - Throws: ``Contradiction`` if it finds others; what reading throws.
  fileprivate func confirm(_ results: Result, first screenful: Int, on connection: Connection) throws {
    let beginning = Array(results.keys.prefix(results.recordCount(onRows: screenful)))
    let statement = plan.orderedKeys(among: beginning)
    let isSame = try connection.all(statement.sql, statement.arguments) { $0.integer(0) } == beginning
    if !isSame { throw Contradiction() }
  }
}
