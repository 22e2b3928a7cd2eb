extension String {
  /// The words of what somebody types to search: what white space of any kind separates.
  ///
  ///     " ann\u{a0}le\u{301}e ".searchWords  // ["ann", "lée"]
  ///
  /// A word of nothing but marks and invisible characters, as pasted text brings them, asks for nothing and is passed over. One of
  /// control characters was meant to be something, and stays, though it has no ``foldedForSearch()``.
  ///
  /// - Complexity: O(*n*).
  public var searchWords: [String] {
    unicodeScalars.split { $0.properties.isWhitespace }
      .map { String($0) }
      .filter { word in
        word.isFoldedToSomething || word.unicodeScalars.contains { $0.properties.generalCategory == .control }
      }
  }
}
