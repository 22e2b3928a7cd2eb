public import FetchedResults
public import Files
public import ListBrowser
import TextFormats

/// Writes records in one form, one after the other, keeping none.
public protocol RecordWriter<R>: SendableMetatype {
  /// The record type.
  associatedtype R: Record
  /// Writes what stands before the first.
  mutating func begin() throws
  /// Begins the section of the records that follow.
  mutating func begin(_ section: ListedSection) throws
  /// Writes a record.
  mutating func write(_ record: R) throws
  /// Writes what stands behind the last, and hands everything to the system.
  mutating func end() throws
}

extension RecordWriter {
  /// Nothing.
  public mutating func begin() throws {}
  /// Nothing: the form has no sections.
  public mutating func begin(_ section: ListedSection) throws {}
}

/// A section as commands write it.
public struct ListedSection: Hashable, Sendable {
  /// The identifier, or what stands for a missing one.
  let title: String
  /// The identifier, such as a place or a day.
  let key: String?
  /// How many records follow.
  let count: Int
}

/// A JSON array of records or, where there are sections, of sections with their records.
public struct JSONWriter<App: ListApp>: RecordWriter {
  private let output: ByteOutput
  private let member = App.neutral.pluralNoun
  private var isFirst = true
  private var isInSection = false

  /// A writer.
  ///
  /// - Parameter output: Where to.
  public init(_ output: ByteOutput) { self.output = output }

  /// Opens the array.
  public mutating func begin() throws { try output.write("[") }

  /// Opens the object of a section.
  public mutating func begin(_ section: ListedSection) throws {
    if isInSection { try output.write("\n]}") }
    try separate(isInSection)
    try output.write { bytes in
      bytes += #"{"section":"#.utf8
      JSONText.append(section.title, to: &bytes)
      bytes += #","key":"#.utf8
      JSONText.append(section.key, to: &bytes)
      bytes += #","count":\#(section.count),"\#(member)":["#.utf8
    }
    isInSection = true
    isFirst = true
  }

  /// Writes an object.
  public mutating func write(_ record: App.R) throws {
    try separate(!isFirst)
    isFirst = false
    try output.write { App.format.appendJSON(record, &$0) }
  }

  /// Closes what is open.
  public mutating func end() throws {
    try output.write(isInSection ? "\n]}\n]\n" : "\n]\n")
    try output.flush()
  }

  private func separate(_ isNeeded: Bool) throws { try output.write(isNeeded ? ",\n" : "\n") }
}

/// A JSON object a line.
struct JSONLinesWriter<App: ListApp>: RecordWriter {
  let output: ByteOutput

  mutating func write(_ record: App.R) throws {
    try output.write { bytes in
      App.format.appendJSON(record, &bytes)
      bytes.append(UInt8(ascii: "\n"))
    }
  }

  mutating func end() throws { try output.flush() }
}
