extension StringProtocol {
  /// The text as a sentence quotes it: one line, and its beginning if it is longer than a sentence can take.
  ///
  /// ```swift
  /// "“\(typed.excerpt)” is not a date."
  /// ```
  ///
  /// - Complexity: O(1), however long the text is.
  public var excerpt: String {
    let longest = 60
    let beginning = Array(prefix(longest + 1))
    let shown = beginning.count > longest ? beginning.prefix(longest - 1) + ["…"] : beginning[...]
    return String(shown.map { $0.isNewline ? " " : $0 })
  }
}
