/// One character cell of a frame.
public struct Cell: Hashable, Sendable {
  var glyph: Glyph
  /// How the cell looks.
  public internal(set) var style: Style
  /// Whether the cell belongs to the grapheme cluster that starts to the left of it.
  ///
  /// The right half of a wide character does, as does the second half of a flag.
  var continuesCluster = false

  /// A cell without text.
  static func blank(_ style: Style) -> Cell { Cell(glyph: .blank, style: style) }

  /// The right half of a wide character: it has no glyph of its own.
  static func rightHalf(_ style: Style) -> Cell {
    Cell(glyph: Glyph(base: 0), style: style, continuesCluster: true)
  }

  var isRightHalf: Bool { glyph.base == 0 }

  /// What the cell shows; empty for the right half of a wide character.
  public var text: String { glyph.text }
}

/// What a screen shows at one moment: a value made of cells, which tests can read.
///
/// ```swift
/// var frame = Frame(size: Size(columns: 20, rows: 2))
/// frame.draw("Joan Walker", at: Position(column: 4, row: 1))
/// frame.lines  // ["", "    Joan Walker"]
/// ```
///
/// Everything is clipped: coordinates may lie outside, and nothing that is drawn ever shows half a
/// character or moves what stands beside it.
public struct Frame: Hashable, Sendable {
  /// The size, in cells.
  public let size: Size
  /// Where the terminal's cursor is; hidden if there is none.
  ///
  /// Screen readers and input methods follow it, so it belongs on the selected row or into the text
  /// field.
  public var cursor: Position?
  /// Row after row.
  private(set) var cells: [Cell]

  /// Makes a frame without text.
  public init(size: Size) {
    self.size = size
    cells = Array(repeating: .blank(Style()), count: size.columns * size.rows)
  }

  /// The cell at a position; none outside of the frame.
  public subscript(position: Position) -> Cell? {
    guard contains(row: position.row), 0..<size.columns ~= position.column else { return nil }
    return cells[position.row * size.columns + position.column]
  }

  /// The text row by row, without the blanks at the end of each.
  public var lines: [String] {
    (0..<size.rows).map { row in
      let text = cells(inRow: row).map(\.text).joined()
      return String(text.reversed().drop { $0 == " " }.reversed())
    }
  }

  /// The text and the styles of a row, without plain blanks at the end; empty outside of the frame.
  public func styledLine(_ row: Int) -> StyledText {
    guard contains(row: row) else { return StyledText() }
    let plain = Cell.blank(Style())
    let end = cells(inRow: row).lastIndex { $0 != plain }
    guard let end else { return StyledText() }
    return cells(inRow: row)[...end].reduce(into: StyledText()) { line, cell in
      line.append(cell.text, style: cell.style)
    }
  }

  func contains(row: Int) -> Bool { 0..<size.rows ~= row }

  func cells(inRow row: Int) -> ArraySlice<Cell> {
    cells[row * size.columns..<(row + 1) * size.columns]
  }
}

// MARK: - Drawing

extension Frame {
  /// Draws text, and says how many columns it has used, up to the right edge.
  ///
  /// - Parameters:
  ///   - text: What to draw; what doesn't fit is left out.
  ///   - position: Where it starts; the part to the left of the frame is left out.
  ///   - width: How many columns it may use at most.
  ///   - style: How it looks.
  /// - Returns: The columns used.
  @discardableResult
  public mutating func draw(
    _ text: some StringProtocol, at position: Position, width: Int? = nil, style: Style = Style()
  ) -> Int {
    let clip = position.column..<position.column + max(0, width ?? Int(Int32.max))
    return draw(String(text), at: position, clip: clip, style: style)
  }

  /// Draws text of several styles, each laid over `style`, and says how many columns it has used.
  @discardableResult
  public mutating func draw(
    _ text: StyledText, at position: Position, width: Int? = nil, style: Style = Style()
  ) -> Int {
    var used = 0
    for run in text.runs {
      let start = Position(column: position.column + used, row: position.row)
      let rest = width.map { $0 - used }
      let runStyle = run.style.over(style)
      let columns = draw(run.text, at: start, width: rest, style: runStyle)
      used += columns
      if columns < run.text.displayWidth { break }
    }
    return used
  }

  /// Puts a style behind columns of a row, and takes their text away.
  ///
  /// - Parameters:
  ///   - row: The row.
  ///   - columns: Which columns of it; all if `nil`.
  ///   - style: The style.
  public mutating func fill(row: Int, columns: Range<Int>? = nil, style: Style) {
    guard contains(row: row) else { return }
    let columns = (columns ?? 0..<size.columns).clamped(to: 0..<size.columns)
    guard !columns.isEmpty else { return }
    clearClusters(cutBy: columns, row: row)
    for column in columns { self[row, column] = .blank(style) }
  }

  /// Takes the text of a block of cells away.
  public mutating func clear(_ block: Rectangle, style: Style = Style()) {
    for row in block.rows { fill(row: row, columns: block.columns, style: style) }
  }

  /// Draws text from `position` on, but only inside the columns of `clip`.
  @discardableResult
  mutating func draw(
    _ text: String, at position: Position, clip: Range<Int>, style: Style
  ) -> Int {
    let visible = clip.clamped(to: 0..<size.columns)
    if text.isPlain {
      return drawPlain(text.utf8, at: position, visible: visible, style: style)
    }
    var column = position.column
    for character in text {
      let cluster = Cluster(character)
      guard column + cluster.width <= visible.upperBound else { break }
      if contains(row: position.row), visible.lowerBound <= column {
        put(cluster, row: position.row, column: column, style: style)
      }
      column += cluster.width
    }
    return column - position.column
  }

  /// The same for ASCII, without a look at each character.
  private mutating func drawPlain(
    _ bytes: String.UTF8View, at position: Position, visible: Range<Int>, style: Style
  ) -> Int {
    let used = min(bytes.count, max(0, visible.upperBound - position.column))
    let columns = (position.column..<position.column + used).clamped(to: visible)
    guard contains(row: position.row), !columns.isEmpty else { return used }
    clearClusters(cutBy: columns, row: position.row)
    for (column, byte) in zip(columns, bytes.dropFirst(columns.lowerBound - position.column)) {
      self[position.row, column] = Cell(glyph: Glyph(base: UInt32(byte)), style: style)
    }
    return used
  }

  private mutating func put(_ cluster: Cluster, row: Int, column: Int, style: Style) {
    guard cluster.width > 0 else { return }
    clearClusters(cutBy: column..<column + cluster.width, row: row)
    var column = column
    for (index, measured) in cluster.glyphs.enumerated() {
      self[row, column] = Cell(
        glyph: measured.glyph, style: style, continuesCluster: index > 0)
      if measured.width == 2 { self[row, column + 1] = .rightHalf(style) }
      column += measured.width
    }
  }

  /// Blanks what would be left of the clusters that reach over an end of the columns.
  private mutating func clearClusters(cutBy columns: Range<Int>, row: Int) {
    guard !columns.isEmpty else { return }
    var left = columns.lowerBound
    while left > 0, self[row, left].continuesCluster { left -= 1 }
    for column in left..<columns.lowerBound {
      self[row, column] = .blank(self[row, column].style)
    }
    var right = columns.upperBound
    while right < size.columns, self[row, right].continuesCluster {
      self[row, right] = .blank(self[row, right].style)
      right += 1
    }
  }

  /// A cell that is known to exist.
  subscript(row: Int, column: Int) -> Cell {
    get { cells[row * size.columns + column] }
    set { cells[row * size.columns + column] = newValue }
  }
}
