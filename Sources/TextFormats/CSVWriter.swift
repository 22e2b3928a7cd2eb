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
    if cells == [""] { bytes += [UInt8(ascii: "\""), UInt8(ascii: "\"")] }
    for (index, cell) in cells.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      append(cell, to: &bytes)
    }
    bytes.append(UInt8(ascii: "\n"))
  }

  private func append(_ cell: String, to bytes: inout [UInt8]) {
    var cell = cell
    let needsQuotes = cell.withUTF8 { text in
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
    guard needsQuotes else {
      bytes += cell.utf8
      return
    }
    bytes.append(UInt8(ascii: "\""))
    for byte in cell.utf8 {
      if byte == UInt8(ascii: "\"") { bytes.append(byte) }
      bytes.append(byte)
    }
    bytes.append(UInt8(ascii: "\""))
  }
}
