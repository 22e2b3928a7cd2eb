extension String {
  /// The text without the white space at its ends.
  ///
  /// It goes by scalars, so that a mark behind a blank is no part of it, and it is quick about the
  /// many texts that have no such white space.
  var trimmed: String {
    let scalars = unicodeScalars
    guard let first = scalars.first, let last = scalars.last else { return self }
    guard first.properties.isWhitespace || last.properties.isWhitespace else { return self }
    guard let start = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
      let end = scalars.lastIndex(where: { !$0.properties.isWhitespace })
    else { return "" }
    return String(scalars[start...end])
  }
}
