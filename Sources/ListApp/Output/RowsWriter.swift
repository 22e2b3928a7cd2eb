import Commands
import Files
import TerminalUI

/// One record a line, for people.
///
/// On a terminal the columns are aligned and cut to its width, and the id is its last digits, which are enough for other
/// commands. Elsewhere a tab separates them, and the id is whole. Control characters are shown as marks in both.
struct RowsWriter<App: ListApp>: RecordWriter {
  private enum Line {
    case section(ListedSection)
    case record([String])
  }

  /// The first rows decide how wide the columns are.
  private static var measuredRows: Int { 500 }
  /// Beyond this a cell is cut.
  private static var widestCell: Int { 32 }

  private let output: ByteOutput
  private let layout: RowLayout?
  private var widths: [Int]?
  private var waiting: [Line] = []
  private var hasSections = false
  private var isFirst = true

  /// Creates a writer.
  ///
  /// - Parameters:
  ///   - output: Where to.
  ///   - layout: The terminal's; nil for anything else.
  init(_ output: ByteOutput, layout: RowLayout?) {
    self.output = output
    self.layout = layout
  }

  mutating func begin(_ section: ListedSection) throws {
    hasSections = true
    try put(.section(section))
  }

  mutating func write(_ record: App.R) throws {
    let id = layout == nil ? record.id : Self.shortID(record.id)
    try put(.record(App.format.row(record, id).map(PrintableText.of)))
  }

  mutating func end() throws {
    try settleWidths()
    try output.flush()
  }

  /// The last digits of an id, which tell one of millions from the others; short ids are whole.
  private static func shortID(_ id: String) -> String { id.count > 12 ? String(id.suffix(8)) : id }

  private mutating func put(_ line: Line) throws {
    guard layout != nil, widths == nil else { return try writeLine(line) }
    waiting.append(line)
    if waiting.count >= Self.measuredRows { try settleWidths() }
  }

  private mutating func settleWidths() throws {
    guard widths == nil else { return }
    var widths: [Int] = []
    for case .record(let cells) in waiting {
      for (index, cell) in cells.dropLast().enumerated() {
        if index == widths.count { widths.append(0) }
        widths[index] = max(widths[index], min(cell.displayWidth, Self.widestCell))
      }
    }
    self.widths = widths
    for line in waiting { try writeLine(line) }
    waiting = []
  }

  private mutating func writeLine(_ line: Line) throws {
    switch line {
    case .section(let section):
      let title = "\(PrintableText.of(section.title)) (\(section.count))"
      let isBold = layout?.hasStyle == true
      try output.write((isFirst ? "" : "\n") + (isBold ? "\u{1B}[1m\(title.displayText)\u{1B}[m" : title) + "\n")
    case .record(let cells):
      try output.write((hasSections ? "  " : "") + (layout.map { aligned(cells, $0) } ?? plain(cells)) + "\n")
    }
    isFirst = false
  }

  private func plain(_ cells: [String]) -> String { cells.joined(separator: "\t") }

  private func aligned(_ cells: [String], _ layout: RowLayout) -> String {
    var line = ""
    for (cell, width) in zip(cells, widths ?? []) where width > 0 {
      let text = cell.displayText.truncated(toWidth: width)
      line += text + String(repeating: " ", count: max(0, width - text.displayWidth) + 2)
    }
    line += cells.last?.displayText ?? ""
    let blanks = line.reversed().prefix { $0 == " " }.count
    return String(line.dropLast(blanks)).truncated(toWidth: layout.columns - (hasSections ? 2 : 0))
  }
}

/// How a terminal shows rows.
struct RowLayout {
  let columns: Int
  let hasStyle: Bool
}

extension Session {
  /// How rows look on standard output.
  var rowLayout: RowLayout? {
    TerminalSize.columns(of: 1).map { RowLayout(columns: $0, hasStyle: hasStyle) }
  }
}
