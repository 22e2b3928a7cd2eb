import Commands
import Files
import TextFormats

/// Columns separated by tabs, with a header row, for `cut`, `awk` and their like.
///
/// A row is always one line: a backslash in a value is written `\\`, a tab `\t`, a line feed `\n`, a carriage return `\r`,
/// and whatever else a terminal may act upon by its number, as in `\u001b`.
struct TSVWriter<App: ListApp>: RecordWriter {
  let output: ByteOutput

  mutating func begin() throws { try write(App.format.columns) }

  mutating func write(_ record: App.R) throws { try write(App.format.cells(record)) }

  mutating func end() throws { try output.flush() }

  private func write(_ cells: [String]) throws {
    try output.write { bytes in
      for (index, cell) in cells.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: "\t")) }
        Self.append(cell, to: &bytes)
      }
      bytes.append(UInt8(ascii: "\n"))
    }
  }

  /// Appends a value, on one line.
  private static func append(_ text: String, to bytes: inout [UInt8]) {
    var text = text
    let isPlain = text.withUTF8 { utf8 in
      // What is unsafe behind ASCII begins with one of two bytes.
      guard !utf8.contains(where: { $0 < 0x20 || $0 == 0x5C || $0 == 0x7F || $0 == 0xC2 || $0 == 0xE2 }) else {
        return false
      }
      bytes.append(contentsOf: utf8)
      return true
    }
    if !isPlain { bytes += escaped(text).utf8 }
  }

  private static func escaped(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { escaped, scalar in
      switch scalar {
      case "\\": escaped += #"\\"#
      case "\t": escaped += #"\t"#
      case "\n": escaped += #"\n"#
      case "\r": escaped += #"\r"#
      case _ where scalar.isUnsafeToShow:
        let digits = String(scalar.value, radix: 16)
        escaped += #"\u"# + String(repeating: "0", count: 4 - digits.count) + digits
      default: escaped.unicodeScalars.append(scalar)
      }
    }
  }
}
