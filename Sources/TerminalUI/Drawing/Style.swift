/// A color of text or of what lies behind it.
public enum Color: Hashable, Sendable {
  /// The terminal's own foreground or background.
  case standard
  /// One of the terminal's 256: 0 to 7 and their bright forms 8 to 15 are the user's own choice.
  case palette(UInt8)
  /// Red, green and blue; the nearest color of the palette where the terminal has no more.
  case rgb(UInt8, UInt8, UInt8)

  /// The palette's red.
  public static let red = Color.palette(1)
  /// The palette's green.
  public static let green = Color.palette(2)
  /// The palette's yellow.
  public static let yellow = Color.palette(3)
  /// The palette's blue.
  public static let blue = Color.palette(4)
  /// The palette's magenta.
  public static let magenta = Color.palette(5)
  /// The palette's cyan.
  public static let cyan = Color.palette(6)
  /// The palette's bright white.
  public static let brightWhite = Color.palette(15)
}

/// The ways to set off text that need no color.
public struct Attributes: OptionSet, Hashable, Sendable {
  /// The bits.
  public let rawValue: UInt8

  /// Makes a set from its bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Heavier, or brighter.
  public static let bold = Attributes(rawValue: 1)
  /// Fainter.
  public static let dim = Attributes(rawValue: 2)
  /// Slanted.
  public static let italic = Attributes(rawValue: 4)
  /// Underlined.
  public static let underline = Attributes(rawValue: 8)
  /// Foreground and background exchanged.
  public static let reverse = Attributes(rawValue: 16)
}

/// How a cell looks: its colors and attributes.
public struct Style: Hashable, Sendable {
  /// The color of the text.
  public var foreground: Color
  /// The color behind the text.
  public var background: Color
  /// Bold, dim, italic, underlined, reversed.
  public var attributes: Attributes

  /// Makes a style; by default plain text in the terminal's own colors.
  public init(
    foreground: Color = .standard, background: Color = .standard, attributes: Attributes = []
  ) {
    self.foreground = foreground
    self.background = background
    self.attributes = attributes
  }

  /// This style laid over another: its colors win where it has any, the attributes add up.
  ///
  /// A search match in the selected row is `theme[.match].over(theme[.selectedRow])`.
  public func over(_ below: Style) -> Style {
    Style(
      foreground: foreground == .standard ? below.foreground : foreground,
      background: background == .standard ? below.background : background,
      attributes: attributes.union(below.attributes))
  }
}
