import CGlibc
import SQLite

/// The folded text of all records of a table in memory, one after the other in the order of their keys.
///
/// Looking through it takes a few milliseconds for a million names, where reading their rows takes a hundred. Records that
/// change later are noted beside it.
struct FoldedColumn: Sendable {
  /// Ends each record's text; folded text has no such byte.
  private static let separator: UInt8 = 0

  private var bytes: [UInt8] = []
  /// The keys, as they are above the lowest. Where one is too high for that, no set can span them.
  private var offsets: ContiguousArray<UInt32> = []
  private var keyRange: ClosedRange<Int64>?
  /// Where the text of each record begins, and the end of the last.
  private var starts: ContiguousArray<UInt32> = [0]
  /// Records that have changed since, with their text; nil if they are gone.
  private var changes: [Int64: [UInt8]?] = [:]

  /// More changes than this are slower to look through than reading all anew is worth.
  static let changeLimit = 4096

  /// Whether so much has changed that it should be read anew.
  var isWorn: Bool { changes.count > Self.changeLimit }

  /// Reads the whole column. The connection is in a transaction.
  ///
  /// - Complexity: O(*n*) in the size of the table.
  init(table: String, column: String, on connection: Connection) throws {
    let size = try connection.first("SELECT count(*), sum(length(CAST(\(column) AS BLOB)) + 1) FROM \(table)_derived") {
      (records: Int($0.integer(0)), bytes: Int($0.integer(1)))
    }
    if let size {
      bytes.reserveCapacity(size.bytes)
      offsets.reserveCapacity(size.records)
      starts.reserveCapacity(size.records + 1)
    }
    try connection.query("SELECT pk, \(column) FROM \(table)_derived ORDER BY pk") { row in
      let key = row.integer(0)
      let lowest = keyRange?.lowerBound ?? key
      keyRange = lowest...key
      offsets.append(UInt32(clamping: key.subtractingReportingOverflow(lowest).partialValue))
      row.withBytes(1) { bytes.append(contentsOf: $0) }
      bytes.append(Self.separator)
      starts.append(UInt32(truncatingIfNeeded: bytes.count))
    }
  }

  /// Notes a record's text as it is now; nil if the record is gone.
  mutating func note(_ text: [UInt8]?, of key: Int64) { changes[key] = .some(text) }

  /// The keys of the records whose text holds all terms.
  ///
  /// - Parameters:
  ///   - terms: Folded texts, none of them empty.
  ///   - check: Called now and then; throws if nobody wants the answer any more.
  /// - Returns: The keys; nil if they lie too far apart for a set.
  /// - Throws: What the check throws.
  /// - Complexity: O(*n*) in the size of all text, for the first term; later terms are sought where earlier ones were found.
  func keys(matching terms: [String], check: () throws -> Void) throws -> KeySet? {
    let sought = terms.map { Array($0.utf8) }.sorted { $0.count > $1.count }
    let all = [keyRange?.lowerBound, keyRange?.upperBound, changes.keys.min(), changes.keys.max()].compactMap(\.self)
    guard var found = KeySet(spanning: (all.min() ?? 0)...(all.max() ?? 0)) else { return nil }
    guard let first = sought.first, let lowest = keyRange?.lowerBound else { return found }
    try bytes.withUnsafeBytes { bytes in
      var position = 0
      var record = 0
      var untilCheck = 1 << 14
      while let hit = bytes.firstOccurrence(of: first, from: position) {
        record = self.record(at: hit, from: record)
        let end = Int(starts[record + 1])
        let text = UnsafeRawBufferPointer(rebasing: bytes[Int(starts[record])..<end])
        if sought.dropFirst().allSatisfy({ text.firstOccurrence(of: $0, from: 0) != nil }) {
          found.insert(lowest + Int64(offsets[record]))
        }
        position = end
        untilCheck -= 1
        if untilCheck == 0 {
          try check()
          untilCheck = 1 << 14
        }
      }
    }
    for (key, text) in changes {
      let matches = text.map { text in
        text.withUnsafeBytes { text in sought.allSatisfy { text.firstOccurrence(of: $0, from: 0) != nil } }
      }
      if matches == true { found.insert(key) } else { found.remove(key) }
    }
    return found
  }

  /// The record whose text holds a byte, known to be no earlier than another: near it if hits are many, else by halving.
  private func record(at offset: Int, from earliest: Int) -> Int {
    let offset = UInt32(truncatingIfNeeded: offset)
    var low = earliest
    var step = 1
    while low + step < offsets.count, starts[low + step] <= offset {
      low += step
      step *= 2
    }
    var high = min(low + step, offsets.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle } else { high = middle }
    }
    return low
  }
}

extension UnsafeRawBufferPointer {
  /// Where the bytes sought begin, at or after an offset.
  fileprivate func firstOccurrence(of sought: [UInt8], from offset: Int) -> Int? {
    guard let baseAddress, offset < count else { return nil }
    guard let hit = memmem(baseAddress + offset, count - offset, sought, sought.count) else { return nil }
    return UnsafeRawPointer(hit) - baseAddress
  }
}
