extension Unicode.Scalar {
  /// Whether a terminal may do something else with it than show it: control characters, the separators of lines and
  /// paragraphs, and the signs that turn the direction of text around.
  ///
  /// Source: <https://www.unicode.org/reports/tr36/#Bidirectional_Text_Spoofing>
  public var isUnsafeToShow: Bool {
    switch value {
    case 0..<0x20, 0x7F..<0xA0, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
