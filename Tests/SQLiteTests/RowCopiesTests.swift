import Testing

@testable import SQLite

/// A copied row reads as the row did.
@Suite struct RowCopiesTests {
  private static let statement = """
    SELECT 1, -9223372036854775808, 1.5, 1e300, NULL, '', 'Zoë', 'a' || char(0) || 'b', x'', x'00ff', '12abc', '-3.5e2x', x'3132'
    UNION ALL SELECT 'two', 2, NULL, 0.0, 'x', 7, x'c3', CAST(x'ff41' AS TEXT), 'b', NULL, -1.0, 9e18, 9.9e18
    """

  private struct Reading: Equatable {
    let value: Value
    let isNull, isText: Bool
    let integer: Int64
    let real: Double
    let text: String?
    let bytes: [UInt8]

    init(_ row: borrowing Row, _ column: Int) {
      value = row.value(column)
      isNull = row.isNull(column)
      isText = row.isText(column)
      integer = row.integer(column)
      real = row.real(column)
      // SQLite writes numbers in a form of its own; only texts and blobs are copied as what they are.
      let isWritten = if case .real = row.value(column) { false } else { true }
      text = isWritten ? row.text(column) : nil
      bytes = isWritten ? row.withBytes(column) { Array($0) } : []
    }
  }

  @Test func readsAsTheRowDid() throws {
    let connection = try Connection(path: "", access: .create)
    var copies = RowCopies()
    var expected: [[Reading]] = []
    try connection.query(Self.statement) { row in
      copies.append(row)
      expected.append((0...row.count).map { Reading(row, $0) })
    }
    var found: [[Reading]] = []
    copies.read { row in found.append((0...row.count).map { Reading(row, $0) }) }
    #expect(copies.count == 2)
    #expect(found == expected)
    #expect(found[0].map(\.value).prefix(5) == [.integer(1), .integer(.min), .real(1.5), .real(1e300), .null])
    #expect(found[0][6].text == "Zoë")
    #expect(found[0][7].bytes == [97, 0, 98])
    #expect(found[0][10].integer == 12)
    #expect(found[1][12].integer == .max)
  }

  @Test func noRowsAreNoRows() {
    RowCopies().read { _ in Issue.record("there is none") }
  }
}
