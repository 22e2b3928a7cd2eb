extension StringProtocol {
  /// The columns that the text takes on the screen.
  ///
  /// ```swift
  /// "田中".displayWidth  // 4
  /// ```
  public var displayWidth: Int { String(self).columnCount }

  /// The text in at most that many columns, ended by `…` if some of it is cut off.
  ///
  /// The cut never splits a grapheme cluster.
  public func truncated(toWidth width: Int) -> String {
    StyledText(String(self)).truncated(toWidth: width).text
  }

  /// The text as the screen shows it, for places that write to a terminal themselves.
  ///
  /// Control characters are a visible mark each, so that a text can neither move the cursor nor
  /// speak to the terminal.
  public var displayText: String { String(self).cleaned }
}

/// What is measured often is no generic code, which would not be specialised for other modules.
extension String {
  fileprivate var columnCount: Int {
    if isPlain { return utf8.count }
    return reduce(0) { $0 + Cluster($1).width }
  }

  fileprivate var cleaned: String {
    if isPlain { return self }
    return reduce(into: "") { text, character in
      for measured in Cluster(character).glyphs { text += measured.glyph.text }
    }
  }

  /// Only printable ASCII, which is most text: one column a byte, nothing to look up.
  var isPlain: Bool { utf8.allSatisfy { (0x20...0x7E).contains($0) } }
}

/// A grapheme cluster and what the screen shows of it.
struct Cluster {
  let glyphs: [GlyphRule.Measured]

  init(_ character: Character) {
    var glyphs: [GlyphRule.Measured] = []
    GlyphRule.append(character, to: &glyphs)
    self.glyphs = glyphs
  }

  var width: Int { glyphs.reduce(0) { $0 + $1.width } }
}
