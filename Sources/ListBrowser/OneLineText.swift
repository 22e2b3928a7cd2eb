/// A text in a line of a form: each of its line ends is shown as a sign, and comes back as it was.
struct OneLineText: Equatable {
  /// What stands for a line end, of whatever kind it is.
  static let lineEnd: Character = "⏎"
  /// Longer parts are taken as they were typed: it would take long to find out what of them was there before.
  private static let longestCompared = 1000

  let text: String
  /// The text as the line shows it: as many characters.
  let shown: String

  init(text: String) {
    self.text = text
    shown = Self.shown(text)
  }

  /// A line end joins no other scalar, but for a pair.
  private static func shown(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isLineEnd) else { return text }
    var shown = String.UnicodeScalarView()
    var isBehindReturn = false
    for scalar in text.unicodeScalars {
      if !isLineEnd(scalar) {
        shown.append(scalar)
      } else if !(isBehindReturn && scalar == "\n") {
        shown.append(contentsOf: lineEnd.unicodeScalars)
      }
      isBehindReturn = scalar == "\r"
    }
    return String(shown)
  }

  private static func isLineEnd(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0a...0x0d, 0x85, 0x2028, 0x2029: true
    default: false
    }
  }

  /// What becomes of the text by editing what is shown of it.
  ///
  /// - Parameters:
  ///   - typed: What is shown after the editing.
  ///   - takesLines: Whether a sign that was added ends a line; else it is itself.
  /// - Returns: What was typed; the characters that stay are those of the text.
  /// - Complexity: O(*n*), and more for the part that was changed.
  func edited(to typed: String, takesLines: Bool) -> String {
    let (old, shown, new) = (Array(text.utf8), Array(shown.utf8), Array(typed.utf8))
    guard shown != new else { return text }
    let kept = UnchangedEnds(shown, new)
    let start = Self.offset(in: old, ofShown: kept.start)
    let end = Self.offset(in: old, ofShown: shown.count - kept.end)
    func decoded(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }
    let middle = Self.edited(
      decoded(old[start..<end]), shown: decoded(shown[kept.start..<shown.count - kept.end]),
      to: decoded(new[kept.start..<new.count - kept.end]), takesLines: takesLines)
    return decoded(old[..<start]) + middle + decoded(old[end...])
  }

  /// How much of a text comes before a place in what is shown of it, which is between two signs of ASCII or at an end.
  private static func offset(in text: [UInt8], ofShown target: Int) -> Int {
    var (offset, shownCount) = (0, 0)
    while offset < text.count, shownCount < target {
      switch text[offset] {
      case 0x0a...0x0d:
        if text[offset] == 0x0d, offset + 1 < text.count, text[offset + 1] == 0x0a { offset += 1 }
        shownCount += lineEnd.utf8.count
      case 0xc2 where offset + 1 < text.count && text[offset + 1] == 0x85:
        offset += 1
        shownCount += lineEnd.utf8.count
      default: shownCount += 1
      }
      offset += 1
    }
    return offset
  }

  /// The same for short texts, character by character.
  private static func edited(_ text: String, shown: String, to typed: String, takesLines: Bool) -> String {
    // One letter may be spelled in two ways, and be equal.
    func isSame(_ left: Character, _ right: Character) -> Bool { left.utf8.elementsEqual(right.utf8) }
    let old = Array(text)
    let shown = Array(shown)
    let typed = Array(typed)
    let start = zip(shown, typed).prefix(while: isSame).count
    let end = zip(shown[start...].reversed(), typed[start...].reversed()).prefix(while: isSame).count
    var middle = Array(old[start..<old.count - end])
    let added = typed[start..<typed.count - end]
    func entered(_ character: Character) -> Character { takesLines && character == Self.lineEnd ? "\n" : character }
    if max(middle.count, added.count) > Self.longestCompared {
      middle = added.map(entered)
    } else {
      for change in added.difference(from: shown[start..<shown.count - end], by: isSame) {
        switch change {
        case .remove(let offset, _, _): middle.remove(at: offset)
        case .insert(let offset, let character, _): middle.insert(entered(character), at: offset)
        }
      }
    }
    return String(old[..<start] + middle + old[(old.count - end)...])
  }
}

/// How many bytes two texts have in common at their beginnings and at their ends, up to places where both have characters that
/// end: between two signs of ASCII.
private struct UnchangedEnds {
  private(set) var start = 0
  private(set) var end = 0

  init(_ old: [UInt8], _ new: [UInt8]) {
    let most = min(old.count, new.count)
    while start < most, old[start] == new[start] { start += 1 }
    // What comes behind the place has to be common, too.
    repeat { start -= 1 } while start > 0 && !(Self.isPlain(old[start - 1]) && Self.isPlain(old[start]))
    start = max(0, start)
    while end < most - start, old[old.count - 1 - end] == new[new.count - 1 - end] { end += 1 }
    repeat { end -= 1 } while end > 0 && !(Self.isPlain(old[old.count - end]) && Self.isPlain(old[old.count - end - 1]))
    end = max(0, end)
  }

  private static func isPlain(_ byte: UInt8) -> Bool { (0x20...0x7e).contains(byte) }
}
