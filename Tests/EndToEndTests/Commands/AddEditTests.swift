import Testing

/// `besties add NAME` and `besties edit ID`
struct AddEditTests {
  let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  @Test func addPrintsTheIdAloneOnItsLine() throws {
    let output = try sandbox.besties("add", "Zoë")
    #expect(output.status == 0 && output.err.isEmpty)
    #expect(output.out.wholeMatch(of: /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}\n/) != nil)
  }

  @Test(arguments: [
    (["add", ""], "besties: A friend needs a name.\n"),
    (["add", " \u{200b} "], "besties: A friend needs a name.\n"),
    (
      ["add", "Zoë", "Martínez"],
      "besties: A name of several words stands in quotes: besties add 'Zoë Martínez'.\n"
    ),
    (
      ["add", "A", "--date", "2021-13"],
      "besties: “2021-13” is not a date: months go from 01 to 12. Write YYYY-MM-DD, YYYY-MM or YYYY.\n"
    ),
    (
      ["add", "A", "--date", "2021-02-29"],
      "besties: “2021-02-29” is not a date: that month has 28 days. Write YYYY-MM-DD, YYYY-MM or YYYY.\n"
    ),
    (
      ["add", "A", "--date=--05-01"],
      "besties: “--05-01” is not a date. Write YYYY-MM-DD, YYYY-MM or YYYY.\n"
    ),
    (
      ["add", "A", "--date", "0116-05-01"],
      "besties: “0116-05-01” is not a date: years go from 1000 to 9999. Write YYYY-MM-DD, YYYY-MM or YYYY.\n"
    ),
    (
      ["add", "A", "--phone", "home:"],
      "besties: There is nothing behind “home:”; write --phone home:….\n"
    ),
  ])
  func badValuesAreStatus2AndAddNobody(arguments: [String], sentence: String) throws {
    let output = try sandbox.run(Sandbox.binary, arguments)
    #expect(output.status == 2 && output.out.isEmpty)
    #expect(output.err == sentence)
    #expect(!sandbox.exists("friends.sqlite"))
  }

  @Test(arguments: ["Asia/Tokyo", "Europe/Berlin", "America/Los_Angeles"])
  func datesStayWhatTheyAreInEveryTimeZone(zone: String) throws {
    sandbox.environment["TZ"] = zone
    _ = try sandbox.add("Ann", "--date", "2019-01-07", "--birthday", "1956-04-12")
    let friend = try sandbox.besties("list", "--json").json()[0]
    #expect(friend["meetingDate"] as? String == "2019-01-07" && friend["birthday"] as? String == "1956-04-12")
    #expect(try sandbox.sqlite("SELECT meeting_date, birthday FROM friend") == "2019-01-07|1956-04-12\n")
  }

  @Test func optionsMayStandAnywhereAndDashesEndThem() throws {
    _ = try sandbox.add("--place=Gym", "--", "--odd name")
    #expect(try sandbox.names() == ["--odd name"])
  }

  @Test func editChangesOnlyWhatIsNamed() throws {
    let id = try sandbox.add("Ann", "--place", "Gym", "--phone", "cell:1", "--phone", "2", "--tag", "a", "--note", "n")
    let output = try sandbox.besties("edit", id, "--name", "Anna", "--phone", "work:3", "--tag=b", "--tag", "c")
    #expect(output == .init(status: 0, out: "", err: "Changed Ann. “besties undo” takes it back.\n"))
    #expect(
      try sandbox.besties("show", id).out == """
        Anna
          place     Gym
          phone     work:3
          tags      b, c
          note      n
          id        \(id)

        """)
  }

  @Test func anEmptyValueClears() throws {
    let id = try sandbox.add(
      "Ann", "--place", "Gym", "--date", "2021", "--birthday", "1990", "--phone", "1", "--email", "a@b", "--tag", "a",
      "--note", "n")
    try sandbox.besties(
      "edit", id, "--place", "", "--date", "", "--birthday=", "--phone", "", "--email", "", "--tag", "", "--note", "")
    #expect(try sandbox.besties("show", id).out == "Ann\n  id        \(id)\n")
    #expect(try sandbox.besties("edit", id, "--name", "").status == 2)
    #expect(try sandbox.sqlite("SELECT count(*) FROM tag") == "0\n")
  }

  @Test func editOfNobodyIs1AndOfNothingIs2() throws {
    let id = try sandbox.add("Ann")
    let unknown = try sandbox.besties("edit", "ffffffff", "--place", "Gym")
    #expect(unknown == .init(status: 1, out: "", err: "besties: There is no friend with the id “ffffffff”.\n"))
    #expect(try sandbox.besties("edit", id).status == 2)
    #expect(try sandbox.besties("edit").status == 2)
    let same = try sandbox.besties("edit", id, "--name", "Ann")
    #expect(same.status == 0 && same.err == "Ann is like that already; nothing was changed.\n")
    #expect(try sandbox.besties("history").lines.count == 1)
  }

  @Test func editIsUndone() throws {
    let id = try sandbox.add("Ann", "--place", "Gym", "--tag", "x")
    let before = try sandbox.besties("list", "--json").out
    try sandbox.besties("edit", id, "--place", "Choir", "--tag", "y")
    #expect(try sandbox.besties("undo").err == "Undone: Edit Ann. “besties redo” does it again.\n")
    #expect(try sandbox.besties("list", "--json").out == before)
  }

  @Test func oneTagInTwoSpellingsIsOne() throws {
    _ = try sandbox.add("A", "--tag", "Malm\u{f6}")
    _ = try sandbox.add("B", "--tag", "Malmo\u{308}")
    #expect(try sandbox.sqlite("SELECT count(*) FROM tag") == "1\n")
  }
}
