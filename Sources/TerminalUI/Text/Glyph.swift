import CNcurses

/// What one cell shows: a base and at most four combining marks, as much as ncurses can hold.
struct Glyph: Hashable, Sendable {
  var base: UInt32
  /// Filled from the first; 0 where there is none.
  var marks: SIMD4<UInt32> = .zero

  static let blank = Glyph(base: 0x20)

  mutating func append(mark: UInt32) {
    for index in 0..<4 where marks[index] == 0 {
      marks[index] = mark
      return
    }
  }

  /// The code points in order, ended by 0.
  var scalars: [UInt32] { [base, marks[0], marks[1], marks[2], marks[3], 0] }

  var text: String {
    var text = String.UnicodeScalarView()
    for value in scalars.prefix(while: { $0 != 0 }) {
      guard let scalar = Unicode.Scalar(value) else { continue }
      text.append(scalar)
    }
    return String(text)
  }
}

/// The one place that decides which code points reach the terminal, and how wide they are.
///
/// The rule draws every text so that nothing that follows it is shifted, in any terminal:
///
/// - Control characters (C0, DEL, C1), private use and code points of unknown width become one
///   visible mark, U+FFFD.
/// - Format characters (joiners, bidirectional controls, tags, soft hyphens), variation selectors
///   and skin tones are left out, as is what a joiner joins on: terminals disagree about their
///   width.
/// - Combining marks join their base; without one they are left out.
/// - Of a cluster of any length so much is shown as a script can mean.
enum GlyphRule {
  /// What stands behind so many code points of one cluster is left out: no script has as many, and Unicode has no limit.
  private static let longestCluster = 64

  /// A glyph and its columns, 1 or 2.
  typealias Measured = (glyph: Glyph, width: Int)

  /// Appends the glyphs of one grapheme cluster; several for a flag or an Indic conjunct.
  static func append(_ character: Character, to glyphs: inout [Measured]) {
    let start = glyphs.count
    var isJoined = false
    for scalar in character.unicodeScalars.prefix(longestCluster) {
      switch kind(of: scalar) {
      case .mark where glyphs.count > start:
        glyphs[glyphs.count - 1].glyph.append(mark: scalar.value)
      case .mark, .none:
        if scalar == zeroWidthJoiner { isJoined = true }
      case .spacing(let value, let width):
        // The first of a joined emoji stands for all; letters around a joiner are all shown.
        if isJoined && scalar.properties.isEmojiPresentation { continue }
        isJoined = false
        glyphs.append((Glyph(base: value), width))
      }
    }
  }

  private enum Kind {
    case none
    case mark
    case spacing(UInt32, width: Int)
  }

  private static let zeroWidthJoiner: Unicode.Scalar = "\u{200D}"
  private static let replacement: UInt32 = 0xFFFD

  private static func kind(of scalar: Unicode.Scalar) -> Kind {
    switch scalar.value {
    case 0x20...0x7E: return .spacing(scalar.value, width: 1)
    case 0..<0x20, 0x7F..<0xA0: return .spacing(replacement, width: 1)
    case 0xFE00...0xFE0F, 0xE0100...0xE01EF, 0x1F3FB...0x1F3FF: return .none
    default: break
    }
    switch scalar.properties.generalCategory {
    case .format: return .none
    case .control, .privateUse, .lineSeparator, .paragraphSeparator:
      return .spacing(replacement, width: 1)
    default: break
    }
    switch width(of: scalar) {
    case 0: return .mark
    case 1: return .spacing(scalar.value, width: 1)
    case 2: return .spacing(scalar.value, width: 2)
    default: return .spacing(replacement, width: 1)
    }
  }

  /// Done once, at the first code point that needs it: `wcwidth` knows nothing in the C locale.
  private static let locale: Void = cn_force_utf8()

  private static func width(of scalar: Unicode.Scalar) -> Int {
    _ = locale
    return Int(cn_width(scalar.value))
  }

  /// Makes the locale one of UTF-8, which ncurses needs before it opens a screen.
  static func forceUTF8() { _ = locale }
}
