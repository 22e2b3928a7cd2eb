import Foundation
import Testing
import TextFormats

@testable import BestiesKit

@Suite struct FriendFieldTests {
  @Test(arguments: [
    ("Zoë", "Zoë"), (" \u{A0}Zoë \r\n", "Zoë"), ("e\u{301}", "e\u{301}"),
    ("a\u{0}b\u{1B}", "a\u{0}b\u{1B}"),
    ("👩‍👩‍👧 Kim", "👩‍👩‍👧 Kim"), ("-", "-"), ("\u{FEFF}Bo", "\u{FEFF}Bo"),
  ])
  func namesKeepTheirBytes(text: String, name: String) throws {
    #expect(Array(try FriendField.name(text).utf8) == Array(name.utf8))
  }

  @Test(arguments: ["", " ", "\u{3000}\t\n", "\u{0}", "\u{200B}\u{200D}", "\u{2028}"])
  func aBlankNameIsRefused(text: String) {
    #expect(throws: FriendField.ParseError.blankName) { try FriendField.name(text) }
  }

  @Test func idsHaveNoBlanks() throws {
    #expect(try FriendField.id(" urn:uuid:42 ") == "urn:uuid:42")
    for text in ["", " ", "a b", "a\u{0}", "a\u{A0}b"] {
      #expect(throws: FriendField.ParseError.badID(text)) { try FriendField.id(text) }
    }
    #expect(
      FriendField.ParseError.badID("a b").description
        == "“a b” is not an id: write one without blanks, or leave it out for a new one.")
  }

  @Test func placesAndDatesMayBeMissing() throws {
    #expect(FriendField.place(" Café Müller ") == "Café Müller")
    #expect(FriendField.place(" \u{A0}") == nil)
    #expect(try FriendField.date(" ", as: .date) == nil)
    #expect(try FriendField.date("2009", as: .date)?.text == "2009")
    #expect(throws: PartialDate.ParseError.self) { try FriendField.date("--05-01", as: .date) }
  }

  @Test func tagsAreComposedAndUnique() {
    let tags = FriendField.tags([" Malmö ", "b", "Malmo\u{308}", "", " ", "b", "B"])
    #expect(tags.map { Array($0.utf8) } == ["Malm\u{F6}", "b", "B"].map { Array($0.utf8) })
  }

  @Test func contactsWithoutAValueAreLeftOut() {
    let values = [
      ContactValue(label: " cell ", value: " 1 "), ContactValue(label: "x", value: " "),
      ContactValue(value: "1"),
    ]
    #expect(
      FriendField.contactValues(values)
        == [ContactValue(label: "cell", value: "1"), ContactValue(value: "1")])
  }
}

@Suite struct FriendDraftTests {
  private let ann = Friend(
    id: "1", name: "Ann", meetingPlace: "Gym", meetingDate: PartialDate("2009"),
    phones: [ContactValue(value: "1")], tags: ["a"], note: "n",
    addedAt: Date(timeIntervalSince1970: 0))

  @Test func whatIsNotSaidStays() {
    var draft = FriendDraft()
    #expect(draft.applied(to: ann) == ann)
    #expect(draft.matches(ann))
    draft.meetingPlace = .set(nil)
    draft.tags = .set([])
    draft.id = "other"
    let changed = draft.applied(to: ann)
    #expect(changed.id == "1")
    #expect(changed.meetingPlace == nil)
    #expect(changed.tags == [])
    #expect(changed.note == "n")
    #expect(changed.meetingDate == PartialDate("2009"))
    #expect(!draft.matches(ann))
    #expect(draft.matches(changed))
  }

  @Test func makesAFriendWithAName() throws {
    var draft = FriendDraft()
    let now = Date(timeIntervalSince1970: 1)
    #expect(throws: FriendField.ParseError.blankName) {
      try draft.makeFriend(id: "9", addedAt: now)
    }
    draft.name = .set("Bo")
    draft.birthday = .set(PartialDate("--05-01"))
    #expect(
      try draft.makeFriend(id: "9", addedAt: now)
        == Friend(id: "9", name: "Bo", birthday: PartialDate("--05-01"), addedAt: now))
    draft.id = "7"
    #expect(try draft.makeFriend(id: "9", addedAt: now).id == "7")
  }

  @Test func aLabelWithNothingBehindItIsNoValue() throws {
    #expect(
      try FriendField.contactValues(spelling: "cell:1, , 2")
        == [ContactValue(label: "cell", value: "1"), ContactValue(value: "2")])
    for spelling in ["work:", "cell:1, work: ,home:2", "work:\"\""] {
      #expect(throws: FriendField.ParseError.bareLabel("work")) { try FriendField.contactValues(spelling: spelling) }
    }
    #expect(
      "\(FriendField.ParseError.bareLabel("work"))"
        == "There is nothing behind “work:”; write a value there, or take the label out.")
  }

  // MARK: The table

  private let full = Friend(
    id: "1", name: "Zoë", meetingPlace: "Gym", meetingDate: PartialDate("2021-06"), birthday: PartialDate("--05-01"),
    phones: [ContactValue(label: "cell", value: "+34 600"), ContactValue(value: "1;2")],
    emails: [ContactValue(value: "z@example.org")], tags: ["a", "b c"], note: "one\ntwo", addedAt: .distantPast)

  @Test func everyPropertyHasItsLine() {
    let properties = Mirror(reflecting: full).children.compactMap(\.label)
    #expect(properties == ["id"] + FriendField.all.map(\.key) + ["addedAt"])
  }

  @Test func whatEachFieldWritesItReads() throws {
    for field in FriendField.all {
      var (copied, line, cell, json) = (Friend.blank, Friend.blank, Friend.blank, Friend.blank)
      field.copy(full, &copied)
      #expect(field.isSame(copied, full) && !field.isSame(copied, Friend.blank), "\(field.key)")
      try field.setLine(&line, field.line(full))
      try field.setCell(&cell, field.cell(full))
      var bytes: [UInt8] = []
      field.appendJSON(full, &bytes)
      try field.setJSON(&json, try #require(JSONText.value(of: bytes)))
      #expect(line == copied && cell == copied && json == copied, "\(field.key)")
    }
  }
}

extension Friend {
  fileprivate static let blank = Friend(id: "1", name: "", addedAt: .distantPast)
}
