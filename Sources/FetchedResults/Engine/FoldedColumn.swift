import Dispatch
import SQLite
import Synchronization

/// The folded text of all records of a table in memory, one after the other in the order of their keys.
///
/// Looking through it takes a few milliseconds for a million names, where reading their rows takes a hundred. Records that
/// change later are noted beside it.
struct FoldedColumn: Sendable {
  /// Ends each record's text; folded text has no such byte.
  private static let separator: UInt8 = 0

  private var bytes: [UInt8] = []
  private var keys = KeyRuns()
  /// Where the text of each record begins, and the end of the last.
  private var starts: ContiguousArray<UInt32> = [0]
  /// Records that have changed since, with their text; nil if they are gone.
  private var changes: [Int64: [UInt8]?] = [:]

  /// How many pieces of the text are looked through before anybody is asked whether to go on.
  private static let roundLength = 16

  /// More changes than this are slower to look through than reading all anew is worth.
  static let changeLimit = 4096

  /// Whether so much has changed that it should be read anew.
  var isWorn: Bool { changes.count > Self.changeLimit }

  /// Reads the whole column. The connection is in a transaction.
  ///
  /// - Complexity: O(*n*) in the size of the table.
  init(table: String, column: String, on connection: Connection) throws {
    let (table, column) = ((table + "_text").sqlIdentifier, column.sqlIdentifier)
    let size = try connection.first("SELECT count(*), sum(length(CAST(\(column) AS BLOB)) + 1) FROM \(table)") {
      (records: Int($0.integer(0)), bytes: Int($0.integer(1)))
    }
    if let size {
      bytes.reserveCapacity(size.bytes)
      starts.reserveCapacity(size.records + 1)
    }
    try connection.query("SELECT pk, \(column) FROM \(table) ORDER BY pk") { row in
      keys.append(row.integer(0))
      row.withBytes(1) { bytes.append(contentsOf: $0) }
      bytes.append(Self.separator)
      starts.append(UInt32(truncatingIfNeeded: bytes.count))
    }
  }

  /// Notes a record's text as it is now; nil if the record is gone.
  mutating func note(_ text: [UInt8]?, of key: Int64) { changes[key] = .some(text) }

  /// Whether a record's text holds all that is sought.
  ///
  /// - Complexity: O(log *n*).
  func holds(_ sought: [SoughtText], of key: Int64) -> Bool {
    if !changes.isEmpty, let change = changes[key] {
      return change?.withUnsafeBytes { text in sought.allSatisfy { $0.occurs(in: text) } } ?? false
    }
    guard let record = keys.position(of: key) else { return false }
    return bytes.withUnsafeBytes { bytes in
      sought.allSatisfy { $0.firstOccurrence(in: bytes, within: text(of: record)) != nil }
    }
  }

  /// The keys of the records whose text holds all that is sought.
  ///
  /// - Parameters:
  ///   - sought: Folded texts, none of them empty.
  ///   - processors: How many processors may look through it at once, at least 1.
  ///   - pieceSize: How many records one processor looks through at a time.
  ///   - check: Called now and then; throws if nobody wants the answer any more.
  /// - Returns: The keys.
  /// - Throws: What the check throws.
  /// - Complexity: O(*n*) in the size of all text, for the longest; the others are sought where it was found.
  func keys(
    matching sought: [SoughtText], processors: Int, pieceSize: Int = 1 << 16, check: () throws -> Void
  ) throws -> KeySet {
    let sought = sought.sorted { $0.bytes.count > $1.bytes.count }
    let found = Mutex(keys.isEmpty ? KeySet() : KeySet(spanning: span(of: 0..<keys.count), core: core))
    // Who is done with a piece takes the next, so that nobody waits for a processor that is late; between rounds nobody is
    // kept waiting for longer than a few milliseconds.
    var pieces = stride(from: 0, to: keys.count, by: pieceSize).map { $0..<min($0 + pieceSize, keys.count) }[...]
    while !pieces.isEmpty {
      try check()
      let round = Array(pieces.prefix(Self.roundLength))
      pieces = pieces.dropFirst(Self.roundLength)
      let taken = Atomic(0)
      DispatchQueue.concurrentPerform(iterations: min(processors, round.count)) { _ in
        while case let index = taken.add(1, ordering: .relaxed).oldValue, index < round.count {
          let part = keys(of: round[index], matching: sought)
          found.withLock { $0.formUnion(part) }
        }
      }
    }
    return found.withLock { found in
      for key in changes.keys { if holds(sought, of: key) { found.insert(key) } else { found.remove(key) } }
      return found
    }
  }

  /// The keys of those of some records whose text holds all that is sought, as they were read.
  private func keys(of records: Range<Int>, matching sought: [SoughtText]) -> KeySet {
    guard let first = sought.first, !records.isEmpty else { return KeySet() }
    var found = KeySet(spanning: span(of: records))
    bytes.withUnsafeBytes { bytes in
      let end = Int(starts[records.upperBound])
      var position = Int(starts[records.lowerBound])
      var record = records.lowerBound
      while let hit = first.firstOccurrence(in: bytes, within: position..<end) {
        record = starts.lastPosition(from: record) { $0 <= UInt32(truncatingIfNeeded: hit) }
        let text = text(of: record)
        if sought.dropFirst().allSatisfy({ $0.firstOccurrence(in: bytes, within: text) != nil }) {
          found.insert(keys[record])
        }
        position = Int(starts[record + 1])
      }
    }
    return found
  }

  /// From the first to the last key of some records.
  private func span(of records: Range<Int>) -> ClosedRange<Int64> {
    keys[records.lowerBound]...keys[records.upperBound - 1]
  }

  /// Where most keys lie, even if another tool has chosen the lowest and the highest of them.
  private var core: ClosedRange<Int64> { span(of: keys.count / 16..<keys.count - keys.count / 16) }

  /// Where a record's text lies, without what ends it.
  private func text(of record: Int) -> Range<Int> { Int(starts[record])..<Int(starts[record + 1]) - 1 }
}
