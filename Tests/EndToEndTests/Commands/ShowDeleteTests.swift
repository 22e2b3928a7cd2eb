import Testing

/// `besties show ID|WORD…`, `besties delete ID…`, and what an ID may be.
struct ShowDeleteTests {
  let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    try sandbox.write(
      """
      name,meetingPlace,id
      Ann,Gym,01890a5d-ac96-774b-bcce-b302099a8057
      Bo,Choir,01890a5d-ac97-774b-bcce-b302099a9999
      Cy,Gym,cy

      """, to: "friends.csv")
    try sandbox.besties("import", "friends.csv")
  }

  @Test(arguments: [
    "01890a5d-ac96-774b-bcce-b302099a8057", "01890a5d-ac96", "01890A5DAC96", "8057", "099a8057", "ann",
    "01890a5dac96774bbcceb302099a8057",
  ])
  func anIdIsExactOrAUniqueBeginningOrEnd(typed: String) throws {
    #expect(try sandbox.besties("show", typed).lines.first == "Ann")
  }

  @Test func severalAre2WithTheCandidates() throws {
    let output = try sandbox.besties("show", "01890a5d")
    #expect(output.status == 2 && output.out.isEmpty)
    #expect(
      output.err == """
        besties: “01890a5d” fits 2 friends; say which by an id:
          01890a5d-ac96-774b-bcce-b302099a8057  Ann, Gym
          01890a5d-ac97-774b-bcce-b302099a9999  Bo, Choir

        """)
    #expect(try sandbox.besties("show", "gym").status == 2)
    #expect(try sandbox.besties("edit", "01890a5d", "--place", "x").status == 2)
    #expect(try sandbox.besties("delete", "01890a5d").status == 2)
  }

  @Test func wordsShowWhoMatchesAlone() throws {
    #expect(try sandbox.besties("show", "gym", "ann").lines.first == "Ann")
    #expect(try sandbox.besties("show", "cy").lines.first == "Cy")
    let nobody = try sandbox.besties("show", "nobody")
    #expect(nobody == .init(status: 1, out: "", err: "besties: Nobody matches “nobody”.\n"))
    #expect(try sandbox.besties("show").status == 2)
  }

  @Test func showAsJSONIsOneObject() throws {
    let output = try sandbox.besties("show", "cy", "--json")
    #expect(output.out.hasPrefix(#"{"id":"cy","name":"Cy","meetingPlace":"Gym","#) && output.lines.count == 1)
  }

  @Test func controlCharactersAreMarks() throws {
    let id = try sandbox.add("a\u{1}b\u{1b}]52;c;aGk=\u{7}", "--note", "one\ntwo\u{1b}[2J")
    let shown = try sandbox.besties("show", id)
    #expect(shown.out == "a␁b␛]52;c;aGk=␇\n  note      one\n            two␛[2J\n  id        \(id)\n")
    #expect(!(try sandbox.besties("delete", id).err.contains("\u{1b}")))
  }

  @Test func deleteIsOneStepAndSaysHowToUndo() throws {
    let output = try sandbox.besties("delete", "8057", "cy", "8057")
    #expect(output == .init(status: 0, out: "", err: "Deleted 2 friends. “besties undo” takes it back.\n"))
    #expect(try sandbox.names() == ["Bo"])
    #expect(try sandbox.besties("undo").err == "Undone: Delete 2 friends. “besties redo” does it again.\n")
    #expect(try sandbox.names() == ["Bo", "Ann", "Cy"])
    #expect(try sandbox.besties("delete", "cy").err == "Deleted Cy. “besties undo” takes it back.\n")
  }

  @Test func anUnknownIdAmongOthersDeletesNobody() throws {
    let output = try sandbox.besties("delete", "cy", "nope")
    let message = "besties: There is no friend with the id “nope”; “besties list WORD” shows ids.\n"
    #expect(output == .init(status: 1, out: "", err: message))
    #expect(try sandbox.names().count == 3)
    #expect(try sandbox.besties("delete").status == 2)
  }

  @Test func aDryRunOnlySaysSo() throws {
    #expect(try sandbox.besties("delete", "-n", "cy", "8057").err == "Would delete Cy.\nWould delete Ann.\n")
    #expect(try sandbox.names().count == 3)
  }
}
