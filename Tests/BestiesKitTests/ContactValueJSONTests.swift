import Testing

@testable import BestiesKit

@Suite struct ContactValueJSONTests {
  @Test(arguments: [
    [], [ContactValue(value: "+1")], [ContactValue(label: "cell", value: "+34 600"), ContactValue(value: "")],
    [ContactValue(label: "a\"b\\", value: "tab\t, é, 佐, \u{1}, ]}")],
  ])
  func whatIsWrittenIsRead(values: [ContactValue]) {
    #expect(ContactValue.list(json: ContactValue.json(of: values)) == values)
  }

  @Test func otherSpellingsAreRead() {
    let expected = [ContactValue(label: "cell", value: "1")]
    #expect(ContactValue.list(json: #"[{"label":"cell","value":"1"}]"#) == expected)
    #expect(ContactValue.list(json: #" [ {"value": "1", "label": "cell", "more": 2} ] "#) == expected)
    #expect(ContactValue.list(json: #"["1"]"#) == [ContactValue(value: "1")])
    #expect(ContactValue.list(json: #"[{"label":"cell","value":"1"}"#) == nil)
    #expect(ContactValue.list(json: "not json") == nil)
  }
}
