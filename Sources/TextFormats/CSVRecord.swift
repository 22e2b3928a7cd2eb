/// What a CSV file holds at one place: a row, or something that can't be read as one.
public enum CSVRecord: Hashable, Sendable {
  /// A row.
  case row(CSVRow)
  /// A row that can't be read.
  case refused(CSVRowError)
}

/// One row of a CSV file.
public struct CSVRow: Hashable, Sendable {
  /// The number of the line that it begins on.
  public let line: Int
  /// The texts of its cells.
  public let cells: [String]
  /// The row as it stands in the file, with its line end; UTF-16 has become UTF-8.
  public let bytes: [UInt8]
}

/// A row of a CSV file that can't be read.
public struct CSVRowError: Error, Hashable, Sendable {
  /// What is wrong with a row.
  public enum Reason: Hashable, Sendable {
    /// A quote is never closed, so that the rest of the file is lost.
    case openQuote
    /// Something stands between a closing quote and the next separator.
    case textAfterQuote
    /// There are bytes that are no text in UTF-8.
    case notUTF8
    /// It is longer than ``CSVReader/longestRow``, and so is lost with the rest of the file.
    case tooLong
  }

  /// The number of the line to look at: where the quote opens, else where the row begins.
  public let line: Int
  /// What is wrong.
  public let reason: Reason
  /// The row as it stands in the file, with its line end; empty if it is too long.
  public let bytes: [UInt8]
}

extension CSVRowError: CustomStringConvertible {
  /// What is wrong, as a part of a sentence that names file and line.
  public var description: String {
    switch reason {
    case .openQuote: "the quote that opens here is never closed"
    case .textAfterQuote: "there is text behind a closing quote; write a quote in a cell twice"
    case .notUTF8: "this is not text in UTF-8; save the file as UTF-8"
    case .tooLong: "the row that begins here doesn't end; a quote may not be closed"
    }
  }
}
