import CSQLite

/// Copies of rows, to be read when their statement has gone on: by another thread, as a rule.
///
///     var copies = RowCopies()
///     try connection.query("SELECT name, born FROM friend") { row in copies.append(row) }
///     copies.read { row in print(row.text(0) ?? "") }
package struct RowCopies: Sendable {
  /// A column of a row.
  struct Cell: Sendable {
    /// An integer, the bits of a number, or where a text or blob begins.
    let number: Int64
    /// The bytes of a text or blob, of which SQLite allows fewer than 2³¹.
    let length: Int32
    /// SQLite's number of the type.
    let type: Int32
  }

  /// The number of rows.
  package private(set) var count = 0
  private var columnCount = 0
  private var cells: ContiguousArray<Cell> = []
  private var bytes: ContiguousArray<UInt8> = []

  /// No rows.
  package init() {}

  /// No rows, with room for as many and as large ones as others.
  package init(roomFor others: RowCopies) {
    cells.reserveCapacity(others.cells.count)
    bytes.reserveCapacity(others.bytes.count + others.bytes.count / 4)
  }

  /// Copies a row of a statement; all have to be of the same.
  ///
  /// - Complexity: O(*k*) in the size of the row.
  package mutating func append(_ row: borrowing Row) {
    columnCount = row.count
    count += 1
    for column in 0..<columnCount {
      let type = row.type(column)
      switch type {
      case SQLITE_INTEGER: cells.append(Cell(number: row.integer(column), length: 0, type: type))
      case SQLITE_FLOAT:
        cells.append(Cell(number: Int64(bitPattern: row.real(column).bitPattern), length: 0, type: type))
      case SQLITE_TEXT, SQLITE_BLOB:
        row.withBytes(column) { content in
          cells.append(Cell(number: Int64(bytes.count), length: Int32(content.count), type: type))
          bytes.append(contentsOf: content)
        }
      default: cells.append(Cell(number: 0, length: 0, type: SQLITE_NULL))
      }
    }
  }

  /// Calls the body for each row, in order.
  ///
  /// - Parameter body: Receives a row, which is valid only inside.
  /// - Throws: What the body throws.
  package func read(_ body: (borrowing Row) throws -> Void) rethrows {
    try cells.withUnsafeBufferPointer { cells in
      try bytes.withUnsafeBytes { bytes in
        for index in 0..<count {
          let columns = UnsafeBufferPointer(rebasing: cells[(index * columnCount)..<((index + 1) * columnCount)])
          try body(Row(copyOf: columns, bytes: bytes))
        }
      }
    }
  }
}
