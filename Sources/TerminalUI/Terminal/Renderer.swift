import CNcurses

/// Turns frames into the bytes that change the terminal from one to the next.
///
/// ncurses finds the shortest way; it draws into an anonymous file, so that a frame is a single
/// write and tests need no terminal. Only rows that differ from the last frame's are put.
@MainActor
final class Renderer {
  let depth: ColorDepth
  private let screen: OpaquePointer
  private var shown: Frame?
  private var size: Size

  init?(type: String, size: Size, usesColor: Bool) {
    GlyphRule.forceUTF8()
    guard let screen = cn_open(type, usesColor) else { return nil }
    self.screen = screen
    self.size = size
    depth = ColorDepth(colors: Int(cn_colors(screen)))
    cn_resize(screen, Int32(size.columns), Int32(size.rows))
  }

  isolated deinit { cn_close(screen) }

  /// The terminal has another size, and may show anything.
  func resize(to size: Size) {
    self.size = size
    cn_resize(screen, Int32(size.columns), Int32(size.rows))
    invalidate()
  }

  /// The terminal may show anything: the next frame is drawn whole.
  func invalidate() {
    shown = nil
    cn_invalidate(screen)
  }

  /// The bytes that give the terminal back.
  func end() -> [UInt8] {
    // Where there is no other screen to go back to, the shell goes on in the last row.
    cn_clear_row(screen, Int32(size.rows - 1))
    cn_refresh(screen, 0, Int32(size.rows - 1), true)
    shown = nil
    cn_end(screen)
    return take()
  }

  /// The bytes that make the terminal show a frame; none if it does already.
  func present(_ frame: Frame) -> [UInt8] {
    guard frame != shown else { return [] }
    let previous = shown.flatMap { $0.size == frame.size ? $0 : nil }
    for row in 0..<min(frame.size.rows, size.rows) {
      let cells = frame.cells(inRow: row)
      if let previous, previous.cells(inRow: row) == cells { continue }
      put(cells.prefix(size.columns), row: row)
    }
    shown = frame
    let cursor = frame.cursor.flatMap { contains($0) ? $0 : nil }
    cn_refresh(screen, Int32(cursor?.column ?? 0), Int32(cursor?.row ?? 0), cursor != nil)
    return take()
  }

  private func contains(_ position: Position) -> Bool {
    0..<size.columns ~= position.column && 0..<size.rows ~= position.row
  }

  private func put(_ cells: ArraySlice<Cell>, row: Int) {
    cn_clear_row(screen, Int32(row))
    let blank = Cell.blank(Style())
    for (column, cell) in cells.enumerated() where cell != blank && !cell.isRightHalf {
      cn_put(
        screen, Int32(column), Int32(row), cell.glyph.scalars,
        Int32(cell.style.attributes.rawValue), depth.number(for: cell.style.foreground),
        depth.number(for: cell.style.background))
    }
  }

  private func take() -> [UInt8] {
    let count = cn_pending(screen)
    guard count > 0 else { return [] }
    return Array(unsafeUninitializedCapacity: count) { buffer, initialized in
      initialized = cn_take(screen, buffer.baseAddress, count) ? count : 0
    }
  }
}
