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
    let (bytes, mustCompose) = text.withUTF8(TextFolding.fold)
    let folded = String(decoding: bytes, as: UTF8.self)
    return mustCompose ? folded.streamSafe.precomposedStringWithCanonicalMapping : folded
  }

  /// Whether there is something to find: text of nothing but control characters, marks or blanks has no
  /// ``foldedForSearch()``.
  public var isFoldedToSomething: Bool { !foldedForSearch().isEmpty }
}

/// The rules of ``Swift/String/foldedForSearch()``, a scalar at a time.
enum TextFolding {
  /// Counts changes of the rules: text folded under another version is folded anew.
  static let version = 1

  /// Folds text; its letters may then have marks that join them in two ways.
  static func fold(_ utf8: UnsafeBufferPointer<UInt8>) -> (bytes: [UInt8], mustCompose: Bool) {
    var output: [UInt8] = []
    output.reserveCapacity(utf8.count)
    var mustCompose = false
    var index = 0
    while index < utf8.count {
      let byte = utf8[index]
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): output.append(byte | 0x20)
      case 0x21...0x7e, 0x0a: output.append(byte)
      case 0x20, 0x09, 0x0b...0x0d: appendBlank(to: &output)
      case 0x80...:
        let (value, length) = scalar(at: index, in: utf8)
        index += length
        if value < table.count {
          for byte in table[value] { if byte == 0x20 { appendBlank(to: &output) } else { output.append(byte) } }
        } else if let scalar = Unicode.Scalar(UInt32(value)) {
          for folded in fold(scalar).unicodeScalars {
            if folded == " " { appendBlank(to: &output) } else { output += String(folded).utf8 }
            mustCompose = mustCompose || isComposing(folded)
          }
        }
        continue
      default: break
      }
      index += 1
    }
    if output.last == 0x20 { output.removeLast() }
    return (output, mustCompose)
  }

  /// A blank, unless it would be the first sign or stand behind another one.
  private static func appendBlank(to output: inout [UInt8]) {
    if let last = output.last, last != 0x20 { output.append(0x20) }
  }

  /// The scalar of several bytes that begins at one of them.
  private static func scalar(at index: Int, in utf8: UnsafeBufferPointer<UInt8>) -> (value: Int, length: Int) {
    let first = Int(utf8[index])
    let length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2
    let value = utf8[index + 1..<index + length].reduce(first & (0x7f >> length)) { $0 << 6 | Int($1 & 0x3f) }
    return (value, length)
  }

  /// The scalars of the European scripts' first blocks, folded beforehand.
  private static let table: [[UInt8]] = (UInt32(0)..<0x250).map { value in
    Array((Unicode.Scalar(value).map(fold) ?? "").utf8)
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
