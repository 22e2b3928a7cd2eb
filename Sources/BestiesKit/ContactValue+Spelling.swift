/// How labelled values are typed, on the command line and in the form: `[LABEL:]VALUE`.
///
/// A label is what stands before the first colon if that is a plain word: letters, digits
/// and hyphens, a letter first. So the colons of `tel:+1-555-0100`, `mailto:zoe@example.org`,
/// `https://example.org` and `fe80::1` belong to the value: what stands before them is the scheme of
/// a URI, or `//` or another colon follows. Whatever this rule would take apart wrongly can be put
/// in quotes, `""` standing for a quote: `"work fax":555-0100` has the label `work fax`, and
/// `"a:b"` or `:a:b` has none.
extension ContactValue {
  /// Reads a value as it is typed.
  ///
  /// - Parameter spelling: The text, `[LABEL:]VALUE`.
  public init(spelling: String) {
    var scanner = SpellingScanner(spelling, endsAtComma: false)
    self = scanner.contactValue()
  }

  /// The value as it may be typed: reading it gives exactly this value again.
  public var spelling: String {
    if SpellingScanner.isSimple(value) {
      if label.isEmpty { return value }
      if Self.isSimpleLabel(label), !value.utf8.starts(with: "//".utf8) { return label + ":" + value }
    }
    let spelledValue =
      SpellingScanner.isPlain(value) && (!label.isEmpty || !Self.looksLabelled(value))
      ? value : SpellingScanner.quoted(value)
    guard !label.isEmpty else { return spelledValue }
    let isWord = Self.isLabel(label, before: spelledValue)
    return "\(isWord ? label : SpellingScanner.quoted(label)):\(spelledValue)"
  }

  /// Reads values separated by commas, as one field of the form shows them.
  ///
  /// - Parameter spelling: The text of the field.
  /// - Returns: The values; nothing between two commas is no value.
  public static func list(spelling: String) -> [ContactValue] {
    var scanner = SpellingScanner(spelling, endsAtComma: true)
    var values: [ContactValue] = []
    while scanner.nextItem() { values.append(scanner.contactValue()) }
    return values
  }

  /// The text of one field of the form: reading it gives exactly these values again.
  ///
  /// - Parameter values: The values.
  /// - Returns: Their spellings, separated by commas.
  public static func spelling(of values: [ContactValue]) -> String {
    values.count == 1 ? values[0].spelling : values.map(\.spelling).joined(separator: ", ")
  }

  /// Whether reading the text would take a label off it.
  private static func looksLabelled(_ text: String) -> Bool {
    var scanner = SpellingScanner(text, endsAtComma: false)
    return scanner.label() != nil
  }

  /// Whether a text before a colon is a label, and not the beginning of an address.
  ///
  /// - Parameters:
  ///   - text: What stands before the first colon.
  ///   - rest: What stands behind it.
  /// - Returns: Whether it is a plain word, no scheme of a URI, and nothing like `::1` follows.
  static func isLabel(_ text: String, before rest: String) -> Bool {
    let isWord = text.unicodeScalars.allSatisfy { scalar in
      // Most labels; the properties of a scalar are slow to look up.
      if ("a"..."z").contains(scalar) { return true }
      return scalar.properties.isAlphabetic || scalar.properties.numericType != nil || scalar == "-"
        || scalar.properties.canonicalCombiningClass != .notReordered
    }
    return isWord && text.unicodeScalars.first?.properties.isAlphabetic == true
      && !schemes.contains(text.lowercased())
      && !rest.hasPrefix("//") && !rest.hasPrefix(":")
  }

  /// Whether a text is a label before most values, as most are: plain lowercase letters, and no scheme.
  private static func isSimpleLabel(_ text: String) -> Bool {
    text.utf8.allSatisfy { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) } && !schemes.contains(text)
  }

  /// The schemes of URIs that name a phone or an address and are not followed by `//`.
  private static let schemes: Set = [
    "callto", "facetime", "im", "jabber", "mailto", "matrix", "sip", "sips", "skype", "sms", "tel",
    "xmpp",
  ]
}

extension [String] {
  /// Reads texts separated by commas, as one field of the form shows tags.
  ///
  /// A text in quotes may hold commas and outer blanks; `""` in it stands for a quote.
  ///
  /// - Parameter spelling: The text of the field.
  public init(spelling: String) {
    self = []
    var scanner = SpellingScanner(spelling, endsAtComma: true)
    while scanner.nextItem() { append(scanner.text()) }
  }

  /// The text of one field of the form: reading it gives exactly these texts again.
  public var spelling: String {
    map { SpellingScanner.isPlain($0) ? $0 : SpellingScanner.quoted($0) }.joined(separator: ", ")
  }
}
