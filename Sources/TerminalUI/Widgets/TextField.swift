/// A line of text that can be edited, with readline's keys.
///
/// The text is kept just as it was typed or pasted; only line ends become a space, or another sign, for there is one
/// line. The cursor moves by grapheme cluster, and deleting takes a whole one: one Backspace
/// removes a family emoji, or a letter with all its marks.
///
/// See <https://tiswww.case.edu/php/chet/readline/rluserman.html>.
public struct TextField: Hashable, Sendable {
  /// What an event has done.
  public enum Outcome: Hashable, Sendable {
    /// The text is another one.
    case changed
    /// The cursor may have moved, the text is the same.
    case handled
    /// The event means nothing to a text field.
    case ignored
  }

  /// The text. A new one has the cursor at its end.
  public var text: String {
    get { content }
    set {
      content = singleLine(newValue)
      cursor = content.utf8.count
    }
  }

  private var content = ""
  /// The bytes before the cursor.
  private var cursor = 0
  /// What was deleted last by ^W, ^K or ^U, for ^Y.
  private var killed = ""

  /// What each line end becomes.
  private let lineEnd: Character

  /// Makes a text field with the cursor at the end.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - lineEnd: What each line end becomes, now and in what is pasted.
  public init(_ text: String = "", lineEnd: Character = " ") {
    self.lineEnd = lineEnd
    self.text = text
  }

  /// Whether there is no text.
  public var isEmpty: Bool { content.isEmpty }

  /// The place of the cursor.
  private var place: String.Index { content.utf8.index(content.startIndex, offsetBy: cursor) }
  /// The text before the cursor.
  var head: Substring { content[..<place] }
  /// The text behind the cursor.
  var tail: Substring { content[place...] }

  /// Does what a key or a paste asks for.
  ///
  /// - Parameter event: The event.
  /// - Returns: What it has done.
  /// - Complexity: O(*m*) in the size of the clusters that are passed or changed; what is behind a change is moved in memory.
  public mutating func handle(_ event: Event) -> Outcome {
    switch event {
    case .paste(let pasted): insert(pasted)
    case .key(let key): edit(key) ?? .ignored
    default: .ignored
    }
  }

  private mutating func insert(_ new: String) -> Outcome { replace(place..<place, with: singleLine(new)) }

  private func singleLine(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: Self.isLineEnd) else { return text }
    return String(text.map { $0.isNewline ? lineEnd : $0 })
  }

  /// Whether a scalar is a line end, or a part of one: what is asked of each needs no characters.
  private static func isLineEnd(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0a...0x0d, 0x85, 0x2028, 0x2029: true
    default: false
    }
  }

  private mutating func edit(_ key: Key) -> Outcome? {
    switch key {
    case .character(let character): insert(String(character))
    case .left, .control("b"): move(to: before(place))
    case .right, .control("f"): move(to: after(place))
    case .home, .control("a"): move(to: content.startIndex)
    case .end, .control("e"): move(to: content.endIndex)
    case .backspace, .control("h"): replace(before(place)..<place, with: "")
    case .delete, .control("d"): replace(place..<after(place), with: "")
    case .control("w"): kill(wordStart..<place)
    case .control("k"): kill(place..<content.endIndex)
    case .control("u"): kill(content.startIndex..<place)
    case .control("y"): insert(killed)
    case .control("t"): transpose()
    default: nil
    }
  }

  private func before(_ index: String.Index) -> String.Index {
    index == content.startIndex ? index : content.index(before: index)
  }

  private func after(_ index: String.Index) -> String.Index {
    index == content.endIndex ? index : content.index(after: index)
  }

  private func offset(of index: String.Index) -> Int { content.utf8.distance(from: content.startIndex, to: index) }

  private mutating func move(to index: String.Index) -> Outcome {
    cursor = offset(of: index)
    return .handled
  }

  /// Puts another text in the place of a part; the cursor comes to stand behind it.
  private mutating func replace(_ range: Range<String.Index>, with new: String) -> Outcome {
    guard !content[range].utf8.elementsEqual(new.utf8) else { return .handled }
    cursor = offset(of: range.lowerBound) + new.utf8.count
    content.replaceSubrange(range, with: new)
    keepClustersWhole()
    return .changed
  }

  private mutating func kill(_ range: Range<String.Index>) -> Outcome {
    if !range.isEmpty { killed = String(content[range]) }
    return replace(range, with: "")
  }

  /// Where the word before the cursor begins, blanks behind it being a part of it.
  private var wordStart: String.Index {
    let blanks = head.reversed().prefix { $0.isWhitespace }
    let word = head.reversed().dropFirst(blanks.count).prefix { !$0.isWhitespace }
    return head.index(head.endIndex, offsetBy: -(blanks.count + word.count))
  }

  /// Exchanges the two clusters around the cursor, or the last two at the end.
  private mutating func transpose() -> Outcome {
    let second = place == content.endIndex ? before(place) : place
    let first = before(second)
    guard place != content.startIndex, first != second else { return .handled }
    let end = after(second)
    return replace(first..<end, with: String(content[second..<end] + content[first..<second]))
  }

  /// Moves the cursor behind the cluster that it has come to stand in.
  ///
  /// A mark that is typed, or a letter that is deleted, can join what stands on both sides of the
  /// cursor.
  private mutating func keepClustersWhole() {
    guard cursor < content.utf8.count else { return }
    let end = content.index(after: place)
    if content.index(before: end) != place { cursor = offset(of: end) }
  }
}

// MARK: - Drawing

extension TextField {
  /// Draws the text in its columns.
  ///
  /// Text that is too long scrolls by half the width, so that there is always some to see on both
  /// sides of the cursor.
  ///
  /// - Parameters:
  ///   - frame: Where to draw.
  ///   - position: The first column.
  ///   - width: How many columns; the cursor takes one at the end of the text.
  ///   - style: How the text looks.
  ///   - placeholder: What an empty field asks for.
  ///   - isFocused: Puts the frame's cursor into the field.
  public func draw(
    in frame: inout Frame, at position: Position, width: Int, style: Style = Style(),
    placeholder: StyledText = StyledText(), isFocused: Bool = true
  ) {
    guard width > 0 else { return }
    let columns = position.column..<position.column + width
    frame.fill(row: position.row, columns: columns, style: style)
    if isEmpty {
      frame.draw(
        placeholder.truncated(toWidth: width), at: position, width: width, style: style)
    }
    let start = isFocused ? drawnFrom : content.startIndex
    let cursor = content[start..<(isFocused ? place : start)].displayWidth
    let scroll = Self.scroll(cursor: cursor, width: width)
    let origin = Position(column: position.column - scroll, row: position.row)
    let end = content[(isFocused ? place : start)...].prefix(columns: width).endIndex
    frame.draw(String(content[start..<end]), at: origin, clip: columns, style: style)
    guard isFocused else { return }
    frame.cursor = Position(column: origin.column + cursor, row: position.row)
  }

  /// Where drawing begins: the beginning, or so far before the cursor that nothing before it can be in sight. What is drawn of a
  /// long text takes no longer than of a short one.
  private var drawnFrom: String.Index {
    let page = 4096
    let offset = (cursor / page - 1) * page
    guard offset > 0 else { return content.startIndex }
    let end = content.index(after: content.utf8.index(content.startIndex, offsetBy: offset))
    // A cluster may be longer than all that.
    return end < place ? end : content.index(before: end)
  }

  private static func scroll(cursor: Int, width: Int) -> Int {
    guard cursor >= width else { return 0 }
    let step = max(1, width / 2)
    return ((cursor - width) / step + 1) * step
  }
}

extension Substring {
  /// As many clusters as fill a number of columns, or one more.
  fileprivate func prefix(columns: Int) -> Substring {
    var used = 0
    return prefix { character in
      guard used <= columns else { return false }
      used += Cluster(character).width
      return true
    }
  }
}
