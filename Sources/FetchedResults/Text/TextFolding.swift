import Foundation

extension String {
  /// The text as searches see it: without case, marks, width and invisible characters, blanks as single spaces (line feeds stay).
  ///
  ///     "Łukasz  STRAẞE".foldedForSearch()  // "lukasz strasse"
  ///
  /// Compatibility forms are one (`Ｆ` is f, `ﬁ` is fi). Letters that no mark explains have a table: ł đ ð count as l d
  /// d, ø as o, þ as th, ß as ss, æ œ as ae oe, ı as i, ħ ŧ as h t. Curly quotes are straight ones. Marks that change
  /// the letter rather than accent it (the voicing of kana, the vowels of Devanagari and Thai) stay.
  ///
  /// The forms are Unicode's: <https://www.unicode.org/reports/tr15/>
  ///
  /// - Returns: Text in which a plain substring search finds what a reader would.
  /// - Complexity: O(*n*); ASCII text takes a short way.
  public func foldedForSearch() -> String {
    var text = self
    return text.withUTF8 { utf8 in
      var output: [UInt8] = []
      output.reserveCapacity(utf8.count)
      guard TextFolding.foldASCII(utf8, into: &output) else {
        return TextFolding.fold(self)
      }
      return String(decoding: output, as: UTF8.self)
    }
  }

  /// Whether there is something to find: text of nothing but control characters, marks or blanks has no
  /// ``foldedForSearch()``.
  public var isFoldedToSomething: Bool { !foldedForSearch().isEmpty }
}

/// The rules of ``Swift/String/foldedForSearch()``, a scalar at a time.
enum TextFolding {
  /// Counts changes of the rules: text folded under another version is folded anew.
  static let version = 1

  /// Folds text of ASCII alone; false, with the output to be ignored, if there is anything else in it.
  static func foldASCII(_ utf8: UnsafeBufferPointer<UInt8>, into output: inout [UInt8]) -> Bool {
    for byte in utf8 {
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): output.append(byte | 0x20)
      case 0x21...0x7e: output.append(byte)
      case 0x0a: output.append(byte)
      case 0x20, 0x09, 0x0b...0x0d: if let last = output.last, last != 0x20 { output.append(0x20) }
      case 0x80...: return false
      default: break
      }
    }
    if output.last == 0x20 { output.removeLast() }
    return true
  }

  static func fold(_ text: String) -> String {
    var scalars = String.UnicodeScalarView()
    var mustCompose = false
    for scalar in text.unicodeScalars {
      let folded = scalar.value < table.count ? table[Int(scalar.value)] : fold(scalar)
      for scalar in folded.unicodeScalars {
        if scalar == " ", scalars.isEmpty || scalars.last == " " { continue }
        mustCompose = mustCompose || isComposing(scalar)
        scalars.append(scalar)
      }
    }
    if scalars.last == " " { scalars.removeLast() }
    let folded = String(scalars)
    return mustCompose ? folded.streamSafe.precomposedStringWithCanonicalMapping : folded
  }

  /// The scalars of the European scripts' first blocks, folded beforehand.
  private static let table: [String] = (UInt32(0)..<0x250).map { value in
    Unicode.Scalar(value).map(fold) ?? ""
  }

  private static func fold(_ scalar: Unicode.Scalar) -> String {
    // Ideographs and Hangul syllables are as they are; most text that comes here is of these.
    if (0x3400...0x9fff).contains(scalar.value) || (0xac00...0xd7a3).contains(scalar.value) { return String(scalar) }
    var folded = ""
    for part in String(scalar).decomposedStringWithCompatibilityMapping.unicodeScalars {
      for letter in part.properties.lowercaseMapping.unicodeScalars {
        if letter == "\n" {
          folded += "\n"
        } else if letter.properties.isWhitespace {
          folded += " "
        } else if !isIgnored(letter) {
          folded += letters[letter] ?? String(letter)
        }
      }
    }
    return folded
  }

  private static let letters: [Unicode.Scalar: String] = [
    "ł": "l", "đ": "d", "ð": "d", "ø": "o", "þ": "th", "ß": "ss", "æ": "ae", "œ": "oe", "ı": "i", "ħ": "h", "ŧ": "t",
    "ς": "σ", "‘": "'", "’": "'", "ʼ": "'", "“": "\"", "”": "\"",
  ]

  private static func isIgnored(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format: true
    case .nonspacingMark, .enclosingMark: isAccent(scalar) || scalar.properties.isVariationSelector
    default: scalar.properties.isDefaultIgnorableCodePoint
    }
  }

  /// Marks that accent a letter of the Latin, Greek, Cyrillic, Hebrew and Arabic scripts.
  private static func isAccent(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0300...0x036f, 0x0483...0x0489, 0x0591...0x05c7, 0x0610...0x061a, 0x064b...0x065f, 0x0670,
      0x06d6...0x06ed, 0x1ab0...0x1aff, 0x1dc0...0x1dff, 0x20d0...0x20ff, 0xfe20...0xfe2f:
      true
    default: false
    }
  }

  /// Whether the scalar may join with the one before it, so that there are two ways to write the pair.
  private static func isComposing(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.canonicalCombiningClass != .notReordered || (0x1100...0x11ff).contains(scalar.value)
  }
}
