import TextFormats

/// Reads what people type for a value, or for a list of values separated by commas.
///
/// It works on Unicode scalars, so that a comma with a combining mark behind it is still a comma.
struct SpellingScanner {
  private let scalars: [Unicode.Scalar]
  private let endsAtComma: Bool
  private var position = 0

  /// Creates a scanner.
  ///
  /// - Parameters:
  ///   - text: What was typed.
  ///   - endsAtComma: Whether a comma outside quotes ends a value.
  init(_ text: String, endsAtComma: Bool) {
    scalars = Array(text.unicodeScalars)
    self.endsAtComma = endsAtComma
  }

  /// Goes to the next value of the list, passing blanks and lone commas.
  mutating func nextItem() -> Bool {
    while position < scalars.count, scalars[position].isWhiteSpace || scalars[position] == "," {
      position += 1
    }
    return position < scalars.count
  }

  /// Reads `[LABEL:]VALUE`.
  mutating func contactValue() -> ContactValue {
    let label = label() ?? ""
    return ContactValue(label: label, value: text())
  }

  /// Reads a text to the end of the value: what is in quotes if it is, else without outer blanks.
  mutating func text() -> String {
    skipBlanks()
    if let quoted = quotedText(), isAtEnd(quoted.end) {
      position = quoted.end
      return quoted.text
    }
    let rest = scalars[position...]
    let end = endsAtComma ? rest.firstIndex(of: ",") ?? rest.endIndex : rest.endIndex
    defer { position = end }
    return Self.string(rest[..<end]).trimmed
  }

  /// Reads a label and its colon; without a label the scanner stays where it is.
  mutating func label() -> String? {
    skipBlanks()
    if let quoted = quotedText(), quoted.end < scalars.count, scalars[quoted.end] == ":" {
      position = quoted.end + 1
      return quoted.text
    }
    let rest = scalars[position...]
    let end = rest.firstIndex { $0 == ":" || (endsAtComma && $0 == ",") }
    guard let end, scalars[end] == ":" else { return nil }
    let label = Self.string(rest[..<end]).trimmed
    let following = Self.string(scalars[(end + 1)...].prefix(2))
    guard label.isEmpty || ContactValue.isLabel(label, before: following) else { return nil }
    position = end + 1
    return label
  }

  /// The text in quotes that begins here, and where its closing quote has been passed.
  private func quotedText() -> (text: String, end: Int)? {
    guard position < scalars.count, scalars[position] == "\"" else { return nil }
    var text = String.UnicodeScalarView()
    var index = position + 1
    while index < scalars.count {
      if scalars[index] == "\"" {
        guard index + 1 < scalars.count, scalars[index + 1] == "\"" else {
          return (String(text), index + 1)
        }
        index += 1
      }
      text.append(scalars[index])
      index += 1
    }
    return nil
  }

  private func isAtEnd(_ index: Int) -> Bool {
    let next = scalars[index...].first { !$0.isWhiteSpace }
    return next == nil || (endsAtComma && next == ",")
  }

  private mutating func skipBlanks() {
    while position < scalars.count, scalars[position].isWhiteSpace { position += 1 }
  }
}

// MARK: - Writing

extension SpellingScanner {
  /// Whether a text reads as itself without quotes.
  static func isPlain(_ text: String) -> Bool {
    let scalars = text.unicodeScalars
    guard let first = scalars.first, let last = scalars.last else { return false }
    return first != "\"" && !first.isWhiteSpace && !last.isWhiteSpace && !scalars.contains(",")
  }

  /// Whether a text can't be taken for anything but itself, as most can't: it has no sign that means something here.
  static func isSimple(_ text: String) -> Bool {
    let blank = UInt8(ascii: " ")
    guard let first = text.utf8.first, let last = text.utf8.last, first != blank, last != blank else { return false }
    return text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: ","), UInt8(ascii: ":"): false
      default: (blank...0x7E).contains(byte)
      }
    }
  }

  /// The text in quotes.
  static func quoted(_ text: String) -> String {
    var scalars = String.UnicodeScalarView()
    scalars.append("\"")
    for scalar in text.unicodeScalars {
      if scalar == "\"" { scalars.append("\"") }
      scalars.append(scalar)
    }
    scalars.append("\"")
    return String(scalars)
  }

  private static func string(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    String(String.UnicodeScalarView(scalars))
  }
}
