import Foundation
import Testing

/// `besties undo [STEP]`, `redo [STEP]`, `history` and `samples remove`
struct HistoryTests {
  let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  @Test func undoGoesBackToTheBeginningAndRedoForthAgain() throws {
    let ids = try ["A", "B"].map { try sandbox.add($0, "--tag", "t") }
    try sandbox.besties("delete", ids[0])
    let end = try sandbox.besties("list", "--json").out
    #expect(try sandbox.besties("undo").err == "Undone: Delete A. “besties redo” does it again.\n")
    #expect(try sandbox.names() == ["A", "B"])
    #expect(try sandbox.besties("undo").err == "Undone: Add B. “besties redo” does it again.\n")
    #expect(try sandbox.besties("undo").err == "Undone: Add A. “besties redo” does it again.\n")
    #expect(try sandbox.names() == [])
    #expect(try sandbox.besties("undo") == .init(status: 1, out: "", err: "There is nothing to undo.\n"))
    for _ in 1...3 { #expect(try sandbox.besties("redo").status == 0) }
    #expect(try sandbox.besties("list", "--json").out == end)
    #expect(try sandbox.besties("redo") == .init(status: 1, out: "", err: "There is nothing to do again.\n"))
  }

  @Test func aCertainStep() throws {
    for name in ["A", "B"] { _ = try sandbox.add(name) }
    try sandbox.besties("undo", "1")
    #expect(try sandbox.names() == ["B"])
    let again = try sandbox.besties("undo", "1")
    #expect(again == .init(status: 4, out: "", err: "besties: Step 1 (Add A) is undone already.\n"))
    #expect(try sandbox.besties("redo", "2").status == 4)
    #expect(try sandbox.besties("redo", "1").status == 0)
    let none = try sandbox.besties("undo", "9")
    #expect(none == .init(status: 1, out: "", err: "besties: There is no step 9.\n"))
  }

  @Test func historyHasTheNewestFirst() throws {
    _ = try sandbox.add("Zoë")
    let id = try sandbox.add("B")
    try sandbox.besties("delete", id)
    try sandbox.besties("undo")
    let lines = try sandbox.besties("history").lines.map {
      $0.replacing(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/, with: "TIME")
    }
    #expect(lines == ["3  TIME  undone  Delete B", "2  TIME  done    Add B", "1  TIME  done    Add Zoë"])
    let json = try sandbox.besties("history", "--json").json()
    #expect(json.map { $0["number"] as? Int } == [3, 2, 1])
    #expect(json[0]["undone"] as? Bool == true && json[2]["label"] as? String == "Add Zoë")
    #expect((json[0]["date"] as? String)?.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/) != nil)
  }

  @Test func undoOfWhatAnotherToolHasTouchedIsRefused() throws {
    let id = try sandbox.add("Ann")
    try sandbox.sqlite("UPDATE friend SET meeting_place = 'Gym'")
    let output = try sandbox.besties("undo")
    #expect(output.status == 4)
    #expect(
      output.err
        == "besties: Step 1 (Add Ann) can't be undone: what it changed has been changed since; nothing was changed now.\n"
    )
    #expect(try sandbox.besties("show", id).lines[1] == "  place     Gym")
  }

  @Test func anotherToolsStepsAreNone() throws {
    _ = try sandbox.add("Ann")
    try sandbox.sqlite("INSERT INTO friend(name) VALUES ('Zoë')")
    #expect(try sandbox.besties("undo").status == 0)
    #expect(try sandbox.names() == ["Zoë"])
  }

  @Test func noCommandAddsSamplesAndRemovingThemIsOneStep() throws {
    #expect(try sandbox.besties("list", "--count").out == "0\n")
    #expect(try sandbox.besties("samples", "remove").err == "There are no unedited samples.\n")
    let demo = try sandbox.besties("--demo", "samples", "remove")
    #expect(demo.err == "Removed 24 sample friends. “besties undo” takes it back.\n")
    #expect(try sandbox.besties("samples").status == 2)
  }

  @Test func editedSamplesStay() throws {
    let samples = try sandbox.besties("--demo", "export", "-")
    try sandbox.write(samples.out, to: "samples.csv")
    try sandbox.besties("import", "samples.csv")
    let id = try sandbox.besties("list", "--json", "lukasz").json()[0]["id"] as? String ?? ""
    try sandbox.besties("edit", id, "--note", "mine")
    let output = try sandbox.besties("samples", "remove")
    #expect(output.err == "Removed 23 sample friends. 1 that was edited stays. “besties undo” takes it back.\n")
    #expect(try sandbox.besties("list", "--count").out == "1\n")
    try sandbox.besties("undo")
    #expect(try sandbox.besties("list", "--count").out == "24\n")
  }
}
