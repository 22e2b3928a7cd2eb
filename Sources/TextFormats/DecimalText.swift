/// The one way from decimal text to a number and back.
///
/// ```swift
/// DecimalText.number("2.1099999999999999")  // 2.11
/// DecimalText.text(2.11)  // "2.11"
/// ```
public enum DecimalText {
  /// The double nearest to what a text says.
  ///
  /// - Parameter text: Digits with a point, a sign and an exponent, as far as there are any.
  /// - Returns: The number; nil for anything else, and for what is greater than any double.
  /// - Complexity: O(*n*).
  public static func number(_ text: String) -> Double? {
    // Swift reads hexadecimal numbers, infinities and the like, too.
    let isDecimal = text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "+"),
        UInt8(ascii: "e"), UInt8(ascii: "E"):
        true
      default: false
      }
    }
    guard isDecimal, let number = Double(text), number.isFinite else { return nil }
    return number
  }

  /// The shortest text that says a number.
  ///
  /// - Parameter number: The number.
  /// - Returns: Text from which ``number(_:)`` makes the same number.
  public static func text(_ number: Double) -> String { "\(number)" }

  /// A number for people, who look at no more than two decimals: as a feed writes it that has rounded it to fewer bits.
  ///
  /// - Parameter number: The number.
  /// - Returns: The shortest text of the number rounded to hundredths.
  public static func roundedText(_ number: Double) -> String {
    // Beyond this a double has no hundredths.
    guard abs(number) < 1e13 else { return text(number) }
    let rounded = (number * 100).rounded() / 100
    return text(rounded == 0 ? 0 : rounded)
  }
}
