import FetchedResults
import Foundation
import TerminalUI

extension ListBrowser {
  var theme: Theme { host?.theme ?? .standard }

  /// Smaller than this nothing useful fits.
  private static var smallest: Size { Size(columns: 20, rows: 5) }

  /// A picture of the state.
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
      if let message { message.draw(in: &frame, row: size.rows - 1, theme: theme) }
      return frame
    case .list, .search, .menu, .swipe: break
    }
    drawTopLine(in: &frame)
    drawSummary(in: &frame)
    if list.rows.count == 0 { drawEmptyList(in: &frame) } else { drawRows(in: &frame) }
    drawBottomLine(in: &frame)
    if case .menu(let menu) = mode { menu.menu.draw(in: &frame, theme: theme) }
    return frame
  }

  /// A number in the user's locale.
  func digits(_ number: Int) -> String { numbers.formatted(number) }

  // MARK: Lines

  private func drawTopLine(in frame: inout Frame) {
    frame.draw(content.title, at: Position(column: 1, row: 0), style: theme[.title])
    let room = size.columns - content.title.displayWidth - 4
    let order = "\(sort.keyName) \(sort.isAscending ? "↑" : "↓")"
    let text = ["\(countText) · \(order)", countText].first { $0.displayWidth <= room } ?? ""
    frame.draw(
      text, at: Position(column: size.columns - 1 - text.displayWidth, row: 0), style: theme[.count])
  }

  private var countText: String {
    let count = list.snapshot.count
    let ellipsis = list.snapshot.isComplete ? "" : "…"
    guard count > 0 || list.snapshot.isComplete else { return ellipsis }
    guard search.isEmpty else {
      let total = controller?.totalCount.map { digits(max(count, $0 - deletions.ids.count)) } ?? "…"
      return "\(digits(count)) of \(total)\(ellipsis)"
    }
    return "\(digits(count)) \(count == 1 ? content.noun : content.pluralNoun)\(ellipsis)"
  }

  private func drawBottomLine(in frame: inout Frame) {
    let row = size.rows - 1
    let start = Position(column: 1, row: row)
    if case .search = mode {
      let prompt = frame.draw("/ ", at: start, style: theme[.prompt])
      search.field.draw(
        in: &frame, at: Position(column: 1 + prompt, row: row), width: size.columns - prompt - 2, style: theme[.field],
        placeholder: StyledText(content.searchPlaceholder, style: theme[.placeholder]))
    } else if let message = message ?? failureOfFetch {
      message.draw(in: &frame, row: row, theme: theme)
    } else if case .swipe(let swipe) = mode, !swipe.isCommitted {
      let hints = StyledText(
        hints: [
          (
            commands[CommandTable<Content>.swipe]?.keys.first?.description ?? "",
            "delete \(name(of: swipe).truncated(toWidth: 40))"
          ), ("Esc", "put back"),
        ], theme: theme)
      frame.draw(hints.truncated(toWidth: size.columns - 2), at: start)
    } else if !search.isEmpty {
      let hint = StyledText("   ") + StyledText(hints: [("Esc", "clear")], theme: theme)
      let text = StyledText("/ ", style: theme[.prompt]) + StyledText(search.field.text, style: theme[.field])
      frame.draw(text.truncated(toWidth: max(1, size.columns - 2 - hint.displayWidth)) + hint, at: start)
    } else {
      frame.draw(commands.keyMap.hints(theme: theme, width: size.columns - 2), at: start)
    }
  }

  /// Whether the mode leaves the bottom line to messages.
  var showsMessages: Bool {
    switch mode {
    case .list, .menu, .form, .swipe: true
    case .search, .help, .failed: false
    }
  }

  private var message: Toast? { messages.message ?? longStep?.message }

  private var failureOfFetch: Toast? {
    (controller?.error).map { Toast(String(describing: $0), kind: .error) }
  }

  private func drawEmptyList(in frame: inout Frame) {
    guard let controller, controller.snapshot.isComplete else { return }
    let lines =
      search.isEmpty
      ? ["No \(content.pluralNoun) yet."] + content.emptyHint
      : ["No \(content.noun) matches “\(search.field.text.truncated(toWidth: 48))”.", "Esc clears the search."]
    drawMessage(lines, in: &frame)
  }

  /// Lines in the middle of the screen, the first one as their title.
  private func drawMessage(_ lines: [String], in frame: inout Frame) {
    let width = size.columns - 4
    let wrapped = lines.enumerated().flatMap { index, line in
      line.wrapped(toWidth: width).map { (text: $0, role: index == 0 ? Role.title : .row) }
    }
    let top = max(1, (size.rows - wrapped.count) / 2)
    for (offset, line) in wrapped.enumerated() where top + offset < size.rows - 1 {
      let column = max(2, (size.columns - line.text.displayWidth) / 2)
      frame.draw(line.text, at: Position(column: column, row: top + offset), width: width, style: theme[line.role])
    }
  }
}
