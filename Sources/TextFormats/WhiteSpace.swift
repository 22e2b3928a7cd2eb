extension String {
  /// The text without the white space at its ends.
  ///
  /// It goes by scalars, so that a mark behind a blank is no part of it, and it is quick about the
  /// many texts that have no such white space.
  public var trimmed: String {
    let scalars = unicodeScalars
    guard let first = scalars.first, let last = scalars.last else { return self }
    guard first.isWhiteSpace || last.isWhiteSpace else { return self }
    guard let start = scalars.firstIndex(where: { !$0.isWhiteSpace }),
      let end = scalars.lastIndex(where: { !$0.isWhiteSpace })
    else { return "" }
    return String(scalars[start...end])
  }
}

extension Unicode.Scalar {
  /// Whether Unicode counts this as white space; quick about ASCII, which most text is.
  public var isWhiteSpace: Bool {
    guard isASCII else { return properties.isWhitespace }
    return value == 0x20 || (0x09...0x0D).contains(value)
  }

  /// Whether this is a control character: Unicode's category Cc, which will never have others.
  public var isControl: Bool { value < 0x20 || (0x7F...0x9F).contains(value) }
}
