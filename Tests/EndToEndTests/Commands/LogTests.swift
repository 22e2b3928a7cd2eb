import Foundation
import Testing

/// `--log`.
struct LogTests {
  let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  /// The lines of a log, without the times.
  private func log(_ name: String) throws -> [String] {
    try sandbox.contents(of: name).split(separator: "\n").map { line in
      String(line).replacing(#/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z /#, with: "").replacing(
        #/\d+\.\d ms/#, with: "0 ms")
    }
  }

  @Test func tellsWhatTheStoreDidAndHidesWhatWasEntered() throws {
    try sandbox.besties("--log", "log", "add", "Zoë", "--place", "Gym")
    let lines = try log("log")
    #expect(lines.contains("info besties step step 1 made: <private>"))
    #expect(lines.contains { $0.hasPrefix("debug besties sql writer: 0 ms, 0 rows: INSERT INTO friend (") })
    #expect(!lines.contains { $0.contains("Zoë") || $0.contains("Gym") })
    let permissions = try FileManager.default.attributesOfItem(atPath: sandbox.folder.appending(path: "log").path)
    #expect((permissions[.posixPermissions] as? NSNumber)?.intValue == 0o600)
  }

  @Test func aLevelAndCategoriesChooseTheLinesAndTheyAreAppended() throws {
    try sandbox.besties("--log", "log:info:step", "add", "Ann")
    try sandbox.besties("--log=log:trace:step,fetch", "add", "Zoë")
    #expect(
      try log("log") == [
        "info besties step step 1 made: <private>", "info besties step committed in 0 ms",
        "info besties step step 2 made: Add Zoë", "info besties step committed in 0 ms",
      ])
  }

  @Test(arguments: [
    ("log:loud", "The level of --log can't be “loud”: it is one of error, info, debug, trace."),
    ("log:", "The level of --log can't be “”: it is one of error, info, debug, trace."),
    ("log:info:sql,x", "A category of --log can't be “x”: it is one of store, step, fetch, sql."),
    (":info", "The option “--log” needs an argument: --log FILE[:LEVEL[:CATEGORY,…]]."),
    ("none/log", "Can't write “none/log”: No such file or directory."),
  ])
  func aBadArgumentIsStatus2(argument: String, sentence: String) throws {
    let output = try sandbox.besties("--log", argument, "list")
    #expect(output.status == 2 && output.out.isEmpty)
    #expect(output.err == "besties: \(sentence)\n")
    #expect(sandbox.files.isEmpty)
  }
}
