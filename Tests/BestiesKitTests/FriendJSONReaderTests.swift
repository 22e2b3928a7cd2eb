import Testing

@testable import BestiesKit

@Suite struct FriendJSONReaderTests {
  /// What a reader finds, given the bytes in pieces of a size: names, and the reasons of what it refuses.
  private func read(_ text: String, piece: Int = 1000) throws -> [String] {
    var rest = Array(text.utf8)[...]
    var reader = try FriendJSONReader {
      defer { rest = rest.dropFirst(piece) }
      return Array(rest.prefix(piece))
    }
    var found: [String] = []
    while let entry = try reader.next() {
      switch entry.result {
      case .success(let draft): found.append("\(entry.line) \(draft.name.applied(to: ""))")
      case .failure(let refusal): found.append("\(entry.line) ! \(refusal.reason)")
      }
    }
    return found
  }

  @Test(arguments: 1...20)
  func piecesDoNotMatter(size: Int) throws {
    let text =
      "\u{feff} [\n{\"name\": \"A]}\\\\\\\"\", \"tags\": [\"x\", \"{\"]},\r\n\n {\"name\":\"é\"} , 7, [], \"{\", {\"name\":\"Z\"}]\n "
    #expect(
      try read(text, piece: size) == [
        "2 A]}\\\"", "4 é", "4 ! A friend is a JSON object.", "4 ! A friend is a JSON object.",
        "4 ! A friend is a JSON object.", "4 Z",
      ])
  }

  @Test func objectsOneAfterTheOther() throws {
    #expect(try read("{\"name\":\"A\"}\n{\"name\":\"B\"} {\"name\":\"C\"}") == ["1 A", "2 B", "2 C"])
  }

  @Test(arguments: ["", " ", "7", "name\nAnn\n", "\"[]\""])
  func otherContentIsNone(text: String) {
    #expect(throws: FriendJSON.ParseError.notAnArray) { try read(text) }
  }

  @Test func nothingIsReadBehindABreak() throws {
    #expect(try read("[]") == [] && read("[ ]\n") == [])
    #expect(try read(#"[{"name":"A"} {"name":"B"}]"#) == ["1 ! a comma is missing or misplaced near here"])
    #expect(try read(#"[{"name":"A"},"#) == ["1 A", "1 ! the array that this belongs to is never closed"])
    #expect(try read(#"[{"name":"A"},,{"name":"B"}]"#) == ["1 A", "1 ! a comma is missing or misplaced near here"])
    #expect(try read(#"[{"name":"A"]]"#) == ["1 ! this is not JSON"])
  }
}
