import FetchedResults
import TerminalUI

/// The columns of a row: the name begins at one, the value ends at the other.
private enum Column {
  static let header = 1
  static let headerTitle = 3
  static let mark = 3
  static let name = 5
}

extension ListBrowser {
  /// Draws the sections and records that are in sight.
  func drawRows(in frame: inout Frame) {
    for line in list.lines {
      let row = list.row(onLine: line)
      let line = firstRow + line
      let isSelected = row == list.selectedRow
      if isSelected { frame.fill(row: line, style: theme[.selectedRow]) }
      switch list.rows[row] {
      case .header(let section): drawHeader(section, line: line, isSelected: isSelected, in: &frame)
      case .record(let position, let section):
        drawRecord(list.snapshot[position], section, line: line, isSelected: isSelected, in: &frame)
      case nil: break
      }
      guard isSelected else { continue }
      if case .search = mode { continue }
      let column = list.selectedRecord == nil ? Column.header : Column.mark
      frame.cursor = Position(column: column, row: line)
      if case .swipe(let swipe) = mode, swipe.id == list.selectedRecord {
        frame.slide(
          row: line, by: swipe.columns(width: size.columns), revealing: Swipe<R>.panel, style: theme[.danger])
      }
    }
  }

  private func style(_ role: Role, _ isSelected: Bool) -> Style { isSelected ? theme.selected(role) : theme[role] }

  private func drawHeader(_ index: Int, line: Int, isSelected: Bool, in frame: inout Frame) {
    let section = list.snapshot.sections[index]
    let isFolded = list.folds.contains(section.identifier)
    let count = digits(section.range.count) + (list.snapshot.isCounted(section: index) ? "" : "…")
    let countColumn = size.columns - 1 - count.displayWidth
    frame.draw(count, at: Position(column: countColumn, row: line), style: style(.count, isSelected))
    let headerStyle = style(.sectionHeader, isSelected)
    frame.draw(isFolded ? "▸" : "▾", at: Position(column: Column.header, row: line), style: headerStyle)
    let name = content.header(of: section.identifier, sort: shownSort)
    let title = shownSort.isSectionSearched ? highlighted(name, isSelected) : StyledText(name)
    frame.draw(
      title.truncated(toWidth: countColumn - Column.headerTitle - 2),
      at: Position(column: Column.headerTitle, row: line), style: headerStyle)
  }

  private func drawRecord(
    _ id: RecordID<R>, _ section: Int, line: Int, isSelected: Bool, in frame: inout Frame
  ) {
    var rowStyle = style(.row, isSelected)
    if changeHighlight.ids.contains(id) { rowStyle.attributes.insert(.bold) }
    if isSelected { frame.draw("❯", at: Position(column: Column.mark, row: line), style: rowStyle) }
    guard let record = record(id, inSection: section) else { return }
    let row = content.row(of: record, sort: shownSort)
    let trailing = trailing(of: row, isSelected)
    let trailingColumn = size.columns - 1 - trailing.displayWidth
    frame.draw(trailing, at: Position(column: trailingColumn, row: line), style: style(.secondary, isSelected))

    let end = trailing.runs.isEmpty ? trailingColumn : trailingColumn - 2
    let nameColumn = Column.name + drawLead(row.lead, line: line, width: end - Column.name, rowStyle, in: &frame)
    let name = highlighted(row.name, isSelected).truncated(toWidth: end - nameColumn)
    frame.draw(name, at: Position(column: nameColumn, row: line), style: rowStyle)
    let start = nameColumn + name.displayWidth + 2
    if start < end { drawTags(row.tags, line: line, columns: start..<end, isSelected, in: &frame) }
  }

  /// Draws what stands before the name; a swatch stays what it is in the selected row.
  private func drawLead(_ lead: StyledText, line: Int, width: Int, _ rowStyle: Style, in frame: inout Frame) -> Int {
    lead.truncated(toWidth: width).runs.reduce(0) { column, run in
      let isSwatch = run.style.background != .standard
      return column
        + frame.draw(
          StyledText(run.text, style: run.style), at: Position(column: Column.name + column, row: line),
          style: isSwatch ? Style() : rowStyle)
    }
  }

  /// The value at the right edge: at most a third of the row, and nothing where the name needs the room.
  private func trailing(of row: BrowserRow, _ isSelected: Bool) -> StyledText {
    let room = size.columns / 3
    guard room >= 10 else { return StyledText() }
    let text = row.isTrailingSearched ? highlighted(row.trailing, isSelected) : StyledText(row.trailing)
    return text.truncated(toWidth: room)
  }

  /// Tags stand in a column of their own, five eighths of the way to the right, as many as there is room for.
  private func drawTags(_ tags: [String], line: Int, columns: Range<Int>, _ isSelected: Bool, in frame: inout Frame) {
    guard !tags.isEmpty, size.columns >= 60, columns.count > 3 else { return }
    let text = tags.map { "#" + $0 }.joined(separator: " ")
    let preferred = size.columns * 5 / 8
    let start = max(columns.lowerBound, min(preferred, columns.upperBound - text.displayWidth))
    frame.draw(
      highlighted(text, isSelected).truncated(toWidth: columns.upperBound - start),
      at: Position(column: start, row: line), style: style(.tag, isSelected))
  }

  /// Text with what the search has found in it, as far as a row can show it.
  private func highlighted(_ text: String, _ isSelected: Bool) -> StyledText {
    // A text may be a book, in which a letter is found at every place. What is found across the edge is found still.
    let text = text.truncated(toWidth: 2 * size.columns)
    return search.words.reduce(StyledText(text)) { styled, word in
      text.foldedRanges(of: word).reduce(styled) { $0.applying(style(.match, isSelected), to: $1) }
    }
  }
}
