extension Frame {
  /// Slides the content of a row to the left and shows a panel in the room that it leaves.
  ///
  /// A swipe is this with a growing number of columns.
  ///
  /// - Parameters:
  ///   - row: The row.
  ///   - columns: How far.
  ///   - panel: What the panel says; it comes in with its left end first.
  ///   - style: How the panel looks.
  public mutating func slide(row: Int, by columns: Int, revealing panel: String, style: Style) {
    guard contains(row: row) else { return }
    let columns = min(max(0, columns), size.columns)
    guard columns > 0 else { return }
    let start = size.columns - columns
    var moved = Array(cells(inRow: row).dropFirst(columns))
    // The rest of a cluster whose start is out of sight would be torn.
    for index in moved.indices {
      guard moved[index].continuesCluster else { break }
      moved[index] = .blank(moved[index].style)
    }
    fill(row: row, style: Style())
    for (column, cell) in moved.enumerated() { self[row, column] = cell }
    fill(row: row, columns: start..<size.columns, style: style)
    draw(panel, at: Position(column: start, row: row), style: style)
    guard let cursor, cursor.row == row else { return }
    self.cursor = Position(column: max(0, cursor.column - columns), row: row)
  }
}
