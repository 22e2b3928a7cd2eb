extension String {
  /// Where a search would find a term in the text, for highlighting.
  ///
  ///     "René Müller".foldedRanges(of: "mu")  // the range of "Mü"
  ///
  /// - Parameter term: What is sought, folded by the same rules as the text.
  /// - Returns: Ranges of whole characters, in order, that don't overlap; none for a term that folds to nothing.
  /// - Complexity: O(*n* · *m*) at worst.
  public func foldedRanges(of term: String) -> [Range<String.Index>] {
    let sought = Array(term.foldedForSearch().utf8)
    guard !sought.isEmpty else { return [] }
    var bytes: [UInt8] = []
    // The index of the character that each folded byte comes from.
    var origins: [String.Index] = []
    for index in indices {
      let character = self[index]
      let folded = character.isWhitespace ? " " : String(character).foldedForSearch()
      if folded == " ", bytes.last == 0x20 { continue }
      bytes += folded.utf8
      origins += Array(repeating: index, count: folded.utf8.count)
    }
    var ranges: [Range<String.Index>] = []
    var rest = bytes[...]
    while let found = rest.firstRange(of: sought) {
      ranges.append(origins[found.lowerBound]..<index(after: origins[found.upperBound - 1]))
      rest = rest[found.upperBound...]
    }
    return ranges
  }
}
