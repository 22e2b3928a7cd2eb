/// Writes CSV as RFC 4180 describes it, but with lines that end in LF.
///
/// The RFC's CR LF would leave a stray CR in the last column of all that reads lines, from `cut`
/// to the shell; readers of CSV take both.
public struct CSVWriter: Sendable {
  /// Creates a writer.
  public init() {}

  /// Appends one row.
  ///
  /// - Parameters:
  ///   - cells: The texts of its cells.
  ///   - bytes: What is written to.
  public func append(_ cells: [String], to bytes: inout [UInt8]) {
    // A lone empty cell would be a blank line, which is no row.
    if cells.count == 1, cells[0].isEmpty { bytes += [UInt8(ascii: "\""), UInt8(ascii: "\"")] }
    for (index, cell) in cells.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      append(cell, to: &bytes)
    }
    bytes.append(UInt8(ascii: "\n"))
  }

  private func append(_ cell: String, to bytes: inout [UInt8]) {
    let quote = UInt8(ascii: "\"")
    var cell = cell
    cell.withUTF8 { text in
      guard Self.needsQuotes(text) else {
        bytes.append(contentsOf: text)
        return
      }
      bytes.append(quote)
      var rest = text[...]
      while let end = rest.firstIndex(of: quote) {
        bytes.append(contentsOf: rest[...end])
        bytes.append(quote)
        rest = rest[(end + 1)...]
      }
      bytes.append(contentsOf: rest)
      bytes.append(quote)
    }
  }

  private static func needsQuotes(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    text.first == UInt8(ascii: " ") || text.last == UInt8(ascii: " ")
      || text.contains { byte in
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "|"),
          UInt8(ascii: "\t"), UInt8(ascii: "\r"), UInt8(ascii: "\n"):
          true
        default: false
        }
      }
  }
}
