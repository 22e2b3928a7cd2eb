import ChildProcesses
import Foundation
import Testing

/// Standard output and error that can't be written: the exit status is the documented one, and what was done stands.
struct StreamTests {
  let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  private func app(_ name: String) -> String {
    URL(filePath: Sandbox.binary).deletingLastPathComponent().appending(path: name).path
  }

  private func shell(_ command: String, app name: String = "besties") throws -> ChildProcess.Output {
    sandbox.environment["QUAKES_STORE"] = "quakes.sqlite"
    sandbox.environment["COLORS_STORE"] = "colors.sqlite"
    return try sandbox.run("bash", ["-c", command.replacing("$APP", with: app(name))])
  }

  // MARK: Standard error

  /// Closed, full, a pipe without a reader, and a pipe without a reader that doesn't block.
  private static let errors = ["2>&-", "2>/dev/full", "2> >(exec <&-)", "2>/dev/null <&-"]

  @Test(arguments: errors) func messagesThatCanNotBeWrittenEndNothing(redirection: String) throws {
    let id = try sandbox.add("Zoë")
    for (command, status) in [
      ("nonsense", 2), ("show nobody", 1), ("delete nobody", 1), ("undo 99", 1), ("edit \(id) --place Gym", 0),
      ("--store /none/x list", 2), ("import /none", 2), ("undo", 0), ("undo", 0), ("undo", 1),
    ] {
      #expect(try shell("$APP \(command) \(redirection)").status == status, "\(command)")
    }
    #expect(try sandbox.names() == [])
  }

  @Test(arguments: errors) func noAppEndsForIt(redirection: String) throws {
    try sandbox.write("id,time,mag\nx,2026-01-01T00:00:00Z,big\n", to: "feed.csv")
    #expect(try shell("$APP import feed.csv \(redirection)", app: "quakes").status == 3)
    #expect(try shell("$APP watch none.csv \(redirection)", app: "quakes").status == 2)
    #expect(try shell("$APP add zzz \(redirection)", app: "colors").status == 2)
    #expect(try shell("$APP collation xx_YY \(redirection)", app: "colors").status == 2)
  }

  @Test func aReportThatNobodyReadsIsNoFailure() throws {
    try sandbox.write("name,meetingDate\n" + (1...3000).map { "Ann \($0),nonsense\n" }.joined(), to: "bad.csv")
    let output = try shell("$APP import bad.csv 2>&1 | head -n 1; echo ${PIPESTATUS[0]}")
    #expect(output.lines.last == "3")
  }

  // MARK: Standard output

  /// Whoever adds her again, since no id came, has two.
  @Test(arguments: [("> /dev/full", "No space left on device"), (">&-", "Bad file descriptor")])
  func anIdThatCanNotBePrintedIsSaidToBeAdded(redirection: String, reason: String) throws {
    let output = try shell("$APP add Zoë \(redirection)")
    let id = try sandbox.besties("list", "--json").json()[0]["id"] as? String ?? ""
    #expect(output.status == 2)
    #expect(
      output.err == "besties: Zoë was added, but the id \(id) can't be written to standard output: \(reason).\n")
    let color = try shell("$APP add AA22BB Plum \(redirection)", app: "colors")
    #expect(color.status == 2 && color.err.hasPrefix("colors: Plum was added, but the id "))
  }

  @Test func aFileThatMayNotGrowIsSaid() throws {
    try sandbox.write("name\n" + (1...2000).map { "Ann \($0)\n" }.joined(), to: "many.csv")
    try sandbox.besties("import", "many.csv")
    let output = try shell("ulimit -f 64; $APP list --json > out.json")
    #expect(output.status == 2)
    #expect(output.err == "besties: Can't write to “standard output”: File too large.\n")
    #expect(
      try shell("ulimit -f 64; $APP export out.csv").err == "besties: Can't write to “out.csv”: File too large.\n")
    #expect(!sandbox.exists("out.csv"))
  }
}
