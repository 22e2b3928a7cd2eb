import ListApp
import TextFormats

/// Reads a feed of CSV, row by row, in constant memory.
struct CSVFeedReader {
  typealias Refusal = ImportedEntry<Quake>.Refusal

  /// The columns that are read; a feed has others.
  private static let columnNames = ["id", "time", "mag", "place", "updated", "depth", "type"]

  private var reader: CSVReader
  private let columns: [String: Int]
  private let columnCount: Int

  /// Starts to read, up to the end of the header row.
  init(_ nextBytes: @escaping () throws -> [UInt8]) throws {
    reader = CSVReader(separator: UInt8(ascii: ","), nextBytes)
    guard case .row(let header) = try reader.next() else {
      throw UnusableFile(line: 1, reason: "this is no feed: there is no header row")
    }
    let names = header.cells.map(\.trimmed)
    columns = Dictionary(zip(names, 0...), uniquingKeysWith: { first, _ in first })
    columnCount = names.count
    for name in ["id", "time", "mag"] where columns[name] == nil {
      throw UnusableFile(line: header.line, reason: "this is no feed: no column is called “\(name)”")
    }
    for name in Self.columnNames where names.count(where: { $0 == name }) > 1 {
      throw UnusableFile(line: header.line, reason: "two columns are called “\(name)”; take one of them out")
    }
  }

  /// Reads on to the next event.
  mutating func next() throws -> ImportedEntry<Quake>? {
    switch try reader.next() {
    case nil: return nil
    case .refused(let error):
      // What is lost with the rest of the file may be any number of events.
      if error.reason == .openQuote || error.reason == .tooLong {
        throw UnusableFile(line: error.line, reason: "the feed is cut off: \(error)")
      }
      return ImportedEntry(line: error.line, result: .failure(Refusal("\(error)")))
    case .row(let row):
      guard row.cells.count == columnCount else {
        // Only the last row of a file can lack its end.
        if row.cells.count < columnCount, row.bytes.last != UInt8(ascii: "\n"), row.bytes.last != UInt8(ascii: "\r") {
          throw UnusableFile(line: row.line, reason: "the feed is cut off in the middle of this row")
        }
        let reason = "the row has \(row.cells.count) cells, the header \(columnCount)"
        return ImportedEntry(line: row.line, result: .failure(Refusal(reason)))
      }
      return ImportedEntry(line: row.line, result: Result { () throws(Refusal) in try quake(of: row.cells) })
    }
  }

  private func quake(of cells: [String]) throws(Refusal) -> Quake {
    func cell(_ name: String) -> String { columns[name].map { cells[$0] } ?? "" }
    func number(_ name: String) throws(Refusal) -> Double? {
      do throws(FeedText.NotANumber) {
        return try FeedText.number(cell(name))
      } catch {
        throw Refusal("the cell “\(name)” should be a number, and is “\(error.text.excerpt)”")
      }
    }
    let id = cell("id").trimmed
    guard !id.isEmpty else { throw Refusal("the event has no id") }
    guard let time = FeedText.date(cell("time")) else {
      throw Refusal("the cell “time” should be like 2026-11-30T09:15:00.000Z, and is “\(cell("time").excerpt)”")
    }
    return Quake(
      id: id, magnitude: try number("mag"), place: FeedText.tidy(cell("place")), time: time,
      updated: FeedText.date(cell("updated")), depth: try number("depth"), type: FeedText.type(cell("type")))
  }
}
