import FetchedResults

/// What a list shows and where in it one is: a snapshot, its folds, the selection and the scroll position.
///
/// The selection is kept by identity. Whatever changes the snapshot, the selected record stays on its line of the screen;
/// if it is gone, the next one that is still there is selected.
struct ListState<R: Record> {
  /// What can be selected.
  enum Item: Hashable {
    case header(String?)
    case record(RecordID<R>)
  }

  /// Which row is selected when the selected record is not in a new snapshot.
  enum Fallback {
    /// The next record that is still there, else one before.
    case neighbour
    /// The first record.
    case first
  }

  private(set) var snapshot = Snapshot<String?, R>.empty
  private(set) var folds = Folds()
  private(set) var rows = RowMap([])
  /// What the user has selected, even while an incomplete snapshot does not reach it.
  private(set) var selection: Item?
  /// Whether an incomplete snapshot does not reach the selection, so that another row stands for it.
  private(set) var isSelectionPending = false
  /// The row of the selection, or what stands for it.
  private(set) var selectedRow = 0
  /// The row on the first line of the screen, or behind the header that is kept there.
  private(set) var top = 0
  /// The number of lines.
  private(set) var height = 1
  /// Where the screen was before it was made smaller, for when it grows again.
  private var topBeforeResizing: Int?
  /// The last snapshot that held the selection, for finding its neighbours.
  private var reference = Snapshot<String?, R>.empty

  // MARK: Content

  /// Shows another snapshot or other folds.
  mutating func show(_ snapshot: Snapshot<String?, R>, folds: Folds, fallback: Fallback = .neighbour) {
    let isFirst = selection == nil
    let line = selectedRow - top
    let isSelectionInSight = lines.contains(line)
    let first = item(at: top)
    self.snapshot = snapshot
    self.folds = folds
    rows = RowMap(snapshot.sections, folds: folds)
    place(selection, fallback: fallback)
    if isFirst {
      top = 0
    } else if isSelectionInSight {
      top = selectedRow - line
    } else if let first, let row = row(of: first) {
      top = row
    }
    keepScrollInside(revealing: isFirst || isSelectionInSight)
  }

  /// Folds or unfolds without changing the snapshot.
  mutating func fold(_ folds: Folds) { show(snapshot, folds: folds) }

  private mutating func place(_ wanted: Item?, fallback: Fallback) {
    isSelectionPending = false
    if let wanted, let row = row(of: wanted) {
      selectedRow = row
      reference = snapshot
      // A record whose section was folded is represented by the header from now on.
      if case .header = rows[row] { selection = item(at: row) }
    } else if let wanted, !snapshot.isComplete, mayFollow(wanted, fallback) {
      isSelectionPending = true
      selectedRow = firstRecordRow
    } else {
      selectedRow = row(after: wanted, fallback: fallback)
      selection = item(at: selectedRow)
      reference = snapshot
    }
  }

  /// Whether the rest of an incomplete snapshot may have an item: what matches a search keeps its order, so that an item is not
  /// found any more once the beginning ends behind it.
  private func mayFollow(_ wanted: Item, _ fallback: Fallback) -> Bool {
    guard case .first = fallback, case .record(let id) = wanted, let position = reference.position(of: id),
      let last = snapshot.last
    else { return true }
    return reference.position(of: last).map { $0 < position } ?? reference.isComplete
  }

  private func row(after lost: Item?, fallback: Fallback) -> Int {
    guard case .neighbour = fallback, case .record(let id) = lost, let position = reference.position(of: id) else {
      return lost == nil || rows.count == 0 ? firstRecordRow : fallbackRow(fallback)
    }
    // Further away than this nobody expects to see the same people around.
    let reach = 64
    let after = reference[min(position + 1, reference.count)..<min(position + reach, reference.count)]
    let before = reference[max(0, position - reach)..<position].reversed()
    for neighbour in Array(after) + Array(before) {
      if let position = snapshot.position(of: neighbour), let row = rows.row(ofPosition: position) { return row }
    }
    return fallbackRow(fallback)
  }

  private func fallbackRow(_ fallback: Fallback) -> Int {
    if case .first = fallback { return firstRecordRow }
    return max(0, min(selectedRow, rows.count - 1))
  }

  /// The row of the first record that is not folded away; the first header if all are.
  private var firstRecordRow: Int {
    let section = snapshot.sections.firstIndex { !folds.contains($0.identifier) }
    return section.map { rows.row(ofSection: $0) + 1 } ?? 0
  }

  // MARK: Items and rows

  /// What a row shows, by its identity.
  func item(at row: Int) -> Item? {
    switch rows[row] {
    case .header(let section): .header(snapshot.sections[section].identifier)
    case .record(let position, _): .record(snapshot[position])
    case nil: nil
    }
  }

  private func row(of item: Item) -> Int? {
    switch item {
    case .header(let identifier):
      snapshot.sections.firstIndex { $0.identifier == identifier }.map(rows.row(ofSection:))
    case .record(let id): snapshot.position(of: id).flatMap(rows.row(ofPosition:))
    }
  }

  /// The section that a record is in; nil if it is not in the snapshot.
  func section(of id: RecordID<R>) -> Snapshot<String?, R>.Section? {
    snapshot.position(of: id).flatMap(snapshot.sectionPosition).map { snapshot.sections[$0] }
  }

  /// The selected record; nil on a header.
  var selectedRecord: RecordID<R>? {
    guard case .record(let id) = item(at: selectedRow) else { return nil }
    return id
  }

  /// The section that the selection is in.
  var selectedSection: Snapshot<String?, R>.Section? {
    rows.section(ofRow: selectedRow).map { snapshot.sections[$0] }
  }

  // MARK: Lines of the screen

  /// The lines that show something.
  var lines: Range<Int> { 0..<max(0, min(height, rows.count - top)) }

  /// The row that a line shows. The first line keeps the header of its section while that is scrolled out of sight.
  func row(onLine line: Int) -> Int {
    guard line == 0, height > 1, case .record(_, let section) = rows[top] else { return top + line }
    return rows.row(ofSection: section)
  }

  /// The records on the screen.
  var visibleRecords: [RecordID<R>] { records(inRows: top..<top + height) }

  /// The records on the screen and a screenful around it.
  var recordsAround: [RecordID<R>] { records(inRows: top - height..<top + 2 * height) }

  private func records(inRows range: Range<Int>) -> [RecordID<R>] {
    range.clamped(to: 0..<rows.count).compactMap { row in
      guard case .record(let position, _) = rows[row] else { return nil }
      return snapshot[position]
    }
  }

  // MARK: Moving

  /// Selects a row; beyond an end, the row at that end.
  mutating func select(row: Int) {
    selectedRow = max(0, min(row, rows.count - 1))
    selection = item(at: selectedRow)
    isSelectionPending = false
    reference = snapshot
    reveal()
  }

  /// Selects an item: now, or when the rest of an incomplete snapshot has it.
  mutating func select(_ item: Item) {
    if let row = row(of: item) {
      select(row: row)
    } else if !snapshot.isComplete {
      selection = item
      isSelectionPending = true
    }
  }

  /// How many rows a page is, with one that stays in sight.
  var page: Int { max(1, height - 1) }
  var halfPage: Int { max(1, height / 2) }

  /// Moves the selection by rows.
  mutating func move(by distance: Int) { select(row: selectedRow + distance) }

  /// Selects the first record.
  mutating func selectFirst() {
    top = 0
    select(row: firstRecordRow)
  }

  /// Selects the header of the next section, or the one before.
  mutating func moveSection(forward: Bool) {
    guard let section = rows.section(ofRow: selectedRow) else { return }
    let header = rows.row(ofSection: section)
    if forward {
      select(row: section + 1 < snapshot.sections.count ? rows.row(ofSection: section + 1) : rows.count - 1)
    } else {
      select(row: selectedRow > header ? header : section > 0 ? rows.row(ofSection: section - 1) : header)
    }
  }

  /// Scrolls without moving the selection.
  mutating func scroll(by distance: Int) {
    top += distance
    keepScrollInside(revealing: false)
  }

  /// Puts the selection on a line, which may be out of sight if it was there before.
  mutating func scroll(toShowSelectionOnLine line: Int) {
    top = selectedRow - line
    keepScrollInside(revealing: 0..<height ~= line)
  }

  /// Tells how many lines there are.
  mutating func resize(height: Int) {
    guard height != self.height else { return }
    self.height = max(1, height)
    let wanted = topBeforeResizing ?? top
    top = wanted
    reveal()
    topBeforeResizing = wanted
  }

  /// Scrolls as little as it takes to have the selection on the screen.
  private mutating func reveal() { keepScrollInside(revealing: true) }

  private mutating func keepScrollInside(revealing: Bool) {
    topBeforeResizing = nil
    if revealing {
      // Above a record there is always a line for its header.
      var first = selectedRow
      if height > 1, case .record = rows[selectedRow] { first -= 1 }
      top = min(max(top, selectedRow - height + 1), first)
    }
    top = max(0, min(top, rows.count - height))
  }
}
