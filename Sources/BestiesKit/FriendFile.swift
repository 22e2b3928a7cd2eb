import TextFormats

/// The forms that files of friends have.
public enum FriendFileFormat: String, CaseIterable, Sendable {
  /// Comma-separated values with a header row.
  case csv
  /// A JSON array, or JSON objects one after the other.
  case json

  /// The form that the name of a file tells, if any.
  ///
  /// - Parameter fileName: The name, or the path.
  public init?(fileName: String) {
    let name = fileName.lowercased()
    if [".csv", ".tsv"].contains(where: name.hasSuffix) {
      self = .csv
    } else if [".json", ".jsonl", ".ndjson"].contains(where: name.hasSuffix) {
      self = .json
    } else {
      return nil
    }
  }

  /// The form that the beginning of a file tells.
  ///
  /// - Parameter beginning: Its first bytes.
  public init(beginning: [UInt8]) {
    let blanks: [UInt8] = [0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF]
    let first = beginning.first { !blanks.contains($0) }
    self = first == UInt8(ascii: "[") || first == UInt8(ascii: "{") ? .json : .csv
  }
}

/// Reads friends from a file of either form, one by one.
public enum FriendFileReader {
  /// Comma-separated values.
  case csv(FriendCSVReader)
  /// JSON.
  case json(FriendJSONReader)

  /// What stood in the file for one friend.
  public struct Entry: Hashable, Sendable {
    /// What it says, or why it was refused.
    public let result: Result<FriendDraft, Refusal>
    /// The number of the line to look at.
    public let line: Int
    /// It as it stands in the file.
    public let bytes: [UInt8]
    /// How many cells with text stood beyond the header's columns and were passed over.
    public let extraCellCount: Int
  }

  /// Why an entry was refused, as a part of a sentence that names file and line.
  public struct Refusal: Error, Hashable, Sendable {
    /// The words.
    public let reason: String
  }

  /// Starts to read.
  ///
  /// - Parameters:
  ///   - format: The file's form.
  ///   - nextBytes: Gives the next bytes of the file, none at its end.
  /// - Throws: ``FriendCSV/HeaderError`` or ``FriendJSON/ParseError`` if the file as a whole is none of friends, or
  ///   whatever getting bytes throws.
  public init(_ format: FriendFileFormat, _ nextBytes: @escaping () throws -> [UInt8]) throws {
    switch format {
    case .csv: self = .csv(try FriendCSVReader(nextBytes))
    case .json: self = .json(try FriendJSONReader(nextBytes))
    }
  }

  /// Reads on to the next friend.
  ///
  /// - Returns: What stands there; `nil` at the end.
  /// - Throws: Whatever getting bytes throws.
  public mutating func next() throws -> Entry? {
    switch self {
    case .csv(var reader):
      let row = try reader.next()
      self = .csv(reader)
      return row.map { row in
        Entry(
          result: row.result.mapError { Refusal(reason: "\($0)") }, line: row.line, bytes: row.bytes,
          extraCellCount: row.extraCellCount)
      }
    case .json(var reader):
      let entry = try reader.next()
      self = .json(reader)
      return entry
    }
  }
}
