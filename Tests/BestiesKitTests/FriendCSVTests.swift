import Foundation
import Testing

@testable import BestiesKit
@testable import TextFormats

private func rows(_ text: String) throws -> [FriendCSVReader.Row] {
  var pieces = [Array(text.utf8)]
  var reader = try FriendCSVReader { pieces.popLast() ?? [] }
  var rows: [FriendCSVReader.Row] = []
  while let row = try reader.next() { rows.append(row) }
  return rows
}

private func drafts(_ text: String) throws -> [FriendDraft] {
  try rows(text).map { try $0.result.get() }
}

@Suite struct FriendCSVTests {
  @Test func readsEveryColumnInAnyOrder() throws {
    let text = """
      \u{FEFF}" NAME\n",MeetingDate,tags,phones,emails,birthday,note,meetingplace,id
      Zoë Martínez,2021-06-09,climbing; work ;,"[{""label"":""cell"",""value"":""+34 600""}]",a@example.org;b@example.org,--05-01," a,b",Gym ,x-1

      """
    var expected = FriendDraft()
    expected.id = "x-1"
    expected.name = .set("Zoë Martínez")
    expected.meetingPlace = .set("Gym")
    expected.meetingDate = .set(PartialDate("2021-06-09"))
    expected.birthday = .set(PartialDate("--05-01"))
    expected.phones = .set([ContactValue(label: "cell", value: "+34 600")])
    expected.emails = .set([
      ContactValue(value: "a@example.org"), ContactValue(value: "b@example.org"),
    ])
    expected.tags = .set(["climbing", "work"])
    expected.note = .set(" a,b")
    #expect(try drafts(text) == [expected])
  }

  @Test func anAbsentColumnLeavesAndAnEmptyCellClears() throws {
    let found = try drafts("name,meetingPlace,phones,note,id\nAnn,,,,\nBo\n")
    var ann = FriendDraft()
    ann.name = .set("Ann")
    ann.meetingPlace = .set(nil)
    ann.phones = .set([])
    ann.note = .set("")
    var bo = FriendDraft()
    bo.name = .set("Bo")
    #expect(found == [ann, bo])
  }

  @Test func twoListColumnsGiveBothValues() throws {
    let draft = try #require(try drafts("phones,name,Phones,tags,tags\n1,Ann,2;1,a,b;a\n").first)
    #expect(
      draft.phones
        == .set([ContactValue(value: "1"), ContactValue(value: "2"), ContactValue(value: "1")]))
    #expect(draft.tags == .set(["a", "b"]))
  }

  @Test(
    arguments: [
      ("", .noRow),
      ("\n,,\n", .noRow),
      ("place,date\nGym,2009\n", .noNameColumn(found: ["place", "date"])),
      ("name,note,Note\n", .repeatedColumn("note")),
      ("name,name\n", .repeatedColumn("name")),
    ] as [(String, FriendCSV.HeaderError)])
  func refusesHeaders(text: String, error: FriendCSV.HeaderError) {
    #expect(throws: error) { try rows(text) }
  }

  @Test func saysWhatTheHeaderMustHave() {
    #expect(
      FriendCSV.HeaderError.noNameColumn(found: ["place", "date"]).description
        == "No column is called “name”; the header row has “place”, “date”.")
    #expect(
      FriendCSV.HeaderError.repeatedColumn("note").description
        == "Two columns are called “note”; leave only one.")
    #expect(
      FriendCSV.HeaderError.noRow.description
        == "There is no header row; it names the columns, and one of them must be “name”.")
    #expect(throws: FriendCSV.HeaderError.self) { try rows("\"name\n") }
  }

  @Test func unknownColumnsAreToldOnce() throws {
    let columns = try FriendCSV(header: ["__proto__", " name ", "", "constructor"])
    #expect(columns.unknownColumns == ["__proto__", "constructor"])
    let row = CSVRow(line: 2, cells: ["x", "Ann", "", "y", " ", "z"], bytes: [])
    #expect(try columns.draft(of: row).name == .set("Ann"))
    #expect(columns.extraCellCount(of: row) == 1)
  }

  @Test func refusesRowsAndGoesOn() throws {
    let found = try rows(
      #"""
      name,meetingDate,birthday,phones,tags,id
      Ann,2021-02-30,,,,
      ,2021,,,,
      Bo,2021,--13-01,,,
      Cy,,,[1],,
      Di,,,"[""1""",,
      Ed,,,,"[{""a"":1}]",
      Fa,,,,,a b
      "Gu"x,,,,,
      Hy,2021,--02-29,"[""1""]","[""a;b""]",x
      ok,"
      """#)
    #expect(
      found.map { row in
        switch row.result {
        case .success(let draft): "\(row.line) \(draft.name)"
        case .failure(let error): "\(row.line) \(error)"
        }
      } == [
        "2 meetingDate: “2021-02-30” is not a date: that month has 28 days."
          + " Write YYYY-MM-DD, YYYY-MM or YYYY.",
        "3 name: A friend needs a name.",
        "4 birthday: “--13-01” is not a date: months go from 01 to 12."
          + " Write YYYY-MM-DD, YYYY-MM, YYYY or --MM-DD.",
        "5 phones: a JSON array of phones or e-mails holds texts, or objects with value and label",
        "6 phones: a list that begins with “[” must be a JSON array",
        "7 tags: a JSON array of tags holds texts only",
        "8 id: “a b” is not an id: write one without blanks, or leave it out for a new one.",
        "9 there is text behind a closing quote; write a quote in a cell twice",
        "10 set(\"Hy\")",
        "11 the quote that opens here is never closed",
      ])
    #expect(String(decoding: found[0].bytes, as: UTF8.self) == "Ann,2021-02-30,,,,\n")
  }

  @Test(arguments: ["\n", "\r\n", "\r"])
  func noLineEndStaysInACell(lineEnd: String) throws {
    let text = ["name,meetingPlace", "Ann,Berlin", "Bo,\"Rome\"", ""].joined(separator: lineEnd)
    #expect(try drafts(text).map(\.meetingPlace) == [.set("Berlin"), .set("Rome")])
  }

  @Test func exportsAsRows() {
    var bytes: [UInt8] = []
    FriendCSV.appendHeader(to: &bytes)
    FriendCSV.append(
      Friend(
        id: "1", name: "=Zoë, \"Z\"", meetingPlace: "Gym", meetingDate: PartialDate("2021-06"),
        birthday: PartialDate("--05-01"),
        phones: [ContactValue(value: "+34 600"), ContactValue(value: "1")],
        emails: [ContactValue(value: "a@example.org"), ContactValue(value: "b@example.org")],
        tags: ["a b", "c"], note: "x\ny", addedAt: .now), to: &bytes)
    #expect(
      String(decoding: bytes, as: UTF8.self) == #"""
        name,meetingPlace,meetingDate,birthday,phones,emails,tags,note,id
        "'=Zoë, ""Z""",Gym,2021-06,'--05-01,"[{""label"":"""",""value"":""+34 600""},{""label"":"""",""value"":""1""}]","a@example.org;b@example.org","a b;c","x
        y",1

        """#)
  }

  /// Every friend comes back as it was, and no cell can be taken for a formula.
  @Test func exportsComeBackAsTheyWere() throws {
    let signs = [
      "=", "+1", "-1", "@a", "\t=", "\r", " =1", "＝1", "'=1", "''+", "'", "'a", "' -", "\u{A0}@",
    ]
    let texts =
      signs + ["a;b", "[", "[\"a\"]", "a\"b", "a,b", "a|b", "a\r\nb", "é", "e\u{301}", "x"]
    var friends: [Friend] = []
    for (index, text) in texts.enumerated() {
      let value = text.trimmed.isEmpty ? "1" : text.trimmed
      friends.append(
        Friend(
          id: "\(index)", name: value, meetingPlace: value,
          phones: [ContactValue(value: value), ContactValue(label: text.trimmed, value: "2")],
          emails: [ContactValue(value: value)], tags: FriendField.tags([value, "t"]), note: text,
          addedAt: Date(timeIntervalSince1970: 0)))
    }
    var bytes: [UInt8] = []
    FriendCSV.appendHeader(to: &bytes)
    for friend in friends { FriendCSV.append(friend, to: &bytes) }
    let text = String(decoding: bytes, as: UTF8.self)
    let reread = try drafts(text).map {
      try $0.makeFriend(id: "none", addedAt: Date(timeIntervalSince1970: 0))
    }
    #expect(reread == friends)
    #expect(reread.map { Array($0.note.utf8) } == friends.map { Array($0.note.utf8) })

    var reader = CSVReader(bytes: bytes)
    while case .row(let row)? = try reader.next() {
      for cell in row.cells {
        let first = cell.unicodeScalars.first {
          !$0.properties.isWhitespace || $0 == "\t" || $0 == "\r"
        }
        #expect(!["=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠"].contains(first), "\(cell)")
      }
    }
  }

  @Test(arguments: [
    "meetingPlace", "Meeting Place", "meeting_place", "MEETINGPLACE", " Meeting\u{A0}_Place ", "\u{FEFF}meetingPlace",
  ])
  func caseBlanksAndUnderscoresOfATitleDoNotCount(title: String) throws {
    var ann = FriendDraft()
    ann.name = .set("Ann")
    ann.meetingPlace = .set("Gym")
    #expect(try drafts("Name,\(title)\nAnn,Gym\n") == [ann])
    #expect(throws: FriendCSV.HeaderError.repeatedColumn("meetingPlace")) {
      try drafts("Name,\(title),meetingPlace\nAnn,Gym,Gym\n")
    }
  }
}
