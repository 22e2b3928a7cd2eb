import TextFormats

/// A color of red, green and blue, as people write it on the web.
struct HexColor: Hashable, Sendable {
  /// Why a text is no color.
  struct ParseError: Error, Hashable, CustomStringConvertible {
    let description: String

    fileprivate init(_ text: String, _ reason: String) {
      description = "“\(text.excerpt)” is no color: \(reason)."
    }
  }

  let red, green, blue: UInt8

  /// Reads `#AA22BB`, `#abc`, the same without the sign, or `rgb(170, 34, 187)`.
  ///
  /// - Parameter typed: The text; blanks around it and around numbers don't count.
  /// - Throws: ``ParseError``.
  init(_ typed: String) throws(ParseError) {
    let text = typed.trimmed.lowercased()
    if text.hasPrefix("rgb(") {
      let parts = text.dropFirst(4).dropLast().split(separator: ",", omittingEmptySubsequences: false)
      let numbers = parts.map { String($0).trimmed }.filter { $0.allSatisfy(\.isNumber) }.compactMap { UInt8($0) }
      guard text.hasSuffix(")"), parts.count == 3, numbers.count == 3 else {
        throw ParseError(typed, "rgb(…) takes three numbers from 0 to 255")
      }
      (red, green, blue) = (numbers[0], numbers[1], numbers[2])
      return
    }
    let digits = text.drop { $0 == "#" }
    guard text.count - digits.count <= 1, !typed.isEmpty else {
      throw ParseError(typed, "write it as #AA22BB, #abc or rgb(170, 34, 187)")
    }
    if let wrong = digits.first(where: { !$0.isASCII || !$0.isHexDigit }) {
      throw ParseError(typed, "“\(wrong)” is no hexadecimal digit")
    }
    let values = digits.compactMap(\.hexDigitValue).map { UInt8($0) }
    switch values.count {
    case 3: (red, green, blue) = (values[0] * 17, values[1] * 17, values[2] * 17)
    case 6:
      (red, green, blue) = (values[0] * 16 + values[1], values[2] * 16 + values[3], values[4] * 16 + values[5])
    default: throw ParseError(typed, "it has \(values.count) digits, and not 3 or 6")
    }
  }

  /// The color as `#AA22BB`.
  var text: String {
    "#" + [red, green, blue].map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined()
  }

  /// The color as `rgb(170, 34, 187)`.
  var rgb: String { "rgb(\(red), \(green), \(blue))" }

  /// From 0 to 100: the middle between the strongest part and the weakest.
  var lightness: Double { Double(Int(parts.max) + Int(parts.min)) / 5.1 }

  /// From 0, which is red, to 360; nil for a grey.
  var hue: Double? {
    let range = Double(parts.max) - Double(parts.min)
    guard range > 0 else { return nil }
    let (red, green, blue) = (Double(red), Double(green), Double(blue))
    let sixth =
      switch parts.max {
      case self.red: (green - blue) / range
      case self.green: 2 + (blue - red) / range
      default: 4 + (red - green) / range
      }
    return sixth < 0 ? sixth * 60 + 360 : sixth * 60
  }

  private var parts: (max: UInt8, min: UInt8) { (max(red, green, blue), min(red, green, blue)) }
}
