import FetchedResults
import Foundation
import TerminalUI

extension ListBrowser {
  private var theme: Theme { host?.theme ?? .standard }

  /// Smaller than this nothing useful fits.
  private static var smallest: Size { Size(columns: 20, rows: 5) }

  func draw() -> Frame {
    var frame = Frame(size: size)
    guard size.columns >= Self.smallest.columns, size.rows >= Self.smallest.rows else {
      frame.draw("too small".truncated(toWidth: size.columns), at: Position(column: 0, row: 0))
      return frame
    }
    switch mode {
    case .failed(let message):
      drawMessage(["The list can't be shown.", "", message, "", "q quits."], in: &frame)
      return frame
    case .help(let help):
      help.draw(in: &frame, theme: theme)
      return frame
    case .form(let form):
      form.form.draw(in: &frame, theme: theme)
      if let toast { draw(toast, in: &frame) }
      return frame
    case .list, .search, .menu, .swipe: break
    }
    drawTopLine(in: &frame)
    if list.rows.count == 0 { drawEmptyList(in: &frame) } else { drawRows(in: &frame) }
    drawBottomLine(in: &frame)
    if case .menu(let menu) = mode { menu.draw(in: &frame, theme: theme) }
    return frame
  }

  // MARK: Lines

  private func drawTopLine(in frame: inout Frame) {
    frame.draw(content.title, at: Position(column: 1, row: 0), style: theme[.title])
    let order = " · \(sort.fieldName) \(sort.isAscending ? "↑" : "↓")"
    let room = size.columns - content.title.displayWidth - 4
    let text = (countText + order).displayWidth <= room ? countText + order : countText
    frame.draw(
      text.truncated(toWidth: room), at: Position(column: size.columns - 1 - min(room, text.displayWidth), row: 0),
      style: theme[.count])
  }

  private var countText: String {
    func digits(_ number: Int) -> String { number.formatted(.number.locale(options.locale)) }
    let count = list.snapshot.count
    let ellipsis = list.snapshot.isComplete ? "" : "…"
    guard search.isEmpty else {
      let total = controller?.totalCount.map(digits) ?? "…"
      return "\(digits(count)) of \(total)\(ellipsis)"
    }
    return "\(digits(count)) \(count == 1 ? content.noun : content.pluralNoun)\(ellipsis)"
  }

  private func drawBottomLine(in frame: inout Frame) {
    let row = size.rows - 1
    if case .search = mode {
      let prompt = frame.draw("/ ", at: Position(column: 1, row: row), style: theme[.prompt])
      search.field.draw(
        in: &frame, at: Position(column: 1 + prompt, row: row), width: size.columns - prompt - 2, style: theme[.field],
        placeholder: StyledText("name, place or tag", style: theme[.placeholder]))
    } else if let toast = toast ?? failureOfFetch {
      draw(toast, in: &frame)
    } else if !search.isEmpty {
      let text = StyledText("/ ", style: theme[.prompt]) + StyledText(search.field.text, style: theme[.field])
      let hint = StyledText("   Esc", style: theme[.keyName]) + StyledText(" clears", style: theme[.hint])
      frame.draw(
        text.truncated(toWidth: max(1, size.columns - 16)) + hint, at: Position(column: 1, row: row),
        width: size.columns - 2)
    } else {
      frame.draw(
        keyMap.hints(theme: theme).truncated(toWidth: size.columns - 2), at: Position(column: 1, row: row))
    }
  }

  /// A message at the bottom, in as many lines as it takes.
  private func draw(_ toast: Toast, in frame: inout Frame) {
    let lines = toast.message.wrapped(toWidth: size.columns - 4)
    for (offset, line) in lines.suffix(size.rows - 2).reversed().enumerated() {
      let row = size.rows - 1 - offset
      if offset == lines.count - 1 {
        Toast(line, kind: toast.kind).draw(in: &frame, row: row, theme: theme)
      } else {
        frame.fill(row: row, style: theme[.row])
        frame.draw(line, at: Position(column: 3, row: row), style: theme[toast.kind == .error ? .error : .toast])
      }
    }
  }

  private var failureOfFetch: Toast? {
    (controller?.error).map { Toast(String(describing: $0), kind: .error) }
  }

  private func drawEmptyList(in frame: inout Frame) {
    guard let controller, controller.snapshot.isComplete else { return }
    let lines =
      search.isEmpty
      ? ["No \(content.pluralNoun) yet."] + content.emptyHint
      : ["No \(content.noun) matches “\(search.field.text)”.", "Esc clears the search."]
    drawMessage(lines, in: &frame)
  }

  /// Lines in the middle of the screen, wrapped at blanks.
  private func drawMessage(_ lines: [String], in frame: inout Frame) {
    let width = max(1, size.columns - 4)
    let wrapped = lines.flatMap { $0.wrapped(toWidth: width) }
    let top = max(1, (size.rows - wrapped.count) / 2)
    for (offset, line) in wrapped.enumerated() where top + offset < size.rows - 1 {
      let column = max(2, (size.columns - line.displayWidth) / 2)
      frame.draw(
        line, at: Position(column: column, row: top + offset), width: width,
        style: theme[offset == 0 ? .title : .hint])
    }
  }

  // MARK: Rows

  private func drawRows(in frame: inout Frame) {
    for row in list.visibleRows {
      let line = 1 + row - list.top
      let isSelected = row == list.selectedRow
      switch list.rows[row] {
      case .header(let section): drawHeader(section, line: line, isSelected: isSelected, in: &frame)
      case .record(let position, let section):
        drawRecord(list.snapshot[position], section, line: line, isSelected: isSelected, in: &frame)
      case nil: break
      }
    }
    if case .search = mode { return }
    let line = 1 + list.selectedRow - list.top
    if (1..<size.rows - 1).contains(line) {
      frame.cursor = Position(column: list.selectedRecord == nil ? 1 : 3, row: line)
    }
    if case .swipe(let swipe) = mode, swipe.id == list.selectedRecord {
      frame.slide(row: line, by: swipe.columns, revealing: Swipe<R>.panel, style: theme[.danger])
    }
  }

  private func drawHeader(_ index: Int, line: Int, isSelected: Bool, in frame: inout Frame) {
    let section = list.snapshot.sections[index]
    let background = isSelected ? theme[.selectedRow] : Style()
    if isSelected { frame.fill(row: line, style: background) }
    let isFolded = list.folds.contains(section.identifier)
    let count =
      section.range.count.formatted(.number.locale(options.locale))
      + (list.snapshot.isCounted(section: index) ? "" : "…")
    let countColumn = size.columns - 1 - count.displayWidth
    frame.draw(count, at: Position(column: countColumn, row: line), style: theme[.count].over(background))
    let title = content.header(of: section.identifier, sort: sort)
    frame.draw(isFolded ? "▸" : "▾", at: Position(column: 1, row: line), style: theme[.sectionHeader].over(background))
    frame.draw(
      highlighted(title).truncated(toWidth: countColumn - 5), at: Position(column: 3, row: line),
      style: theme[.sectionHeader].over(background))
  }

  private func drawRecord(
    _ id: RecordID<R>, _ section: Int, line: Int, isSelected: Bool, in frame: inout Frame
  ) {
    let background = isSelected ? theme[.selectedRow] : theme[.row]
    if isSelected { frame.fill(row: line, style: background) }
    if isSelected { frame.draw("❯", at: Position(column: 3, row: line), style: background) }
    guard let record = controller?.record(id, in: list.snapshot.sections[section]) else { return }
    let row = content.row(of: record, sort: sort)
    let end = size.columns - 1
    let trailing = row.trailing.truncated(toWidth: max(0, size.columns / 3))
    let trailingColumn = end - trailing.displayWidth
    frame.draw(trailing, at: Position(column: trailingColumn, row: line), style: theme[.secondary].over(background))

    let nameColumn = 5
    let room = trailingColumn - nameColumn - (trailing.isEmpty ? 0 : 2)
    let name = highlighted(row.name).truncated(toWidth: room)
    frame.draw(name, at: Position(column: nameColumn, row: line), style: background)
    drawTags(
      row.tags, line: line, columns: nameColumn + name.displayWidth + 2..<nameColumn + room, background, in: &frame)
  }

  /// Tags stand in a column of their own, two thirds of the way to the right, as many as there is room for.
  private func drawTags(_ tags: [String], line: Int, columns: Range<Int>, _ background: Style, in frame: inout Frame) {
    guard !tags.isEmpty, columns.count > 3 else { return }
    let text = tags.map { "#" + $0 }.joined(separator: " ")
    let preferred = size.columns * 5 / 8
    let start = max(columns.lowerBound, min(preferred, columns.upperBound - text.displayWidth))
    guard start < columns.upperBound - 2 else { return }
    frame.draw(
      highlighted(text).truncated(toWidth: columns.upperBound - start), at: Position(column: start, row: line),
      style: theme[.tag].over(background))
  }

  /// Text with what the search has found in it.
  private func highlighted(_ text: String) -> StyledText {
    search.words.reduce(StyledText(text)) { styled, word in
      text.foldedRanges(of: word).reduce(styled) { $0.applying(theme[.match], to: $1) }
    }
  }
}

extension String {
  /// The text in lines of at most that many columns, broken at blanks where there are some.
  func wrapped(toWidth width: Int) -> [String] {
    var lines = [""]
    for word in split(separator: " ", omittingEmptySubsequences: false) {
      let longer = lines[lines.count - 1].isEmpty ? String(word) : lines[lines.count - 1] + " " + word
      if longer.displayWidth <= width || lines[lines.count - 1].isEmpty {
        lines[lines.count - 1] = longer
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }
}
