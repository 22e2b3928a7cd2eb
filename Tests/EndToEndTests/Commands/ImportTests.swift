import ChildProcesses
import Foundation
import Glibc
import Testing

/// `besties import FILE…|-`
struct ImportTests {
  let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  @Test func aTabInAFileOfOneColumnIsText() throws {
    try sandbox.write("\nname\nZoë\nAnn\tLee\nBo; the second\n", to: "one.csv")
    #expect(try sandbox.besties("import", "one.csv").status == 0)
    #expect(try sandbox.names("--sort", "added") == ["Zoë", "Ann\tLee", "Bo; the second"])
  }

  private func importCSV(_ text: String, _ options: String...) throws -> ChildProcess.Output {
    try sandbox.write(text, to: "a.csv")
    return try sandbox.run(Sandbox.binary, ["import", "a.csv"] + options)
  }

  // MARK: The report

  private struct Report: Codable, Equatable {
    struct Problem: Codable, Equatable {
      let file: String
      let line: Int?
      let reason: String
    }
    let created, updated, unchanged, skipped: Int
    let problems: [Problem]
    let dryRun: Bool
  }

  private func report(_ output: ChildProcess.Output) throws -> Report {
    try JSONDecoder().decode(Report.self, from: Data(output.out.utf8))
  }

  @Test func theReportAsJSON() throws {
    let output = try importCSV("name,meetingDate,x\nAnn,2021,\nBo,soon,1\n", "--json", "--dry-run")
    #expect(output.status == 3 && output.err.isEmpty)
    let problems = [
      Report.Problem(file: "a.csv", line: nil, reason: "the column “x” is not known and was passed over"),
      Report.Problem(
        file: "a.csv", line: 3, reason: "meetingDate: “soon” is not a date. Write YYYY-MM-DD, YYYY-MM or YYYY."),
    ]
    #expect(
      try report(output)
        == Report(created: 1, updated: 0, unchanged: 0, skipped: 1, problems: problems, dryRun: true))
    #expect(try sandbox.besties("list", "--count").out == "0\n")
    try sandbox.write("name\nAnn\n", to: "b.csv")
    for (created, unchanged) in [(1, 0), (0, 1)] {
      #expect(
        try sandbox.besties("import", "--json", "b.csv").out
          == #"{"created":\#(created),"updated":0,"unchanged":\#(unchanged),"skipped":0,"problems":[],"dryRun":false}"#
          + "\n")
    }
    try sandbox.write("{", to: "c\u{1b}.json")
    let broken = try sandbox.besties("import", "--json", "c\u{1b}.json")
    #expect(broken.status == 3 && !broken.out.contains("\u{1b}"))
    #expect(try report(broken).problems.map(\.file) == ["c\u{1b}.json"])
  }

  @Test func whatWasExportedAsJSONComesBackByteForByte() throws {
    _ = try sandbox.add("Zoë", "--phone", "cell:+34", "--tag", "b", "--tag", "a", "--note", "x\ny")
    try sandbox.sqlite(
      "INSERT INTO friend (name, added_at) VALUES ('Ann', '2019-02-03T04:05:06.7891234Z'), ('Bo', '0001-01-01T00:00:00.000Z')"
    )
    let exported = try sandbox.besties("export", "--format", "json").out
    #expect(exported.contains(#""added":"2019-02-03T04:05:06.7891234Z""#))
    try sandbox.write(exported, to: "all.json")
    sandbox.environment["BESTIES_STORE"] = "other.sqlite"
    #expect(try sandbox.besties("import", "all.json").err.hasPrefix("3 created"))
    #expect(try sandbox.besties("export", "--format", "json").out == exported)
    #expect(try sandbox.besties("import", "all.json").err == "0 created, 0 updated, 3 unchanged, 0 skipped.\n")
    #expect(try sandbox.names("--sort", "added") == ["Bo", "Ann", "Zoë"])
  }

  // MARK: Matching

  @Test func aFileTwiceChangesNothingTheSecondTime() throws {
    let text = """
      name,meetingPlace,phones,tags
      Ann,Gym,"[{""label"":""cell"",""value"":""+1""}]",a;b
      Ann,Gym,"[{""label"":""cell"",""value"":""+1""}]",a;b
      Ann,Choir,,

      """
    #expect(try importCSV(text).err == "3 created, 0 updated, 0 unchanged, 0 skipped. “besties undo” takes it back.\n")
    #expect(try importCSV(text) == .init(status: 0, out: "", err: "0 created, 0 updated, 3 unchanged, 0 skipped.\n"))
    #expect(try sandbox.besties("history").lines.count == 1)
  }

  @Test func lineEndsMakeNoOtherPerson() throws {
    let text = "name,note\nAnn,\"one\ntwo\"\n"
    _ = try importCSV(text.replacingOccurrences(of: "\n", with: "\r\n"))
    #expect(try importCSV(text).err.hasPrefix("0 created, 0 updated, 1 unchanged"))
    #expect(try sandbox.besties("list", "--json").json().map { $0["note"] as? String } == ["one\r\ntwo"])
  }

  @Test func theNthEqualRowMeansTheNthEqualFriend() throws {
    _ = try sandbox.add("Ann", "--note", "first")
    let output = try importCSV("name\nAnn\nAnn\nAnn\n")
    #expect(output.err.hasPrefix("2 created, 0 updated, 1 unchanged"))
    #expect(try sandbox.names() == ["Ann", "Ann", "Ann"])
  }

  @Test func anIdUpdatesAndAnUnknownIdIsCreatedWithIt() throws {
    let id = try sandbox.add("Ann", "--place", "Gym", "--note", "kept", "--tag", "x")
    let output = try importCSV("id,name,meetingPlace\n\(id),Anna,\nnew-1,Bo,Choir\n")
    #expect(output.err.hasPrefix("1 created, 1 updated, 0 unchanged"))
    let friends = try sandbox.besties("list", "--json").json()
    #expect(friends.map { $0["id"] as? String } == ["new-1", id])
    #expect(friends[1]["name"] as? String == "Anna" && friends[1]["note"] as? String == "kept")
    #expect(friends[1]["meetingPlace"] is NSNull && friends[1]["tags"] as? [String] == ["x"])
    #expect(try sandbox.besties("history").lines[0].hasSuffix("Import a.csv"))
  }

  @Test func anIdThatComesTwiceIsOneFriendAndUndoneAsOne() throws {
    let output = try importCSV("id,name,tags\nx-1,Ann,a\nx-1,Anna,b\n")
    #expect(output.err.hasPrefix("1 created, 1 updated"))
    #expect(try sandbox.names() == ["Anna"])
    #expect(try sandbox.besties("undo").status == 0)
    #expect(try sandbox.names() == [] && sandbox.sqlite("SELECT count(*) FROM tag") == "0\n")
    #expect(try sandbox.besties("redo").status == 0)
    #expect(try sandbox.besties("list", "--json", "b").json().map { $0["name"] as? String } == ["Anna"])
  }

  @Test func composedAndDecomposedNamesAreOnePerson() throws {
    _ = try importCSV("name\nZoe\u{308}\n")
    #expect(try importCSV("name\nZo\u{eb}\n").err.hasPrefix("0 created, 0 updated, 1 unchanged"))
  }

  @Test func severalFilesAreOneStep() throws {
    try sandbox.write("name\nAnn\n", to: "a.csv")
    try sandbox.write(#"[{"name":"Bo"}]"#, to: "b.json")
    #expect(try sandbox.besties("import", "a.csv", "b.json").err.hasPrefix("2 created"))
    #expect(try sandbox.besties("undo").err == "Undone: Import a.csv and 1 more. “besties redo” does it again.\n")
    #expect(try sandbox.names() == [])
  }

  // MARK: Bad content

  @Test func badRowsAreReportedAndKeptAndTheGoodOnesAreIn() throws {
    let output = try importCSV(
      "name,meetingDate\r\nAnn,2021\r\n,2020\r\n\"B\nb\",2021-02-30\r\nCy,\r\n\"open,2001\r\nlost,\r\n", "--rejects",
      "bad.csv")
    #expect(output.status == 3 && output.out.isEmpty)
    #expect(
      output.err == """
        a.csv:3: name: A friend needs a name.
        a.csv:4: meetingDate: “2021-02-30” is not a date: that month has 28 days. Write YYYY-MM-DD, YYYY-MM or YYYY.
        a.csv:7: the quote that opens here is never closed
        2 created, 0 updated, 0 unchanged, 3 skipped. “besties undo” takes it back.

        """)
    #expect(try sandbox.names() == ["Ann", "Cy"])
    #expect(
      try sandbox.contents(of: "bad.csv")
        == "name,meetingDate\r\n,2020\r\n\"B\nb\",2021-02-30\r\n\"open,2001\r\nlost,\r\n")
  }

  @Test func invalidUTF8IsRefusedAndKeptByteForByte() throws {
    try sandbox.write(Array("name\nA".utf8) + [0xFF, 0x0A] + Array("B\n".utf8), to: "a.csv")
    let output = try sandbox.besties("import", "a.csv", "--rejects", "bad.csv")
    #expect(output.status == 3)
    #expect(output.err.hasPrefix("a.csv:2: this is not text in UTF-8; save the file as UTF-8\n"))
    #expect(try sandbox.names() == ["B"])
    let kept = try Data(contentsOf: sandbox.folder.appending(path: "bad.csv"))
    #expect(Array(kept) == Array("name\nA".utf8) + [0xFF, 0x0A])
  }

  @Test(arguments: [
    ("Name;Place\nAnn;Gym\n", ["Ann"]), ("\u{feff}\"name\"\r\n\"Ann\" ,x\r\n\r\n ,\r\n", ["Ann"]),
    ("name\rAnn\rBo\r", ["Ann", "Bo"]), ("name\tnote\nAnn\tx\n", ["Ann"]),
    ("meetingPlace,name\r\nBerlin,\"Ann\"\r\n", ["Ann"]), ("__proto__,name\nx,Ann\n", ["Ann"]),
    ("name,note\n\"A\r\nb\",\n", ["A\r\nb"]),
  ])
  func whatPeopleReallyHave(text: String, names: [String]) throws {
    #expect(try importCSV(text).status == 0)
    #expect(try sandbox.names() == names)
  }

  @Test func unknownColumnsAndExtraCellsAreTold() throws {
    let output = try importCSV("name,Shoe size\nAnn,38,extra\nBo\n")
    #expect(output.status == 0)
    #expect(
      output.err.hasPrefix("a.csv: the column “Shoe size” is not known and was passed over\na.csv:2: 1 more cell"))
  }

  @Test func manyUnknownColumnsAreOneLine() throws {
    let titles = (1...12).map { "c\($0)" }
    let output = try importCSV("name,\(titles.joined(separator: ","))\nAnn\n")
    #expect(output.status == 0)
    #expect(
      output.err.hasPrefix(
        "a.csv: the columns “c1”, “c2”, “c3”, “c4”, “c5”, “c6”, “c7”, “c8”, “c9”, “c10” and 2 more are not known and were "
          + "passed over\n1 created"))
  }

  @Test(arguments: [
    ("title,place\nAnn,Gym\n", "a.csv: No column is called “name”; the header row has “title”, “place”.\n"),
    ("", "a.csv: There is no header row; it names the columns, and one of them must be “name”.\n"),
    ("name,name\nAnn,Bo\n", "a.csv: Two columns are called “name”; leave only one.\n"),
  ])
  func aFileWithoutFriendsIs3(text: String, line: String) throws {
    let output = try importCSV(text)
    #expect(output.status == 3)
    #expect(output.err == line + "0 created, 0 updated, 0 unchanged, 1 skipped.\n")
  }

  @Test func jsonIsReadObjectByObject() throws {
    let text = """
      [
        {"name": "Ann", "phones": ["+1", {"label": "cell", "value": "+2"}], "shoe": 38},
        {"name": ""},
        {"name": "B", "tags": "x"}, {bad},
        {"name": "Cy", "note": "a ] } , \\" b"}
      ]
      """
    try sandbox.write(text, to: "a.json")
    let output = try sandbox.besties("import", "a.json", "--rejects", "bad.json")
    #expect(output.status == 3)
    #expect(
      output.err == """
        a.json:3: A friend needs a name.
        a.json:4: “tags” must be an array.
        a.json:4: this is not JSON
        2 created, 0 updated, 0 unchanged, 3 skipped. “besties undo” takes it back.

        """)
    #expect(try sandbox.names() == ["Ann", "Cy"])
    #expect(
      try sandbox.contents(of: "bad.json") == "[\n{\"name\": \"\"},\n{\"name\": \"B\", \"tags\": \"x\"},\n{bad}\n]\n")
  }

  @Test(arguments: [
    (#"[{"name":"A"},{"name":"B""#, "a.json:1: what begins here is never closed"),
    (#"[{"name":"A"},"#, "a.json:1: the array that this belongs to is never closed"),
    ("[{\"name\":\"A\"}\n{\"name\":\"B\"}]", "a.json:1: a comma is missing or misplaced near here"),
    ("[{\"name\":\"A\"}]\nmore", "a.json:2: there is text behind the array"),
    (#""text""#, "a.json: This is not a JSON array of friends."),
  ])
  func brokenJSONIs3(text: String, line: String) throws {
    try sandbox.write(text, to: "a.json")
    let output = try sandbox.besties("import", "a.json")
    #expect(output.status == 3 && output.lines.isEmpty)
    #expect(output.err.hasPrefix(line + "\n"))
  }

  // MARK: Where it comes from

  @Test func standardInputByContentOrByFormat() throws {
    #expect(try sandbox.besties("import", "-", input: "name\nAnn\n").err.hasPrefix("1 created"))
    #expect(
      try sandbox.besties("import", "-", input: "\n {\"name\":\"Bo\"}\n{\"name\":\"Cy\"}\n").err.hasPrefix("2 created"))
    #expect(try sandbox.besties("import", "--format", "csv", "-", input: "name\n[Di]\n").err.hasPrefix("1 created"))
    #expect(try sandbox.names() == ["[Di]", "Ann", "Bo", "Cy"])
    #expect(try sandbox.besties("history").lines[0].hasSuffix("Import standard input"))
    #expect(try sandbox.besties("import", "-", "-").status == 2)
  }

  @Test func aFileThatCannotBeOpenedIs2AndNothingIsIn() throws {
    try sandbox.write("name\nAnn\n", to: "a.csv")
    let output = try sandbox.besties("import", "a.csv", "none.csv")
    #expect(output == .init(status: 2, out: "", err: "besties: Can't open “none.csv”: No such file or directory.\n"))
    #expect(try sandbox.besties("import", ".").status == 2)
    #expect(try sandbox.besties("import").status == 2)
    #expect(try sandbox.besties("import", "--format", "xml", "a.csv").status == 2)
    #expect(try sandbox.names() == [])
  }

  @Test func aDryRunReportsTheSameAndWritesNothing() throws {
    let output = try importCSV("name,meetingDate\nAnn,\nBo,x\n", "--dry-run", "--rejects", "bad.csv")
    #expect(output.status == 3)
    #expect(
      output.err == """
        a.csv:3: meetingDate: “x” is not a date. Write YYYY-MM-DD, YYYY-MM or YYYY.
        Dry run, nothing was changed: 1 created, 0 updated, 0 unchanged, 1 skipped.

        """)
    #expect(try sandbox.names() == [] && !sandbox.exists("bad.csv"))
    #expect(try sandbox.besties("history").out == "")
  }

  @Test func interruptedItLeavesNothing() throws {
    _ = try sandbox.add("Before")
    let pipe = Pipe()
    let child = try sandbox.startBesties("import", "-", input: pipe)
    // More than a pipe holds: once it is written, the import has begun.
    let rows = "name\n" + (1...20_000).map { "Friend number \($0)\n" }.joined()
    try pipe.fileHandleForWriting.write(contentsOf: Data(rows.utf8))
    child.signal(SIGINT)
    let output = child.wait()
    #expect(output == .init(status: 130, out: "", err: ""))
    #expect(try sandbox.names() == ["Before"] && sandbox.files == ["friends.sqlite"])
  }

  @Test func progressIsShownOnATerminalOnly() throws {
    let rows = "name\n" + (1...3000).map { "Friend number \($0)\n" }.joined()
    #expect(!(try importCSV(rows).err.contains("\r")))
  }

  // MARK: Oracles

  @Test func pythonReadsWhatWeWriteAndWeReadWhatItWrites() throws {
    let script = """
      import csv, random, json
      random.seed(7)
      nasty = ['a', 'é', '"', ',', ';', '\\n', '\\r\\n', "'", '=', ' ', '佐', '|', '\\\\', '[', '%', '_']
      rows = [[('N%d' % i) + ''.join(random.choices(nasty, k=random.randrange(8))) + 'x',
               'P' + ''.join(random.choices(nasty, k=4)) + 'x', 'n' + ''.join(random.choices(nasty, k=6))] for i in range(300)]
      csv.writer(open('p.csv', 'w', newline='')).writerows([['name', 'meetingPlace', 'note']] + rows)
      json.dump(rows, open('p.json', 'w'))
      """
    #expect(try sandbox.run("python3", ["-c", script]).status == 0)
    #expect(try sandbox.besties("import", "p.csv").err.hasPrefix("300 created"))
    let check = """
      import csv, json, subprocess, sys
      rows = json.load(open('p.json'))
      ours = json.load(open('out.json'))
      assert [[f['name'], f['meetingPlace'], f['note']] for f in ours] == rows, 'json'
      back = list(csv.DictReader(open('out.csv', newline='')))
      assert [[f['name'], f['meetingPlace'], f['note']] for f in back] == rows, 'csv'
      """
    try sandbox.besties("export", "out.json")
    try sandbox.besties("export", "out.csv")
    #expect(try sandbox.run("python3", ["-c", check]) == .init(status: 0, out: "", err: ""))
    #expect(try sandbox.besties("import", "out.csv", "out.json").err.hasPrefix("0 created, 0 updated, 600 unchanged"))
  }
}
