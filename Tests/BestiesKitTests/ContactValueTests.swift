import Foundation
import Testing

@testable import BestiesKit

@Suite struct ContactValueTests {
  @Test(arguments: [
    ("+34 600 000 000", "", "+34 600 000 000"),
    ("cell:+34 600 000 000", "cell", "+34 600 000 000"),
    (" cell : 555 ", "cell", "555"),
    ("Büro:555", "Büro", "555"),
    ("職場:555", "職場", "555"),
    ("work-fax:555", "work-fax", "555"),
    ("cell2:555", "cell2", "555"),
    ("2cell:555", "", "2cell:555"),
    ("-cell:555", "", "-cell:555"),
    ("cell::", "", "cell::"),
    ("home:zoe@example.org", "home", "zoe@example.org"),
    (":cell:555", "", "cell:555"),
    (":", "", ""),
    ("cell:", "cell", ""),
    ("tel:+1-555-0100", "", "tel:+1-555-0100"),
    ("cell:tel:+1-555-0100", "cell", "tel:+1-555-0100"),
    ("MAILTO:zoe@example.org", "", "MAILTO:zoe@example.org"),
    ("https://example.org/zoe", "", "https://example.org/zoe"),
    ("fe80::1", "", "fe80::1"),
    ("fe::1", "", "fe::1"),
    ("::1", "", ":1"),
    ("[2001:db8::1]", "", "[2001:db8::1]"),
    ("zoe@[IPv6:::1]", "", "zoe@[IPv6:::1]"),
    ("12:30", "", "12:30"),
    ("two words:555", "", "two words:555"),
    ("\"two words\":555", "two words", "555"),
    ("\"a \"\"b\"\"\": \" 5, 6 \"", "a \"b\"", " 5, 6 "),
    ("\"unclosed", "", "\"unclosed"),
    ("\"Zoë\" <zoe@example.org>", "", "\"Zoë\" <zoe@example.org>"),
    ("a,b:c", "", "a,b:c"),
    ("1,2", "", "1,2"),
  ])
  func readsLabelAndValue(spelling: String, label: String, value: String) {
    #expect(ContactValue(spelling: spelling) == ContactValue(label: label, value: value))
  }

  @Test(
    arguments: [
      ("", []),
      (" , ,", []),
      ("cell:1, home:2,3", [("cell", "1"), ("home", "2"), ("", "3")]),
      ("\"1, 2\", work:\"3,4\"", [("", "1, 2"), ("work", "3,4")]),
      ("1, \"open, 2", [("", "1"), ("", "\"open"), ("", "2")]),
      ("a, b:c", [("", "a"), ("b", "c")]),
    ] as [(String, [(String, String)])])
  func readsLists(spelling: String, expected: [(String, String)]) {
    #expect(
      ContactValue.list(spelling: spelling)
        == expected.map { ContactValue(label: $0.0, value: $0.1) })
  }

  @Test func writesPlainValuesPlainly() {
    let values = [
      ContactValue(label: "cell", value: "+34 600"), ContactValue(value: "zoe@example.org"),
      ContactValue(label: "work fax", value: "1,2"), ContactValue(value: "a:b"),
    ]
    #expect(
      ContactValue.spelling(of: values)
        == #"cell:+34 600, zoe@example.org, "work fax":"1,2", "a:b""#)
    #expect(["climbing", "a, b"].spelling == #"climbing, "a, b""#)
  }

  /// The form never changes what it doesn't show: every pair of pieces comes back as it was.
  @Test func everySpellingReadsBack() {
    let pieces = [
      "", "a", "cell", "tel", "work fax", ":", "a:b", "::1", "fe::1", ",", "a,b", "\"", "\"\"",
      "\"a\"",
      "\"a\":b", " a ", "\u{A0}a", "a\n", "a\r\n", "//x", "http://x", "-", "-a", "é", "e\u{301}",
      ",\u{301}", ":\u{301}", "\u{0}", "1", "👩‍👩‍👧", "a: b", "a :", "a : b", "[\"x\"]", ";", "שלום",
    ]
    var values: [ContactValue] = []
    for label in pieces {
      for value in pieces {
        let contact = ContactValue(label: label, value: value)
        let reread = ContactValue(spelling: contact.spelling)
        #expect(bytes(reread) == bytes(contact), "\(contact.spelling)")
        values.append(contact)
      }
    }
    let reread = ContactValue.list(spelling: ContactValue.spelling(of: values))
    #expect(reread.map(bytes) == values.map(bytes))
    #expect(
      [String](spelling: pieces.spelling).map { Array($0.utf8) } == pieces.map { Array($0.utf8) })
  }

  /// Composed and decomposed letters are equal as strings, so what must not change is compared as
  /// bytes.
  private func bytes(_ contact: ContactValue) -> [[UInt8]] {
    [Array(contact.label.utf8), Array(contact.value.utf8)]
  }

  @Test func codesAsLabelAndValue() throws {
    let json = #"[{"label":"cell","value":"+34 600"},{"label":"","value":"1"}]"#
    let values = try JSONDecoder().decode([ContactValue].self, from: Data(json.utf8))
    #expect(
      values == [ContactValue(label: "cell", value: "+34 600"), ContactValue(value: "1")])
  }
}
