public import FetchedResults
import TextFormats

/// How commands print records: as JSON, as columns for other tools, and as rows for people.
public struct RecordFormat<R: Record>: Sendable {
  /// Appends a record as a JSON object, on one line.
  let appendJSON: @Sendable (R, inout [UInt8]) -> Void
  /// The names of the columns for other tools.
  let columns: [String]
  /// A record's cells in these columns.
  let cells: @Sendable (R) -> [String]
  /// A record's row for people, in which the id may be shortened.
  let row: @Sendable (R, _ id: String) -> [String]
  /// What tells a record from others, beside its id.
  let candidate: @Sendable (R) -> String

  /// A format of functions.
  ///
  /// - Parameters:
  ///   - columns: The names of the columns for other tools.
  ///   - cells: A record's cells in these columns.
  ///   - row: A record's row for people, in which the id may be shortened.
  ///   - candidate: What tells a record from others, beside its id.
  ///   - appendJSON: Appends a record as a JSON object, on one line.
  public init(
    columns: [String], cells: @escaping @Sendable (R) -> [String],
    row: @escaping @Sendable (R, _ id: String) -> [String], candidate: @escaping @Sendable (R) -> String,
    appendJSON: @escaping @Sendable (R, inout [UInt8]) -> Void
  ) {
    self.columns = columns
    self.cells = cells
    self.row = row
    self.candidate = candidate
    self.appendJSON = appendJSON
  }

  /// A format in which every column is a member of the JSON object, and a cell of the row, where the id comes last.
  ///
  /// - Parameter columns: The columns behind the id, which is the first.
  public init(_ columns: [RecordColumn<R>]) where R.ID == String {
    let all = [RecordColumn<R>("id") { .text($0.id) }] + columns
    self.init(
      columns: all.map(\.name), cells: { record in all.map { $0.value(record).text } },
      row: { record, id in columns.map { $0.value(record).shortText } + [id] },
      candidate: { record in columns.map { $0.value(record).shortText }.filter { !$0.isEmpty }.joined(separator: ", ")
      },
      appendJSON: { record, bytes in
        for (index, column) in all.enumerated() {
          bytes += (index == 0 ? "{" : ",").utf8
          JSONText.append(column.name, to: &bytes)
          bytes.append(UInt8(ascii: ":"))
          column.value(record).appendJSON(to: &bytes)
        }
        bytes.append(UInt8(ascii: "}"))
      })
  }
}

/// One column of a format: a name and a value.
public struct RecordColumn<R: Record>: Sendable {
  /// A value that both JSON and a cell can hold.
  public enum Value: Hashable, Sendable {
    /// A text.
    case text(String)
    /// A number.
    case number(Double)
    /// Nothing; the cell is empty.
    case null
  }

  let name: String
  let value: @Sendable (R) -> Value

  /// A column.
  ///
  /// - Parameters:
  ///   - name: Its name, and its key in JSON.
  ///   - value: A record's value.
  public init(_ name: String, _ value: @escaping @Sendable (R) -> Value) {
    self.name = name
    self.value = value
  }
}

extension RecordColumn.Value {
  /// A number, or nothing.
  ///
  /// - Parameter number: The number, if there is one.
  public init(_ number: Double?) { self = number.map(Self.number) ?? .null }

  fileprivate var text: String {
    switch self {
    case .text(let text): text
    case .number(let number): DecimalText.text(number)
    case .null: ""
    }
  }

  /// The text for people, who need no more than two decimals.
  fileprivate var shortText: String {
    guard case .number(let number) = self else { return text }
    return DecimalText.roundedText(number)
  }

  fileprivate func appendJSON(to bytes: inout [UInt8]) {
    switch self {
    case .text(let text): JSONText.append(text, to: &bytes)
    // JSON has no infinity.
    case .number(let number): bytes += (number.isFinite ? DecimalText.text(number) : "null").utf8
    case .null: bytes += "null".utf8
    }
  }
}
