extension Frame {
  /// Clears a block of cells and draws a box around it, with a title in its upper edge.
  mutating func drawBox(_ box: Rectangle, title: String, theme: Theme) {
    clear(box, style: theme[.row])
    guard box.size.columns >= 2, box.size.rows >= 2 else { return }
    let border = theme[.border]
    let line = String(repeating: "─", count: box.size.columns - 2)
    let bottom = box.rows.upperBound - 1
    for row in box.rows {
      let left = Position(column: box.origin.column, row: row)
      switch row {
      case box.origin.row: draw("╭" + line + "╮", at: left, style: border)
      case bottom: draw("╰" + line + "╯", at: left, style: border)
      default:
        draw("│", at: left, style: border)
        draw("│", at: Position(column: box.columns.upperBound - 1, row: row), style: border)
      }
    }
    guard !title.isEmpty, box.size.columns > 6 else { return }
    let text = " " + title.truncated(toWidth: box.size.columns - 6) + " "
    draw(
      text, at: Position(column: box.origin.column + 2, row: box.origin.row), style: theme[.title])
  }
}
