extension String {
  /// Where a search would find a term in the text, for highlighting.
  ///
  ///     "René Müller".foldedRanges(of: "mu")  // the range of "Mü"
  ///
  /// - Parameter term: What is sought, folded by the same rules as the text.
  /// - Returns: Ranges of whole characters, in order, that don't overlap; none for a term that folds to nothing.
  /// - Complexity: O(*n* · *m*) at worst.
  public func foldedRanges(of term: String) -> [Range<String.Index>] {
    let folded = term.foldedForSearch()
    guard !folded.isEmpty else { return [] }
    let sought = SoughtText(folded)
    let text = FoldedCharacters(self)
    return text.bytes.withUnsafeBytes { bytes in
      var ranges: [Range<String.Index>] = []
      var position = 0
      while let found = sought.firstOccurrence(in: bytes, within: position..<bytes.count) {
        position = found + sought.bytes.count
        ranges.append(text.origins[found]..<index(after: text.origins[position - 1]))
      }
      return ranges
    }
  }
}

/// A text's folded bytes, and where each comes from.
private struct FoldedCharacters {
  private(set) var bytes: [UInt8] = []
  /// The index of the character that each byte comes from.
  private(set) var origins: [String.Index] = []

  init(_ text: String) {
    bytes.reserveCapacity(text.utf8.count)
    origins.reserveCapacity(text.utf8.count)
    // Characters of ASCII are a byte each, but for one: a line end of two.
    if text.utf8.allSatisfy({ $0 < 0x80 && $0 != 0x0d }) {
      for index in text.utf8.indices { append(asciiAt: index, of: text) }
    } else {
      for index in text.indices { append(characterAt: index, of: text) }
    }
  }

  private mutating func append(asciiAt index: String.Index, of text: String) {
    switch text.utf8[index] {
    case let byte where (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte): append(byte | 0x20, from: index)
    case 0x09...0x0c, 0x20: appendBlank(from: index)
    case let byte where (0x21...0x7e).contains(byte): append(byte, from: index)
    default: break
    }
  }

  private mutating func append(characterAt index: String.Index, of text: String) {
    let character = text[index]
    let folded = character.isWhitespace ? " " : String(character).foldedForSearch()
    if folded == " " { appendBlank(from: index) } else { for byte in folded.utf8 { append(byte, from: index) } }
  }

  private mutating func appendBlank(from index: String.Index) {
    if bytes.last != 0x20 { append(0x20, from: index) }
  }

  private mutating func append(_ byte: UInt8, from index: String.Index) {
    bytes.append(byte)
    origins.append(index)
  }
}
