/// The size of a terminal or of a part of it, in character cells.
public struct Size: Hashable, Sendable {
  /// The width.
  public var columns: Int
  /// The height.
  public var rows: Int

  /// Makes a size; what is negative counts as 0.
  public init(columns: Int, rows: Int) {
    self.columns = max(0, columns)
    self.rows = max(0, rows)
  }
}

/// The place of a character cell; (0, 0) is the upper left one.
public struct Position: Hashable, Sendable {
  /// Counted from the left, from 0.
  public var column: Int
  /// Counted from the top, from 0.
  public var row: Int

  /// Makes a position; it may lie outside of any frame.
  public init(column: Int, row: Int) {
    self.column = column
    self.row = row
  }
}

/// A block of character cells.
public struct Rectangle: Hashable, Sendable {
  /// The upper left cell.
  public var origin: Position
  /// How many cells, to the right and down.
  public var size: Size

  /// Makes a block of cells.
  public init(origin: Position, size: Size) {
    self.origin = origin
    self.size = size
  }

  /// The columns that it covers.
  public var columns: Range<Int> { origin.column..<origin.column + size.columns }
  /// The rows that it covers.
  public var rows: Range<Int> { origin.row..<origin.row + size.rows }

  /// A block of that size in the middle of a frame, made smaller where it doesn't fit.
  public init(centered size: Size, in outer: Size) {
    let size = Size(
      columns: min(size.columns, outer.columns), rows: min(size.rows, outer.rows))
    self.init(
      origin: Position(
        column: (outer.columns - size.columns) / 2, row: (outer.rows - size.rows) / 2),
      size: size)
  }
}
