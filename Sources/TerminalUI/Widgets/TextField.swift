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

  /// The text.
  public var text: String {
    get { head + tail }
    set {
      head = singleLine(newValue)
      tail = ""
    }
  }

  /// The text before the cursor.
  private(set) var head = ""
  /// The text behind the cursor.
  private(set) var tail = ""
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
  public var isEmpty: Bool { head.isEmpty && tail.isEmpty }

  /// Does what a key or a paste asks for.
  public mutating func handle(_ event: Event) -> Outcome {
    let before = text
    switch event {
    case .paste(let pasted): insert(pasted)
    case .key(let key):
      guard edit(key) else { return .ignored }
    default: return .ignored
    }
    keepClustersWhole()
    return text.utf8.elementsEqual(before.utf8) ? .handled : .changed
  }

  private mutating func insert(_ new: String) { head += singleLine(new) }

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

  private mutating func edit(_ key: Key) -> Bool {
    switch key {
    case .character(let character): insert(String(character))
    case .left, .control("b"):
      tail = head.suffix(1) + tail
      head = String(head.dropLast())
    case .right, .control("f"):
      head += tail.prefix(1)
      tail = String(tail.dropFirst())
    case .home, .control("a"): (head, tail) = ("", text)
    case .end, .control("e"): (head, tail) = (text, "")
    case .backspace, .control("h"): head = String(head.dropLast())
    case .delete, .control("d"): tail = String(tail.dropFirst())
    case .control("w"): killWord()
    case .control("k"): kill(head: head, tail: "", tail)
    case .control("u"): kill(head: "", tail: tail, head)
    case .control("y"): insert(killed)
    case .control("t"): transpose()
    default: return false
    }
    return true
  }

  private mutating func kill(head: String, tail: String, _ removed: String) {
    self.head = head
    self.tail = tail
    if !removed.isEmpty { killed = removed }
  }

  private mutating func killWord() {
    let blanks = head.reversed().prefix { $0.isWhitespace }.count
    let word = head.dropLast(blanks).reversed().prefix { !$0.isWhitespace }.count
    let count = blanks + word
    kill(head: String(head.dropLast(count)), tail: tail, String(head.suffix(count)))
  }

  /// Exchanges the two clusters around the cursor, or the last two at the end.
  private mutating func transpose() {
    let clusters = Array(text)
    guard clusters.count > 1, !head.isEmpty else { return }
    let second = min(head.count, clusters.count - 1)
    let head = clusters[..<(second - 1)] + [clusters[second], clusters[second - 1]]
    (self.head, tail) = (String(head), String(clusters[(second + 1)...]))
  }

  /// Moves the cursor behind the cluster that it has come to stand in.
  ///
  /// A mark that is typed, or a letter that is deleted, can join what stands on both sides of the
  /// cursor.
  private mutating func keepClustersWhole() {
    guard !tail.isEmpty else { return }
    let text = text
    let offset = head.utf8.count
    var boundary = text.startIndex
    while text.utf8.distance(from: text.startIndex, to: boundary) < offset {
      text.formIndex(after: &boundary)
    }
    (head, tail) = (String(text[..<boundary]), String(text[boundary...]))
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
    let cursor = head.displayWidth
    let scroll = isFocused ? Self.scroll(cursor: cursor, width: width) : 0
    let start = Position(column: position.column - scroll, row: position.row)
    frame.draw(text, at: start, clip: columns, style: style)
    guard isFocused else { return }
    frame.cursor = Position(column: start.column + cursor, row: position.row)
  }

  private static func scroll(cursor: Int, width: Int) -> Int {
    guard cursor >= width else { return 0 }
    let step = max(1, width / 2)
    return ((cursor - width) / step + 1) * step
  }
}
