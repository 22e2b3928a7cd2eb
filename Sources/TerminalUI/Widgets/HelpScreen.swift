/// All keys and what they do: in one column, in two where that shows all of them at once, else scrolling.
///
/// The keys that move scroll if there is more to see; any other closes.
public struct HelpScreen: Hashable, Sendable {
  /// What an event has done.
  public enum Outcome: Hashable, Sendable {
    /// The user wants to go back.
    case closed
    /// Other lines may be in sight.
    case scrolled
    /// The event means nothing to the help.
    case ignored
  }

  private let title: String
  private let lines: [Line]
  private var offset = 0

  private enum Line: Hashable {
    case empty
    case title(String)
    case entry(HelpSection.Entry)
  }

  /// Makes the help from groups of keys; `KeyMap.help` gives them.
  public init(title: String, sections: [HelpSection]) {
    self.title = title
    lines = sections.enumerated().flatMap { index, section in
      (index == 0 ? [] : [.empty]) + [.title(section.title)] + section.entries.map(Line.entry)
    }
  }

  /// Does what a key asks for.
  ///
  /// - Parameters:
  ///   - event: What has happened.
  ///   - size: The size that the help is drawn in.
  /// - Returns: What it has done.
  public mutating func handle(_ event: Event, size: Size) -> Outcome {
    let layout = layout(in: size)
    let page = layout.page
    let last = layout.columns == nil ? max(0, lines.count - page) : 0
    if case .key = event, last == 0 { return .closed }
    let offset = min(offset, last)
    switch event {
    case .key(.up), .key(.character("k")): self.offset = max(0, offset - 1)
    case .key(.down), .key(.character("j")):
      self.offset = min(last, offset + 1)
    case .key(.pageUp): self.offset = max(0, offset - page)
    case .key(.pageDown), .key(.character(" ")): self.offset = min(last, offset + page)
    case .key(.home), .key(.character("g")): self.offset = 0
    case .key(.end), .key(.character("G")): self.offset = last
    case .key: return .closed
    default: return .ignored
    }
    return .scrolled
  }

  /// Draws the help over the whole frame.
  public func draw(in frame: inout Frame, theme: Theme) {
    let size = frame.size
    frame.clear(Rectangle(origin: Position(column: 0, row: 0), size: size), style: theme[.row])
    frame.draw(
      title.truncated(toWidth: size.columns - 2), at: Position(column: 1, row: 0),
      style: theme[.title])
    let layout = layout(in: size)
    let start = max(0, min(offset, lines.count - layout.page))
    let columns = layout.columns ?? [Array(lines.dropFirst(start).prefix(layout.page))]
    let width = size.columns / columns.count
    for (index, lines) in columns.enumerated() {
      for (offset, line) in lines.enumerated() {
        let columns = index * width..<(index + 1) * width
        draw(line, row: layout.firstRow + offset, columns: columns, in: &frame, theme)
      }
    }
    frame.cursor = Position(column: 1, row: min(layout.firstRow, max(0, size.rows - 1)))
    guard size.rows > 3 else { return }
    let hints =
      layout.columns == nil ? [("↑ ↓", "scroll"), ("any other key", "back")] : [("any key", "back")]
    frame.draw(
      StyledText(hints: hints, theme: theme).truncated(toWidth: size.columns - 2),
      at: Position(column: 1, row: size.rows - 1))
  }

  /// Where the lines stand.
  private struct Layout {
    let firstRow: Int
    /// How many rows there are.
    let page: Int
    /// All lines, if they can be seen at once.
    let columns: [[Line]]?
  }

  /// The airiest layout that shows everything at once, if there is one.
  private func layout(in size: Size) -> Layout {
    let layouts = (size.rows > 6 ? [2, 1] : [1]).map { firstRow in
      let page = max(0, size.rows - firstRow - 1)
      return Layout(firstRow: firstRow, page: page, columns: columns(of: page, width: size.columns))
    }
    return layouts.first { $0.columns != nil } ?? layouts[0]
  }

  /// All lines in as few columns as show them at once; nil if even two don't.
  private func columns(of page: Int, width: Int) -> [[Line]]? {
    guard lines.count > page else { return [lines] }
    guard width >= 78 else { return nil }
    // Each group stays whole.
    let splits = lines.indices.filter { lines[$0] == .empty }
    let best = splits.min { max($0, lines.count - $0 - 1) < max($1, lines.count - $1 - 1) }
    guard let best, max(best, lines.count - best - 1) <= page else { return nil }
    return [Array(lines[..<best]), Array(lines[(best + 1)...])]
  }

  private var keyWidth: Int {
    lines.map { line in
      guard case .entry(let entry) = line else { return 0 }
      return entry.keys.displayWidth
    }.max() ?? 0
  }

  private func draw(_ line: Line, row: Int, columns: Range<Int>, in frame: inout Frame, _ theme: Theme) {
    let (left, width) = (columns.lowerBound, columns.count)
    switch line {
    case .empty: break
    case .title(let title):
      frame.draw(
        title.truncated(toWidth: width - 2), at: Position(column: left + 1, row: row),
        style: theme[.sectionHeader])
    case .entry(let entry):
      let keyWidth = min(keyWidth, max(0, width / 2 - 4))
      frame.draw(
        entry.keys.truncated(toWidth: keyWidth), at: Position(column: left + 3, row: row),
        style: theme[.keyName])
      let column = 3 + keyWidth + 2
      frame.draw(
        entry.text.truncated(toWidth: width - column - 1), at: Position(column: left + column, row: row),
        style: theme[.row])
    }
  }
}
