import Testing
import TextFormats

struct ExcerptTests {
  @Test(arguments: [
    ("", ""), ("12.5.", "12.5."), ("two\r\nlines\n", "two lines "),
    (String(repeating: "é", count: 60), String(repeating: "é", count: 60)),
    (String(repeating: "é", count: 61), String(repeating: "é", count: 59) + "…"),
    (String(repeating: "page\n", count: 100_000), String(repeating: "page ", count: 11) + "page…"),
  ])
  func isOneShortLine(text: String, excerpt: String) { #expect(text.excerpt == excerpt) }
}
