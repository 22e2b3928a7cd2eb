import Foundation
import Testing

@testable import TextFormats

/// Numbers in JSON are what the C library reads, and their texts say no other number.
@Suite struct DecimalTextTests {
  private static let texts = [
    "2.1099999999999999", "34.799999999999997", "1.9999999999999998", "1.99999999999999988", "0.1", "-0.0",
    "2.07999992",
    "1e22", "1e23", "9007199254740993", "123456789012345678901234567890", "5e-324", "2.2250738585072011e-308",
    "1.7976931348623157e308", "0.000001", "8.41e21", "4.35", "2.675", "-179.99999999999997", "100000000000000016777215",
  ]

  @Test(arguments: texts) func jsonIsReadAsTheCLibraryDoes(text: String) throws {
    let expected = strtod(text, nil)
    #expect(DecimalText.number(text)?.bitPattern == expected.bitPattern)
    let object = try #require(JSONText.value(of: "{\"a\": [\(text) , {\"b\":\(text)}]}".utf8) as? [String: Any])
    let array = try #require(object["a"] as? [Any])
    #expect((array[0] as? Double)?.bitPattern == expected.bitPattern)
    #expect(((array[1] as? [String: Any])?["b"] as? Double)?.bitPattern == expected.bitPattern)
    #expect(DecimalText.number(DecimalText.text(expected))?.bitPattern == expected.bitPattern)
  }

  @Test func randomNumbersComeBack() throws {
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<2000 {
      let number = Double(bitPattern: generator.next())
      guard number.isFinite else { continue }
      for text in [DecimalText.text(number), String(format: "%.17g", number), String(format: "%.25e", number)] {
        #expect((JSONText.value(of: text.utf8) as? Double)?.bitPattern == number.bitPattern, "\(text)")
      }
    }
  }

  @Test(arguments: ["0x10", "inf", "nan", "1e999", "-1e999", "", ".", "1 ", "1,5", "1_000"]) func othersAreNone(
    text: String
  ) {
    #expect(DecimalText.number(text) == nil)
    #expect(JSONText.value(of: text.trimmed.utf8) as? Double == (text == "1 " ? 1 : nil))
  }

  @Test(
    arguments: zip(
      [2.07999992, 2.1, 5, -0.001, 10.126, 1e20, 34.8], ["2.08", "2.1", "5.0", "0.0", "10.13", "1e+20", "34.8"]))
  func peopleReadTwoDecimals(number: Double, text: String) { #expect(DecimalText.roundedText(number) == text) }

  /// What is JSON and what is not, as Foundation has it.
  @Test(arguments: [
    "01", "1.", ".5", "-", "+1", "1e", "[1,]", "[,1]", "{\"a\":}", "{\"a\" 1}", "{a:1}", "{\"a\":1,}", "[1 2]", "nul",
    "true", "false", "null", "[]", "{}", "[[]]", "\"\"", "\"a", "\"\t\"", "\"\\x\"", "\"\\u12\"", "\"\\ud800\"",
    "\"\\ud83d\\ude00\"", "\"\\udc00\"", "\"\\ud800\\u0041\"", "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"", "[1]x", " 1 ", "",
    "{\"a\":1,\"a\":2}", "\u{FEFF}[1]", "[\u{a0}1]", "\"\\u0000\"", "'a'", "[1}", "NaN", "1e5", "1E+5", "-0", "--1",
  ])
  func itIsJSONForBoth(text: String) {
    let ours = JSONText.value(of: text.utf8)
    let theirs = try? JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
    #expect((ours == nil) == (theirs == nil), "\(String(describing: theirs))")
    #expect(ours.map { "\($0)" }?.isEmpty == theirs.map { "\($0)" }?.isEmpty)
  }

  @Test func whatIsNotUTF8OrTooDeepIsRefused() {
    #expect(JSONText.value(of: [0x22, 0xff, 0x22]) == nil)
    #expect(JSONText.value(of: [0x22, 0xed, 0xa0, 0x80, 0x22]) == nil)
    #expect(JSONText.value(of: String(repeating: "[", count: 100_000).utf8) == nil)
    #expect(JSONText.value(of: (String(repeating: "[", count: 500) + String(repeating: "]", count: 500)).utf8) != nil)
    #expect(JSONText.value(of: "\"\u{FEFF}a\"".utf8) as? String == "\u{FEFF}a")
  }
}
