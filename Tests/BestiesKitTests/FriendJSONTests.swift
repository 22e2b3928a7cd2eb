import Foundation
import Testing

@testable import BestiesKit
@testable import TextFormats

@Suite struct FriendJSONTests {
  private let zoe = Friend(
    id: "01890a5d-ac96-774b-bcce-b302099a8057", name: "Zoë Martínez", meetingPlace: "Gym",
    meetingDate: PartialDate("2021-06-09"), birthday: PartialDate("--05-01"),
    phones: [ContactValue(label: "cell", value: "+34 600 000 000")],
    emails: [ContactValue(label: "home", value: "zoe@example.org"), ContactValue(value: "z/1")],
    tags: ["climbing", "work"], addedAt: Date(timeIntervalSince1970: 0))

  private func json(_ friend: Friend) -> String {
    var bytes: [UInt8] = []
    FriendJSON.append(friend, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test func writesTheContract() {
    #expect(
      json(zoe) == #"{"id":"01890a5d-ac96-774b-bcce-b302099a8057","name":"Zoë Martínez","#
        + #""meetingPlace":"Gym","meetingDate":"2021-06-09","birthday":"--05-01","#
        + #""phones":[{"label":"cell","value":"+34 600 000 000"}],"#
        + #""emails":[{"label":"home","value":"zoe@example.org"},{"label":"","value":"z/1"}],"#
        + #""tags":["climbing","work"],"note":"","added":"1970-01-01T00:00:00.000Z"}"#)
    #expect(
      json(Friend(id: "1", name: "Bo", addedAt: Date(timeIntervalSince1970: 1_764_547_200.123)))
        == #"{"id":"1","name":"Bo","meetingPlace":null,"meetingDate":null,"birthday":null,"#
        + #""phones":[],"emails":[],"tags":[],"note":"","added":"2025-12-01T00:00:00.123Z"}"#)
  }

  @Test(arguments: [
    ("", #""""#),
    ("a/b", #""a/b""#),
    ("\"\\\u{8}\u{C}\n\r\t", #""\"\\\b\f\n\r\t""#),
    ("\u{0}a\u{1B}[\u{1F}", #""\u0000a\u001b[\u001f""#),
    ("\u{7F}\u{80}\u{9B}\u{9F}\u{A0}é", "\"\\u007f\\u0080\\u009b\\u009f\u{A0}é\""),
    ("👩‍👩‍👧\r\n", "\"👩‍👩‍👧\\r\\n\""),
  ])
  func escapesWhatATerminalWouldObey(text: String, json: String) throws {
    var bytes: [UInt8] = []
    JSONText.append(text, to: &bytes)
    #expect(String(decoding: bytes, as: UTF8.self) == json)
    let data = Data("[".utf8 + bytes + "]".utf8)
    #expect(try JSONDecoder().decode([String].self, from: data) == [text])
  }

  @Test func readsWhatItWrites() throws {
    let found = try FriendJSON.drafts(from: Array("[\(json(zoe))]".utf8))
    let draft = try #require(found.first).get()
    #expect(try draft.makeFriend(id: "none", addedAt: zoe.addedAt) == zoe)
  }

  @Test func aZeroWidthBlankIsNoByteOrderMark() throws {
    let mark = "\u{FEFF}"
    let friend = Friend(
      id: "1", name: "\(mark)Bob\(mark)", phones: [ContactValue(label: mark, value: "\(mark)\"5")], tags: ["\(mark)t"],
      note: "\(mark)\(mark)x", addedAt: .now)
    let found = try FriendJSON.drafts(from: Array("[\(json(friend))]".utf8))
    #expect(try found.first?.get().matches(friend) == true)
    #expect(try found.first?.get().note == .set("\(mark)\(mark)x"))
    #expect(ContactValue.list(stored: ContactValue.json(of: friend.phones)) == friend.phones)
    #expect(throws: FriendJSON.ParseError.notAnArray) { try FriendJSON.drafts(from: Array("[\"\\\(mark)\"]".utf8)) }
    #expect(throws: FriendJSON.ParseError.notAnArray) { try FriendJSON.drafts(from: Array("[ \(mark)1]".utf8)) }
  }

  @Test func aMissingKeyLeavesAndNullClears() throws {
    let text = #"""
      [{"name": " Ann ", "meetingPlace": null, "phones": null, "note": null, "birthday": "", "x": 1},
       {"name": "Bo", "emails": ["b@example.org", {"value": "c", "label": null}]}]
      """#
    let found = try FriendJSON.drafts(from: Array(text.utf8)).map { try $0.get() }
    var ann = FriendDraft()
    ann.name = .set("Ann")
    ann.meetingPlace = .set(nil)
    ann.birthday = .set(nil)
    ann.phones = .set([])
    ann.note = .set("")
    var bo = FriendDraft()
    bo.name = .set("Bo")
    bo.emails = .set([ContactValue(value: "b@example.org"), ContactValue(value: "c")])
    #expect(found == [ann, bo])
  }

  @Test(arguments: [
    "", "{}", "[", "null", "[1] x", String(repeating: "[", count: 100_000),
  ])
  func refusesWhatIsNoArray(text: String) {
    #expect(throws: FriendJSON.ParseError.notAnArray) {
      try FriendJSON.drafts(from: Array(text.utf8))
    }
  }

  @Test(arguments: [
    ("1", "Friend 1 of the array: A friend is a JSON object."),
    ("{}", "Friend 1 of the array: A friend needs a name."),
    (#"{"name": " "}"#, "Friend 1 of the array: A friend needs a name."),
    (#"{"name": 1}"#, "Friend 1 of the array: “name” must be a text."),
    (#"{"name": "A", "tags": "x"}"#, "Friend 1 of the array: “tags” must be an array."),
    (#"{"name": "A", "tags": [1]}"#, "Friend 1 of the array: “tags” must be an array of texts."),
    (
      #"{"name": "A", "phones": [{"label": "x"}]}"#,
      "Friend 1 of the array: “phones” must be an array of texts,"
        + " or of objects with value and label."
    ),
    (
      #"{"name": "A", "meetingDate": "soon"}"#,
      "Friend 1 of the array: “soon” is not a date. Write YYYY-MM-DD, YYYY-MM or YYYY."
    ),
    (
      #"{"name": "A", "added": "2021-06-09"}"#,
      "Friend 1 of the array: “added” must be an instant in UTC, such as 2026-11-30T09:15:00.000Z."
    ),
  ])
  func refusesElementsAndKeepsOthers(element: String, message: String) throws {
    let found = try FriendJSON.drafts(from: Array("[\(element), {\"name\": \"Ok\"}]".utf8))
    #expect(throws: FriendJSON.ParseError.self) { try found[0].get() }
    if case .failure(let error) = found[0] { #expect("\(error)" == message) }
    #expect(try found[1].get().name == .set("Ok"))
  }
}
