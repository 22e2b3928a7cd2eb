/// A popup to choose from: one list, or several side by side.
///
/// ```swift
/// var menu = Menu(title: "Sort by", items: sorts.map(\.name), current: 0)
/// switch menu.handle(event) {
/// case .chosen: sort = sorts[menu.selections[0]]
/// …
/// ```
///
/// Where one list depends on another, such as the names of an order on the field, put new items
/// into `pickers` after each `.moved`.
public struct Menu: Hashable, Sendable {
  /// One list of a menu.
  public struct Picker: Hashable, Sendable {
    /// What is chosen here; empty if the menu's title says it.
    public var title: String
    /// The names to choose from.
    public var items: [String] {
      didSet { selection = clamped(selection) }
    }
    /// The item that is in force now: it carries a mark.
    public var current: Int?
    /// The item under the cursor.
    public private(set) var selection: Int

    /// Makes a list whose current item is under the cursor.
    public init(title: String = "", items: [String], current: Int? = nil) {
      self.title = title
      self.items = items
      self.current = current
      selection = 0
      selection = clamped(current ?? 0)
    }

    mutating func select(_ index: Int) { selection = clamped(index) }

    private func clamped(_ index: Int) -> Int { max(0, min(index, items.count - 1)) }
  }

  /// What an event has done.
  public enum Outcome: Hashable, Sendable {
    /// The user has chosen; see `selections`.
    case chosen
    /// The user has closed the menu.
    case cancelled
    /// Another item is under the cursor, or another list has it.
    case moved
    /// The event means nothing to a menu.
    case ignored
  }

  /// What the menu is about.
  public var title: String
  /// The lists.
  public var pickers: [Picker]
  /// Which list has the cursor.
  public private(set) var focus = 0

  /// Makes a menu of several lists.
  public init(title: String, pickers: [Picker]) {
    self.title = title
    self.pickers = pickers
  }

  /// Makes a menu of one list.
  public init(title: String, items: [String], current: Int? = nil) {
    self.init(title: title, pickers: [Picker(items: items, current: current)])
  }

  /// The item under the cursor, for each list.
  public var selections: [Int] { pickers.map(\.selection) }

  /// Does what a key asks for.
  public mutating func handle(_ event: Event) -> Outcome {
    guard case .key(let key) = event, pickers.indices.contains(focus) else { return .ignored }
    let picker = pickers[focus]
    switch key {
    case .up, .character("k"), .control("p"): pickers[focus].select(picker.selection - 1)
    case .down, .character("j"), .control("n"): pickers[focus].select(picker.selection + 1)
    case .home, .pageUp, .character("g"): pickers[focus].select(0)
    case .end, .pageDown, .character("G"): pickers[focus].select(picker.items.count - 1)
    case .right, .character("l"): focus = min(focus + 1, pickers.count - 1)
    case .left, .character("h"): focus = max(focus - 1, 0)
    case .tab: focus = (focus + 1) % pickers.count
    case .backTab: focus = (focus + pickers.count - 1) % pickers.count
    case .enter: return .chosen
    case .escape, .control("c"), .character("q"): return .cancelled
    default: return .ignored
    }
    return .moved
  }
}

// MARK: - Drawing

extension Menu {
  /// Draws the menu in the middle of a frame, over what is there.
  public func draw(in frame: inout Frame, theme: Theme) {
    let heading = pickers.contains { !$0.title.isEmpty } ? 1 : 0
    let widths = pickers.map(Self.width)
    let inner = max(widths.reduce(0, +), title.displayWidth + 4)
    let rows = heading + (pickers.map(\.items.count).max() ?? 0)
    let box = Rectangle(
      centered: Size(columns: inner + 2, rows: rows + 2), in: frame.size)
    frame.drawBox(box, title: title, theme: theme)
    frame.cursor = nil
    var column = box.origin.column + 1
    let end = box.columns.upperBound - 1
    let top = box.origin.row + 1
    for (index, picker) in pickers.enumerated() {
      let width = index == pickers.count - 1 ? end - column : min(widths[index], end - column)
      let area = Rectangle(
        origin: Position(column: column, row: top),
        size: Size(columns: width, rows: box.size.rows - 2))
      draw(picker, heading: heading, isFocused: index == focus, in: &frame, area, theme)
      column += width
    }
  }

  /// The longest item, with room for the mark before it and a blank behind.
  private static func width(of picker: Picker) -> Int {
    (picker.items + [picker.title]).map { $0.displayWidth + 4 }.max() ?? 0
  }

  private func draw(
    _ picker: Picker, heading: Int, isFocused: Bool, in frame: inout Frame, _ area: Rectangle,
    _ theme: Theme
  ) {
    let width = area.size.columns
    if heading > 0 {
      let start = Position(column: area.origin.column + 3, row: area.origin.row)
      frame.draw(
        picker.title.truncated(toWidth: width - 4), at: start, style: theme[.sectionHeader])
    }
    let visible = Scrolling.window(
      of: picker.items.count, around: picker.selection, rows: area.size.rows - heading)
    for (offset, index) in visible.enumerated() {
      let row = area.origin.row + heading + offset
      let isSelected = index == picker.selection
      let style = isSelected ? theme[isFocused ? .selectedRow : .sectionHeader] : theme[.row]
      frame.fill(row: row, columns: area.columns, style: style)
      let text = (index == picker.current ? " ✓ " : "   ") + picker.items[index]
      let start = Position(column: area.origin.column, row: row)
      frame.draw(text.truncated(toWidth: width), at: start, style: style)
      if isSelected && isFocused {
        let column = min(start.column + 3, area.columns.upperBound - 1)
        frame.cursor = Position(column: column, row: row)
      }
    }
  }
}

/// Which rows of a list are shown.
enum Scrolling {
  /// A window of `rows` over `count` rows, with the selected one in the middle where possible.
  static func window(of count: Int, around selection: Int, rows: Int) -> Range<Int> {
    let rows = max(0, min(rows, count))
    let start = max(0, min(selection - rows / 2, count - rows))
    return start..<start + rows
  }
}
