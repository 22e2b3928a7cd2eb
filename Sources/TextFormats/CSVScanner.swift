/// Finds the cells of one row of CSV in bytes; a pure function, which ``CSVReader`` calls.
///
/// Working on bytes, it never meets the character that Swift makes of CR and LF together.
struct CSVScanner {
  /// One cell, as a range of the scanned bytes.
  struct Cell {
    var start: Int
    var end: Int
    /// Whether two quotes in it stand for one.
    var hasDoubledQuotes: Bool
  }

  /// What was found.
  struct Row {
    /// Where the next row begins.
    var end: Int
    /// How many line ends the row has, its own among them.
    var lineEndCount: Int
    /// Whether there is anything in it but separators and blanks.
    var isBlank: Bool
    /// What is wrong with it, and how many line ends stand before that place.
    var defect: (reason: CSVRowError.Reason, lineEndsBefore: Int)?
  }

  private static let quote = UInt8(ascii: "\"")
  private static let cr = UInt8(ascii: "\r")
  private static let lf = UInt8(ascii: "\n")

  private let separator: UInt8

  init(separator: UInt8) { self.separator = separator }

  /// Scans the row that begins at an offset.
  ///
  /// - Parameters:
  ///   - bytes: The bytes.
  ///   - start: Where the row begins.
  ///   - isEnd: Whether no bytes follow these.
  ///   - cells: Is given the row's cells.
  /// - Returns: `nil` if the row is not complete.
  /// - Complexity: O(*n*), with the length of the row.
  func row(
    in bytes: UnsafeBufferPointer<UInt8>, from start: Int, isEnd: Bool, cells: inout [Cell]
  ) -> Row? {
    var row = Row(end: start, lineEndCount: 0, isBlank: true, defect: nil)
    var position = start
    cells.removeAll(keepingCapacity: true)
    while true {
      guard let cell = cell(in: bytes, from: &position, row: &row) else {
        // The quote is still open where the bytes end.
        return isEnd ? row : nil
      }
      if cell.end > cell.start, !isBlank(bytes[cell.start..<cell.end]) { row.isBlank = false }
      cells.append(cell)
      guard position < bytes.count else {
        row.end = position
        return isEnd ? row : nil
      }
      let byte = bytes[position]
      position += 1
      if byte == separator { continue }
      if byte == Self.cr {
        guard position < bytes.count || isEnd else { return nil }
        if position < bytes.count, bytes[position] == Self.lf { position += 1 }
      }
      row.end = position
      row.lineEndCount += 1
      return row
    }
  }

  /// Scans one cell up to its separator, its line end, or the end of the bytes.
  ///
  /// - Returns: `nil` if the cell's quote is not closed.
  private func cell(
    in bytes: UnsafeBufferPointer<UInt8>, from position: inout Int, row: inout Row
  ) -> Cell? {
    var start = position
    while start < bytes.count, isSpace(bytes[start]) { start += 1 }
    guard start < bytes.count, bytes[start] == Self.quote else {
      // Blanks before a quote are none of the cell's; before anything else they are.
      let cell = Cell(
        start: position, end: endOfPlainText(in: bytes, from: start), hasDoubledQuotes: false)
      position = cell.end
      return cell
    }
    let lineEndsBefore = row.lineEndCount
    var cell = Cell(start: start + 1, end: start + 1, hasDoubledQuotes: false)
    var index = start + 1
    while true {
      guard index < bytes.count else {
        row.defect = (.openQuote, lineEndsBefore)
        row.isBlank = false
        row.end = bytes.count
        return nil
      }
      let byte = bytes[index]
      if byte == Self.quote {
        guard index + 1 < bytes.count, bytes[index + 1] == Self.quote else { break }
        cell.hasDoubledQuotes = true
        index += 1
      } else if byte == Self.lf || (byte == Self.cr && !isFollowedByLF(index, in: bytes)) {
        row.lineEndCount += 1
      }
      index += 1
    }
    cell.end = index
    position = index + 1
    while position < bytes.count, isSpace(bytes[position]) { position += 1 }
    let end = endOfPlainText(in: bytes, from: position)
    if end > position, row.defect == nil {
      row.defect = (.textAfterQuote, row.lineEndCount)
      row.isBlank = false
    }
    position = end
    return cell
  }

  private func endOfPlainText(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    var index = start
    while index < bytes.count {
      let byte = bytes[index]
      if byte == separator || byte == Self.lf || byte == Self.cr { break }
      index += 1
    }
    return index
  }

  private func isFollowedByLF(_ index: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    index + 1 < bytes.count && bytes[index + 1] == Self.lf
  }

  private func isSpace(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || (byte == UInt8(ascii: "\t") && byte != separator)
  }

  private func isBlank(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    for byte in bytes where !isSpace(byte) { return false }
    return true
  }
}

// MARK: - Guessing

extension CSVScanner {
  /// The separators that files are known to use, the likelier first.
  static let separators = [
    UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t"), UInt8(ascii: "|"),
  ]

  /// How many rows are looked at.
  private static let guessedRows = 20

  /// The separator that most of the first rows agree on: they have as many cells as the header.
  ///
  /// A separator that the header doesn't have is none: a tab in a later line is part of the text of a file of one column.
  ///
  /// - Parameter bytes: The beginning of a file.
  /// - Returns: Of those that are as good, the one that makes more cells, or the likelier one; a comma if there is none.
  static func guessedSeparator(in bytes: [UInt8]) -> UInt8 {
    var best = (separator: separators[0], agreeing: 0, cells: 1)
    for separator in separators {
      let counts = CSVScanner(separator: separator).cellCounts(in: bytes)
      guard let cells = counts.first, cells > 1 else { continue }
      let agreeing = counts.count { $0 == cells }
      if (agreeing, cells) > (best.agreeing, best.cells) { best = (separator, agreeing, cells) }
    }
    return best.separator
  }

  /// How many cells the first rows have.
  private func cellCounts(in bytes: [UInt8]) -> [Int] {
    bytes.withUnsafeBufferPointer { bytes in
      var counts: [Int] = []
      var cells: [Cell] = []
      var position = 0
      while counts.count < Self.guessedRows, position < bytes.count,
        let row = row(in: bytes, from: position, isEnd: true, cells: &cells)
      {
        position = row.end
        if !row.isBlank { counts.append(cells.count) }
      }
      return counts
    }
  }

  /// The lines that a file begins with before its header: blank ones, also those of separators alone.
  ///
  /// - Parameter bytes: The beginning of a file.
  /// - Returns: How many bytes and how many lines they are.
  static func blankBeginning(of bytes: [UInt8]) -> (byteCount: Int, lineCount: Int) {
    var blank = (byteCount: 0, lineCount: 0)
    for (index, byte) in bytes.enumerated() {
      if byte == lf || byte == cr {
        blank.byteCount = index + 1
        if byte == lf || index + 1 == bytes.count || bytes[index + 1] != lf { blank.lineCount += 1 }
      } else if byte != UInt8(ascii: " "), !separators.contains(byte) {
        break
      }
    }
    return blank
  }
}
