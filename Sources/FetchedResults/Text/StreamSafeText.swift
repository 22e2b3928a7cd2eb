extension String {
  /// The text with a joiner, which is not seen, behind every thirty marks on one letter.
  ///
  /// Normalising a run of marks takes a time that grows with the square of its length, in ICU as in Swift, whose strings are
  /// normalised to be compared and hashed: a letter with a hundred thousand marks would take many seconds. No language has more than a
  /// few, and this is Unicode's answer: the Stream-Safe Text Format,
  /// <https://www.unicode.org/reports/tr15/#Stream_Safe_Text_Format>
  ///
  ///     String(repeating: "\u{301}", count: 1000).streamSafe.unicodeScalars.count  // 1033
  ///
  /// - Complexity: O(*n*); O(1) for text that is too short to have as many marks.
  package var streamSafe: String {
    // Each mark has two bytes at least.
    guard utf8.count > 2 * Self.longestRun else { return self }
    var run = 0
    guard unicodeScalars.contains(where: { $0.endsRun(&run, of: Self.longestRun) }) else { return self }
    run = 0
    var safe = UnicodeScalarView()
    for scalar in unicodeScalars {
      if scalar.endsRun(&run, of: Self.longestRun) {
        safe.append("\u{34f}")
        run = 1
      }
      safe.append(scalar)
    }
    return String(safe)
  }

  private static let longestRun = 30
}

extension Unicode.Scalar {
  /// Counts a run of marks; whether this one is one too many.
  fileprivate func endsRun(_ run: inout Int, of longest: Int) -> Bool {
    run = isReordered ? run + 1 : 0
    return run > longest
  }

  /// Whether normalising may exchange it with the one before it. Three Tibetan vowels may be once they are decomposed.
  private var isReordered: Bool {
    guard value >= 0x300 else { return false }
    return properties.canonicalCombiningClass != .notReordered || [0x0f73, 0x0f75, 0x0f81].contains(value)
  }
}
