public import TextFormats

/// Reads friends from the bytes of a CSV file, row by row.
///
/// ```swift
/// var reader = try FriendCSVReader { try input.next() }
/// while let row = try reader.next() { … }
/// ```
public struct FriendCSVReader {
  /// What a row behind the header turned out to be.
  public struct Row: Hashable, Sendable {
    /// What the row says, or why it was refused.
    public let result: Result<FriendDraft, RowError>
    /// The number of the line to look at.
    public let line: Int
    /// The row as it stands in the file, for a file of what was refused.
    public let bytes: [UInt8]
    /// How many cells with text stood beyond the header's columns and were passed over.
    public let extraCellCount: Int
  }

  /// Why a row was refused.
  public enum RowError: Error, Hashable, Sendable, CustomStringConvertible {
    /// It is no row of CSV.
    case unreadable(CSVRowError)
    /// A field can't hold what its cell says.
    case badCell(FriendCSV.RowError)

    /// What is wrong, as a part of a sentence that names file and line.
    public var description: String {
      switch self {
      case .unreadable(let error): "\(error)"
      case .badCell(let error): "\(error)"
      }
    }
  }

  /// What the header says of the columns.
  public let columns: FriendCSV
  /// The header row as it stands in the file.
  public let headerBytes: [UInt8]
  private var reader: CSVReader

  /// Starts to read, up to the end of the header row.
  ///
  /// - Parameter nextBytes: Gives the next bytes of the file, none at its end.
  /// - Throws: ``FriendCSV/HeaderError``, or whatever getting bytes throws.
  public init(_ nextBytes: @escaping () throws -> [UInt8]) throws {
    reader = CSVReader(nextBytes)
    switch try reader.next() {
    case nil:
      throw FriendCSV.HeaderError.noRow
    case .refused(let error):
      throw FriendCSV.HeaderError.unreadable(error)
    case .row(let row):
      columns = try FriendCSV(header: row.cells)
      headerBytes = row.bytes
    }
  }

  /// Reads on to the next row that is not blank.
  ///
  /// - Returns: The row; `nil` at the end.
  /// - Throws: Whatever getting bytes throws.
  public mutating func next() throws -> Row? {
    switch try reader.next() {
    case nil:
      return nil
    case .refused(let error):
      return Row(
        result: .failure(.unreadable(error)), line: error.line, bytes: error.bytes,
        extraCellCount: 0)
    case .row(let row):
      let result = Result { () throws(FriendCSV.RowError) in try columns.draft(of: row) }
      return Row(
        result: result.mapError(RowError.badCell), line: row.line, bytes: row.bytes,
        extraCellCount: columns.extraCellCount(of: row))
    }
  }
}
