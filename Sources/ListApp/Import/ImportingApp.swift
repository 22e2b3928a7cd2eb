public import FetchedResults
public import ListBrowser

/// An app that takes records in from files, such as feeds, in which every record has its id.
///
/// ``ImportCommand`` and ``WatchCommand`` are its commands for that.
public protocol ImportingApp: ListApp {
  /// What reads a file.
  associatedtype Reader: RecordReader<R>
  /// What the help of `import` says of the files.
  static var importDiscussion: String { get }
  /// Whether a record takes the place of the one with the same id.
  ///
  /// - Parameters:
  ///   - new: The record of a file.
  ///   - old: The record in the store.
  /// - Returns: Whether the file knows better.
  static func isNewer(_ new: R, than old: R) -> Bool
}

/// Reads the records of a file one by one, in constant memory.
public protocol RecordReader<R> {
  /// The record type.
  associatedtype R: Record
  /// Starts to read.
  ///
  /// - Parameter nextBytes: Gives the next bytes of the file, none at its end.
  /// - Throws: ``UnusableFile``, or whatever getting bytes throws.
  init(_ nextBytes: @escaping () throws -> [UInt8]) throws
  /// Reads on to the next record.
  ///
  /// - Returns: What stands there; nil at the end.
  /// - Throws: ``UnusableFile`` if the rest can't be read, or whatever getting bytes throws.
  mutating func next() throws -> ImportedEntry<R>?
}

/// What stood in a file for one record.
public struct ImportedEntry<R: Record>: Sendable {
  /// Why an entry was refused, as a part of a sentence that names file and line.
  public struct Refusal: Error, Hashable, Sendable, CustomStringConvertible {
    /// The words.
    public let description: String

    /// A refusal.
    ///
    /// - Parameter description: The words.
    public init(_ description: String) { self.description = description }
  }

  /// The number of the line to look at.
  public let line: Int
  /// The record, or why it was refused.
  public let result: Result<R, Refusal>

  /// An entry.
  ///
  /// - Parameters:
  ///   - line: The number of the line to look at.
  ///   - result: The record, or why it was refused.
  public init(line: Int, result: Result<R, Refusal>) {
    self.line = line
    self.result = result
  }
}

/// A file of which nothing is to be taken, since it is of another kind, or not whole.
public struct UnusableFile: Error, Hashable, Sendable {
  /// The number of the line to look at.
  public let line: Int
  /// Why, as a part of a sentence that names file and line.
  public let reason: String

  /// An error.
  ///
  /// - Parameters:
  ///   - line: The number of the line to look at.
  ///   - reason: Why, as a part of a sentence that names file and line.
  public init(line: Int, reason: String) {
    self.line = line
    self.reason = reason
  }
}
