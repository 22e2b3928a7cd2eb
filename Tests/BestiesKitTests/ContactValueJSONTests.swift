import Testing

@testable import BestiesKit

@Suite struct ContactValueJSONTests {
  @Test(arguments: [
    [], [ContactValue(value: "+1")], [ContactValue(label: "cell", value: "+34 600"), ContactValue(value: "")],
    [ContactValue(label: "a\"b\\", value: "tab\t, é, 佐, \u{1}, ]}")],
  ])
  func whatIsWrittenIsRead(values: [ContactValue]) {
    #expect(ContactValue.list(stored: ContactValue.json(of: values)) == values)
  }

  @Test func otherSpellingsAreRead() {
    let expected = [ContactValue(label: "cell", value: "1")]
    #expect(ContactValue.list(stored: #"[{"label":"cell","value":"1"}]"#) == expected)
    #expect(ContactValue.list(stored: #" [ {"value": "1", "label": "cell", "more": 2} ] "#) == expected)
    #expect(ContactValue.list(stored: #"["1"]"#) == [ContactValue(value: "1")])
    #expect(
      ContactValue.list(stored: #"[{"label":"cell","value":"1"}"#) == [
        ContactValue(value: #"[{"label":"cell","value":"1"}"#)
      ])
    #expect(ContactValue.list(stored: "+34 600") == [ContactValue(value: "+34 600")])
    #expect(
      ContactValue.list(stored: #"[34600, {"tel": "1"}, null, "2"]"#).map(\.value) == [
        "34600", #"{"tel":"1"}"#, "null", "2",
      ])
    #expect(
      ContactValue.list(stored: "34600") == [ContactValue(value: "34600")] && ContactValue.list(stored: " ").isEmpty)
  }
}
