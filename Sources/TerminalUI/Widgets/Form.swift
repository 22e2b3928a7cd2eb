/// A form of labelled text fields, one line each.
///
/// Tab, Shift-Tab, ↑, ↓ and Enter go from field to field; Ctrl-S, or Enter in the last field,
/// saves; Esc or Ctrl-C cancels. Where a line has two texts to choose from, Ctrl-T takes the other.
///
/// ```swift
/// var form = Form(title: "Add a friend", fields: [.init(label: "Name"), .init(label: "Met at")])
/// if form.handle(event) == .submitted { save(form.fields.map(\.input.text)) }
/// ```
public struct Form: Hashable, Sendable {
  /// A line of a form.
  public struct Field: Hashable, Sendable {
    /// The name before the text.
    public var label: String
    /// The text.
    public var input: TextField
    /// What an empty field asks for.
    public var placeholder: String
    /// What is wrong with the text; shown under it.
    public var message: String?
    /// What somebody else has written here meanwhile; nil for nobody.
    public private(set) var other: Other?

    /// The text that a line could have instead.
    public struct Other: Hashable, Sendable {
      /// The text.
      public fileprivate(set) var text: String
      /// Whether it is the user's own, and the line has the other's.
      public fileprivate(set) var isOwn = false
    }

    /// Makes a line.
    public init(label: String, text: String = "", placeholder: String = "", lineEnd: Character = " ") {
      self.label = label
      input = TextField(text, lineEnd: lineEnd)
      self.placeholder = placeholder
    }

    fileprivate mutating func offer(_ text: String) { other = Other(text: text) }

    fileprivate mutating func takeOther() {
      guard let other else { return }
      self.other = Other(text: input.text, isOwn: !other.isOwn)
      input.text = other.text
      message = nil
    }
  }

  /// What an event has done.
  public enum Outcome: Hashable, Sendable {
    /// The user wants to save.
    case submitted
    /// The user wants to leave without saving.
    case cancelled
    /// A text is another one; its message has gone.
    case changed
    /// The cursor may have moved.
    case handled
    /// The event means nothing to a form.
    case ignored
  }

  /// What the form is about.
  public var title: String
  /// The lines.
  public var fields: [Field]
  /// Which line has the cursor.
  public var focus: Int {
    didSet { focus = max(0, min(focus, fields.count - 1)) }
  }

  /// Makes a form with the cursor in the first line.
  public init(title: String, fields: [Field]) {
    self.title = title
    self.fields = fields
    focus = 0
  }

  /// Shows what is wrong with a line, and puts the cursor there.
  public mutating func reject(_ index: Int, message: String) {
    guard fields.indices.contains(index) else { return }
    fields[index].message = message
    focus = index
  }

  /// Shows what somebody else has written in a line, which can be taken instead, and puts the cursor there.
  public mutating func offer(_ text: String, for index: Int) {
    guard fields.indices.contains(index) else { return }
    fields[index].offer(text)
    focus = index
  }

  /// Does what a key or a paste asks for.
  public mutating func handle(_ event: Event) -> Outcome {
    switch event {
    case .key(.escape), .key(.control("c")): return .cancelled
    case .key(.control("s")): return .submitted
    case .key(.control("t")) where focusedField?.other != nil:
      fields[focus].takeOther()
      return .changed
    case .key(.enter) where focus >= fields.count - 1: return .submitted
    case .key(.enter), .key(.down), .key(.control("n")): focus += 1
    case .key(.up), .key(.control("p")): focus -= 1
    case .key(.tab): focus = fields.isEmpty ? 0 : (focus + 1) % fields.count
    case .key(.backTab): focus = focus == 0 ? fields.count - 1 : focus - 1
    default: return edit(event)
    }
    return .handled
  }

  private var focusedField: Field? { fields.indices.contains(focus) ? fields[focus] : nil }

  private mutating func edit(_ event: Event) -> Outcome {
    guard fields.indices.contains(focus) else { return .ignored }
    switch fields[focus].input.handle(event) {
    case .changed:
      fields[focus].message = nil
      return .changed
    case .handled: return .handled
    case .ignored: return .ignored
    }
  }
}

// MARK: - Drawing

extension Form {
  /// Draws the form over the whole frame, scrolled so that the line with the cursor is in sight.
  public func draw(in frame: inout Frame, theme: Theme) {
    let size = frame.size
    frame.clear(Rectangle(origin: Position(column: 0, row: 0), size: size), style: theme[.row])
    frame.cursor = nil
    frame.draw(
      title.truncated(toWidth: size.columns - 2), at: Position(column: 1, row: 0),
      style: theme[.title])
    drawHint(in: &frame, theme: theme)

    let labelWidth = min(fields.map(\.label.displayWidth).max() ?? 0, max(4, size.columns / 3))
    let column = labelWidth + 3
    let lines = lines(messageWidth: size.columns - column - 3)
    let selected = lines.firstIndex(of: .field(focus)) ?? 0
    let top = size.rows > 6 ? 2 : 1
    let visible = Scrolling.window(
      of: lines.count, around: selected, rows: size.rows - top - 1)
    for (offset, line) in lines[visible].enumerated() {
      let row = top + offset
      switch line {
      case .field(let index):
        draw(fields[index], isFocused: index == focus, row: row, labelWidth, in: &frame, theme)
      case .message(let text): frame.draw(text, at: Position(column: column, row: row), style: theme[.error])
      }
    }
  }

  private enum Line: Equatable {
    case field(Int)
    case message(String)
  }

  /// Each field, and under it what is wrong with its text, in as many lines as that takes.
  private func lines(messageWidth: Int) -> [Line] {
    fields.indices.flatMap { index -> [Line] in
      let messages = [fields[index].message, fields[index].other?.description].compactMap(\.self)
      return [.field(index)]
        + messages.flatMap { message in
          message.wrapped(toWidth: messageWidth).enumerated().map { .message(($0 == 0 ? "↑ " : "  ") + $1) }
        }
    }
  }

  private func draw(
    _ field: Field, isFocused: Bool, row: Int, _ labelWidth: Int, in frame: inout Frame,
    _ theme: Theme
  ) {
    let label = field.label.truncated(toWidth: labelWidth)
    let labelColumn = 1 + labelWidth - label.displayWidth
    frame.draw(
      label, at: Position(column: labelColumn, row: row),
      style: theme[isFocused ? .prompt : .secondary])
    let column = labelWidth + 3
    field.input.draw(
      in: &frame, at: Position(column: column, row: row), width: frame.size.columns - column - 1,
      style: theme[.field], placeholder: StyledText(field.placeholder, style: theme[.placeholder]),
      isFocused: isFocused)
  }

  private func drawHint(in frame: inout Frame, theme: Theme) {
    guard frame.size.rows > 3 else { return }
    let choice = focusedField?.other.map { [("^T", $0.isOwn ? "take yours" : "take theirs")] } ?? []
    let hints = choice + [("^S", "save"), ("Esc", "cancel"), ("Tab", "next field")]
    frame.draw(
      StyledText(hints: hints, theme: theme).truncated(toWidth: frame.size.columns - 2),
      at: Position(column: 1, row: frame.size.rows - 1))
  }
}

extension Form.Field.Other {
  /// Whose the line's text is, and what the other one is.
  fileprivate var description: String {
    let text = text.isEmpty ? "nothing" : "“\(text.truncated(toWidth: 60))”"
    return isOwn ? "This is theirs; yours was \(text)." : "This is yours; meanwhile somebody saved \(text)."
  }
}
