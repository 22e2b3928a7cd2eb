/// Reads CSV from bytes that come in pieces, row by row, in constant memory.
///
/// It takes RFC 4180 and what people really have: lines that end in LF, CR LF or CR; commas,
/// semicolons, tabs or bars between cells; a byte order mark; UTF-16 with one; rows that are too
/// short or too long; blanks after a closing quote, and before an opening one. Rows of only
/// separators and blanks are no records, nor is the `sep=;` that spreadsheets write before the header. A row that can't be read is told as such, with its line
/// and its bytes, and the rows behind it are read.
///
/// ```swift
/// var reader = CSVReader { try input.next() }
/// while let record = try reader.next() { … }
/// ```
public struct CSVReader {
  /// The longest row that is read, in bytes; a longer one has a quote that was never closed.
  public static let longestRow = 16 * 1024 * 1024

  /// How much of a file is looked at to guess its separator.
  private static let guessedBeginning = 64 * 1024

  private var source: CSVByteSource
  private var scanner: CSVScanner?
  private var buffer: [UInt8] = []
  private var position = 0
  private var line = 1
  private var isAtEnd = false
  private var cells: [CSVScanner.Cell] = []

  /// Creates a reader.
  ///
  /// - Parameters:
  ///   - separator: The byte between cells; `nil` to guess it from the first line.
  ///   - nextBytes: Gives the next bytes of the file, none at its end.
  public init(separator: UInt8? = nil, _ nextBytes: @escaping () throws -> [UInt8]) {
    scanner = separator.map(CSVScanner.init)
    source = CSVByteSource(nextBytes)
  }

  /// Creates a reader of bytes that are all there.
  ///
  /// - Parameters:
  ///   - bytes: The bytes of a file.
  ///   - separator: The byte between cells; `nil` to guess it from the first line.
  public init(bytes: [UInt8], separator: UInt8? = nil) {
    var rest = [bytes]
    self.init(separator: separator) { rest.popLast() ?? [] }
  }

  /// Reads on to the next row that is not blank.
  ///
  /// - Returns: A row, or what is wrong with it; `nil` at the end.
  /// - Throws: Whatever getting bytes throws.
  public mutating func next() throws -> CSVRecord? {
    if scanner == nil {
      while buffer.count < Self.guessedBeginning, !isAtEnd { try fill() }
      guessSeparator()
    }
    while let row = try nextRow() {
      let start = position
      let line = line
      position = row.end
      self.line += row.lineEndCount
      if !row.isBlank { return record(of: row, from: start, line: line) }
    }
    return nil
  }

  /// Finds the separator out from the beginning of the file, and where its first row is.
  private mutating func guessSeparator() {
    let blank = CSVScanner.blankBeginning(of: buffer)
    (position, line) = (blank.byteCount, 1 + blank.lineCount)
    let beginning = buffer[position...]
    // What spreadsheets write to tell each other.
    let statement = beginning.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
    if statement.count == 5, statement.starts(with: "sep=".utf8), let separator = statement.last {
      scanner = CSVScanner(separator: separator)
      position = statement.endIndex
    } else {
      scanner = CSVScanner(separator: CSVScanner.guessedSeparator(in: Array(beginning)))
    }
  }

  private mutating func nextRow() throws -> CSVScanner.Row? {
    while let scanner {
      if position == buffer.count, isAtEnd { return nil }
      let row = buffer.withUnsafeBufferPointer { bytes in
        scanner.row(in: bytes, from: position, isEnd: isAtEnd, cells: &cells)
      }
      if let row { return row }
      if buffer.count - position > Self.longestRow {
        // Nothing behind it can be told apart any more.
        defer { buffer = [] }
        isAtEnd = true
        return CSVScanner.Row(
          end: 0, lineEndCount: 0, isBlank: false, defect: (.tooLong, lineEndsBefore: 0))
      }
      try fill()
    }
    return nil
  }

  /// Adds at least as many bytes as there are, so that a long row is not scanned too often.
  private mutating func fill() throws {
    buffer.removeFirst(position)
    position = 0
    let target = max(1, buffer.count * 2)
    while buffer.count < target, !isAtEnd {
      let bytes = try source.next()
      isAtEnd = bytes.isEmpty
      buffer += bytes
    }
  }

  private func record(of row: CSVScanner.Row, from start: Int, line: Int) -> CSVRecord {
    let bytes = row.end <= buffer.count && start <= row.end ? Array(buffer[start..<row.end]) : []
    if let defect = row.defect {
      return .refused(
        CSVRowError(line: line + defect.lineEndsBefore, reason: defect.reason, bytes: bytes))
    }
    var texts: [String] = []
    texts.reserveCapacity(cells.count)
    for cell in cells {
      guard let text = text(of: cell) else {
        return .refused(CSVRowError(line: line, reason: .notUTF8, bytes: bytes))
      }
      texts.append(text)
    }
    return .row(CSVRow(line: line, cells: texts, bytes: bytes))
  }

  private func text(of cell: CSVScanner.Cell) -> String? {
    guard cell.hasDoubledQuotes else {
      return buffer.withUnsafeBufferPointer { bytes in
        String(validating: bytes[cell.start..<cell.end], as: UTF8.self)
      }
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(cell.end - cell.start)
    var index = cell.start
    while index < cell.end {
      bytes.append(buffer[index])
      index += buffer[index] == UInt8(ascii: "\"") ? 2 : 1
    }
    return String(validating: bytes, as: UTF8.self)
  }
}
