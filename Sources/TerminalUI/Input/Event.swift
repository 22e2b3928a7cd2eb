/// A key, as the terminal names it.
///
/// Shift, Alt and Ctrl are known only where they make another key of it; `Ctrl-→` is `→`. There are
/// no Alt keys: an Esc and a key that arrive together are Esc, then that key.
public enum Key: Hashable, Sendable {
  /// A letter, digit, sign or blank. A letter with marks may arrive as several.
  case character(Character)
  /// Ctrl and a small letter or a sign: Ctrl-C is `.control("c")`.
  case control(Character)
  /// Enter or Return, or Ctrl-J.
  case enter
  /// Tab, or Ctrl-I.
  case tab
  /// Shift-Tab.
  case backTab
  /// Esc.
  case escape
  /// Backspace, or Ctrl-H.
  case backspace
  /// Del.
  case delete
  /// Ins.
  case insert
  /// ↑
  case up
  /// ↓
  case down
  /// ←
  case left
  /// →
  case right
  /// Home.
  case home
  /// End.
  case end
  /// PgUp.
  case pageUp
  /// PgDn.
  case pageDown
  /// F1 and so on.
  case function(Int)
}

/// What the mouse has done, and where.
public struct MouseEvent: Hashable, Sendable {
  /// What the mouse has done.
  public enum Action: Hashable, Sendable {
    /// A button went down.
    case press(Button)
    /// A button went up; some terminals do not say which.
    case release(Button?)
    /// The mouse moved, with a button down or without.
    case move(Button?)
    /// The wheel turned away from the user.
    case scrollUp
    /// The wheel turned towards the user.
    case scrollDown
  }

  /// A mouse button.
  public enum Button: Hashable, Sendable {
    /// The main button.
    case left
    /// The wheel.
    case middle
    /// The second button.
    case right
  }

  /// What the mouse has done.
  public var action: Action
  /// Where.
  public var position: Position

  /// Makes an event of the mouse.
  public init(_ action: Action, at position: Position) {
    self.action = action
    self.position = position
  }
}

/// What happens to a terminal app.
public enum Event: Hashable, Sendable {
  /// A key was pressed.
  case key(Key)
  /// Text was pasted; its lines end in `\n`.
  case paste(String)
  /// The mouse did something.
  case mouse(MouseEvent)
  /// The terminal's window is the active one now.
  case focusIn
  /// The terminal's window is not the active one any more.
  case focusOut
  /// The terminal has another size.
  case resize(Size)
}
