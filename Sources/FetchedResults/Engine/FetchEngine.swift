import CGlibc
import SQLite

/// Answers plans from SQLite, and faster than SQLite alone once it holds some of the store in memory.
///
/// Every plan runs a statement, from which the first screenful comes. What makes *everything* come faster is held here, and
/// brought up to date from the ``RowJournal`` before each use:
///
/// * the latest order without a condition, to be laid over the set of keys that a condition selects. Rows that are
///   looked up in the order of an index are the slowest part of a filtered scan;
/// * the folded text that searches look through, filled in the background.
///
/// With ``isEnabled`` off each answer is one plain statement, which is how tests compare the two.
struct FetchEngine: Sendable {
  /// Whether anything is held in memory.
  let isEnabled: Bool
  /// How many records a table has to have for its text to be held: fewer are looked through as fast in the file. Of four
  /// times as many the order is read by two.
  let threshold: Int

  private struct KnownOrder: Sendable {
    let scan: OrderScan
    var order: OrderScan.Result
    var journalEnd: Int64
  }

  private struct KnownFinds: Sendable {
    let order: OrderScan
    let search: FoldedSearch
    let finds: OrderScan.Result
    let journalEnd: Int64
  }

  /// Another one takes its place: it takes four bytes a record, or eight.
  private var latestOrder: KnownOrder?
  private var texts = TextMemory()
  /// What the latest search found, unless that was much: a search for more is answered from it.
  private var latestFinds: KnownFinds?

  /// Orders and texts come and go with every sort and search.
  private static let returnsLargeBlocks: Void = besties_return_large_blocks()
  /// What a first screenful of a filtered list may take before all of it is read instead: less where memory has the answer.
  private func patience(with plan: FetchPlan) -> Duration {
    let hasText = plan.search.map { texts.holdsText(of: plan.table, column: $0.column) } ?? false
    return .milliseconds(hasText ? 4 : 6)
  }

  init(isEnabled: Bool, threshold: Int = 5000) {
    self.isEnabled = isEnabled
    self.threshold = threshold
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
    publish: (OrderScan.Result) -> Void
  ) throws -> OrderScan.Result {
    guard isEnabled, scan.plan.limit == nil else {
      return try scan.read(on: connection, screenful: screenful, publish: publish)
    }
    if let finds = try rareFinds(scan, screenful: screenful, on: connection, and: second) { return finds }
    if let screenful, let beginning = try beginning(of: scan, screenful: screenful, on: connection) {
      // A beginning that is shorter than a screenful is everything.
      if beginning.isComplete, scan.plan.condition != nil { return beginning }
      publish(beginning)
    }
    guard scan.plan.condition != nil else { return try order(scan, on: connection, and: second) }
    guard let keys = try keys(of: scan.plan, on: connection) else { return try scan.read(on: connection) }
    return try order(scan.withoutCondition, on: connection, and: second).filtered(by: keys)
  }

  /// The first rows, from a statement of its own: a screenful, or what is found in time; nil if that is next to nothing.
  private func beginning(
    of scan: OrderScan, screenful: Int, on connection: Connection
  ) throws -> OrderScan.Result? {
    var limited = scan
    limited.plan.limit = screenful
    var rows = try connection.limited(to: patience(with: scan.plan)) { try limited.rows(on: connection) }
    let isInTime = rows.isComplete
    guard isInTime || rows.keys.count >= min(screenful, Self.leastBeginning) else { return nil }
    rows.isComplete = isInTime && rows.keys.count < screenful
    return try scan.named(rows, on: connection)
  }

  /// Fewer rows are not worth a frame of their own.
  private static let leastBeginning = 20

  // MARK: Orders

  /// The whole order of a plan without a condition: the one at hand, brought up to date, or a new scan.
  private mutating func order(
    _ scan: OrderScan, on connection: Connection, and second: Database
  ) throws -> OrderScan.Result {
    let table = scan.plan.table
    let latest = latestOrder
    latestOrder = nil
    if var known = latest, known.scan == scan, try update(&known, scan, on: connection) {
      latestOrder = known
      return known.order
    }
    let order = try scan.read(on: connection, and: second, from: 4 * threshold)
    latestOrder = KnownOrder(scan: scan, order: order, journalEnd: try RowJournal.end(of: table, on: connection))
    return order
  }

  private func update(_ known: inout KnownOrder, _ scan: OrderScan, on connection: Connection) throws -> Bool {
    let table = scan.plan.table
    switch try RowJournal.news(since: known.journalEnd, of: table, on: connection) {
    case .none: return true
    case .everything: return false
    case .changed(let keys):
      guard keys.count <= OrderScan.Result.updateLimit else { return false }
      do {
        try known.order.update(keys, scan: scan, on: connection)
      } catch is OrderScan.Result.UpdateError {
        return false
      }
      known.journalEnd = try RowJournal.end(of: table, on: connection)
      return true
    }
  }

  // MARK: Keys

  /// The keys that a plan's condition selects, in no order; nil if they lie too far apart for a set.
  private mutating func keys(of plan: FetchPlan, on connection: Connection) throws -> KeySet? {
    if let search = plan.search,
      let text = try texts.text(of: plan.table, column: search.column, on: connection),
      let keys = try text.keys(matching: search.sought, check: connection.checkCancellation)
    {
      return keys
    }
    let range = try connection.first(
      "SELECT (SELECT min(pk) FROM \(plan.table)_derived), (SELECT max(pk) FROM \(plan.table)_derived)"
    ) { $0.integer(0)...max($0.integer(0), $0.integer(1)) }
    guard var keys = KeySet(spanning: range ?? 0...0) else { return nil }
    let statement = plan.unorderedKeys
    try connection.query(statement.sql, statement.arguments) { keys.insert($0.integer(0)) }
    return keys
  }

  // MARK: Rare finds

  /// Everything that a search finds, if that is little and memory has it: a statement would be long in coming upon a
  /// screenful. It is given the records of that first screenful, and has to give the same.
  private mutating func rareFinds(
    _ scan: OrderScan, screenful: Int?, on connection: Connection, and second: Database
  ) throws -> OrderScan.Result? {
    let plan = scan.plan
    guard let search = plan.search,
      let text = try texts.text(of: plan.table, column: search.column, on: connection)
    else { return nil }
    let known = latestFinds
    latestFinds = nil
    let sought = search.sought
    let journalEnd = try RowJournal.end(of: plan.table, on: connection)
    let finds: OrderScan.Result
    if let known, known.order == scan.withoutCondition, known.journalEnd == journalEnd, search.refines(known.search) {
      finds = known.finds.filtered { text.holds(sought, of: $0) }
    } else {
      guard text.isRare(sought), let keys = try text.keys(matching: sought, check: connection.checkCancellation)
      else { return nil }
      finds = try order(scan.withoutCondition, on: connection, and: second).filtered(by: keys)
    }
    if let screenful {
      let beginning = Array(finds.keys.prefix(screenful))
      let statement = plan.orderedKeys(among: beginning)
      guard try connection.all(statement.sql, statement.arguments, { $0.integer(0) }) == beginning else {
        texts.forget(plan.table, column: search.column)
        latestOrder = nil
        return nil
      }
    }
    if finds.keys.count <= Self.mostKnownFinds {
      latestFinds = KnownFinds(order: scan.withoutCondition, search: search, finds: finds, journalEnd: journalEnd)
    }
    return finds
  }

  /// Beyond this, looking through all text is as fast as looking up that of what was found.
  private static let mostKnownFinds = 10_000

  // MARK: Text

  /// Whether the text that a search of a table would look through is at hand, and worth keeping.
  func holdsText(of table: String, column: String) -> Bool { texts.holdsText(of: table, column: column) }

  /// Takes over text that was read at a point of the journal.
  mutating func take(_ text: FoldedColumn, of table: String, column: String, readAt journalEnd: Int64) {
    if isEnabled { texts.take(text, of: table, column: column, readAt: journalEnd) }
  }
}
