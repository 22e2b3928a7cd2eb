/// What a piece of text is for; a theme says how that looks.
public enum Role: CaseIterable, Hashable, Sendable {
  /// The name of the screen.
  case title
  /// The header of a section.
  case sectionHeader
  /// How many rows a section or a list has.
  case count
  /// An ordinary row.
  case row
  /// The row under the cursor.
  case selectedRow
  /// What matters less than the text beside it, such as a date.
  case secondary
  /// A tag.
  case tag
  /// What a search has found.
  case match
  /// What destroys, such as the Delete panel of a swipe.
  case danger
  /// The sign before a text field.
  case prompt
  /// The text in a text field.
  case field
  /// What an empty text field asks for.
  case placeholder
  /// The name of a key.
  case keyName
  /// What a key does, and other asides.
  case hint
  /// What went wrong.
  case error
  /// A passing message.
  case toast
  /// The frame of a popup.
  case border
}

/// A style for each role.
///
/// The standard theme keeps the terminal's own foreground and background, and so reads on light and
/// on dark. Its few accents are the user's own 16 colors, and never say anything that text or
/// attributes do not say as well.
public struct Theme: Hashable, Sendable {
  private var styles: [Role: Style]

  /// The style for a role; plain text where the theme says nothing.
  public subscript(role: Role) -> Style {
    get { styles[role] ?? Style() }
    set { styles[role] = newValue }
  }

  /// The style for a role inside the selected row.
  ///
  /// Where foreground and background are exchanged, colors would become blocks and faint text hard to read: there a
  /// role is told by its weight and its line alone.
  public func selected(_ role: Role) -> Style {
    Style(attributes: self[role].attributes.subtracting(.dim)).over(self[.selectedRow])
  }

  /// The look with colors.
  public static let standard: Theme = {
    var theme = monochrome
    theme[.sectionHeader].foreground = .cyan
    theme[.tag] = Style(foreground: .magenta)
    theme[.match].foreground = .yellow
    theme[.danger] = Style(foreground: .brightWhite, background: .red, attributes: .bold)
    theme[.prompt].foreground = .cyan
    theme[.keyName].foreground = .cyan
    theme[.error].foreground = .red
    theme[.toast].foreground = .green
    return theme
  }()

  /// The look without any color, as `NO_COLOR` asks for.
  ///
  /// See <https://no-color.org>.
  public static let monochrome = Theme(styles: [
    .title: Style(attributes: .bold),
    .sectionHeader: Style(attributes: .bold),
    .count: Style(attributes: .dim),
    .selectedRow: Style(attributes: .reverse),
    .secondary: Style(attributes: .dim),
    .tag: Style(attributes: .italic),
    .match: Style(attributes: [.bold, .underline]),
    .danger: Style(attributes: [.bold, .reverse]),
    .prompt: Style(attributes: .bold),
    .placeholder: Style(attributes: .dim),
    .keyName: Style(attributes: .bold),
    .hint: Style(attributes: .dim),
    .error: Style(attributes: .bold),
    .toast: Style(attributes: .bold),
    .border: Style(attributes: .dim),
  ])
}
