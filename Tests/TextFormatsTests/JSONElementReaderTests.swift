import Testing

@testable import TextFormats

/// Elements of a member; what FriendJSONReader's tests say of whole files holds here too.
struct JSONElementReaderTests {
  private func elements(_ text: String, piece: Int = 1000) throws -> [String] {
    var rest = Array(text.utf8)[...]
    var reader = try JSONElementReader(member: "features") {
      defer { rest = rest.dropFirst(piece) }
      return Array(rest.prefix(piece))
    }
    var found: [String] = []
    while let element = try reader.next() {
      let text = element.breakage.map { "! \($0)" } ?? String(decoding: element.bytes, as: UTF8.self)
      found.append("\(element.line) \(text)")
    }
    return found
  }

  @Test(arguments: 1...12)
  func piecesDoNotMatter(piece: Int) throws {
    let text = """
      \u{FEFF}{"type": "x", "features": 7, "meta": {"features": [0]},
      "f\\u0065atures": [{"a": "]}"},
        2 ], "bbox": [1,
        2]}

      """
    #expect(try elements(text, piece: piece) == ["2 {\"a\": \"]}\"}", "3 2"])
  }

  @Test(arguments: [
    (#"{"features":[1,2"#, ["1 1", "1 2", "1 ! the array that this belongs to is never closed"]),
    (#"{"features":[{"a":1},{"b"#, ["1 {\"a\":1}", "1 ! what begins here is never closed"]),
    ("{\"features\":[1]\n", ["1 1", "2 ! the object that this belongs to is never closed"]),
    (#"{"features":[1],"b":"#, ["1 1", "1 ! the object that this belongs to is never closed"]),
    (#"{"features":[1]} x"#, ["1 1", "1 ! there is text behind the object"]),
    (#"{"features":[]}"#, []),
  ])
  func whatIsCutIsTold(text: String, found: [String]) throws {
    #expect(try elements(text) == found)
  }

  @Test(arguments: [
    ("", JSONElementReader.ContentError.noSuchArray(member: "features")),
    ("[1]", .noSuchArray(member: "features")), (#"{"a":[1]}"#, .noSuchArray(member: "features")),
    ("{\"a\":{\n\"b\":", .broken(line: 1)), ("{\"a\":1\n", .broken(line: 2)), ("{\"a\" 1}", .broken(line: 1)),
  ])
  func otherContentIsNone(text: String, error: JSONElementReader.ContentError) {
    #expect(throws: error) { try elements(text) }
  }
}
