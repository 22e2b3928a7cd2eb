import Glibc
import SQLite

/// Tells from row to row of an order where a section begins.
struct SectionBoundaries {
  private let source: SectionSource
  private var days: DaySections
  /// The section of the row before; nil before the first.
  private var key: SectionKey?
  /// The bytes that the rows of this section share; empty if it is not by bytes that they are told apart.
  private var bytes: [UInt8] = []

  /// The boundaries of sections of a source, whose rows have its column behind their key.
  init(of source: SectionSource, days: DaySections) {
    self.source = source
    self.days = days
  }

  /// The section that begins with a row; nil if the one before goes on.
  mutating func sectionBeginning(with row: borrowing Row) -> SectionKey? {
    if goesOn(with: row) { return nil }
    let key = source.key(of: row.value(1), &days)
    self.key = key
    bytes =
      switch (source, key) {
      case (.column, .text(let text)), (.looked, .text(let text)): Array(text.utf8)
      case (.column, .blob(let blob)), (.looked, .blob(let blob)): blob
      default: []
      }
    return key
  }

  private func goesOn(with row: borrowing Row) -> Bool {
    if !bytes.isEmpty {
      return row.withBytes(1) { text in
        guard let start = text.baseAddress, text.count == bytes.count else { return false }
        return memcmp(start, bytes, bytes.count) == 0
      }
    }
    guard let key else { return false }
    switch source {
    case .day: return key == .null ? row.isNull(1) : row.withBytes(1) { days.currentDayContains($0) }
    case .number(_, let sections): return sections.key(of: row.value(1)) == key
    case .column, .looked: return row.value(1) == key
    }
  }
}
