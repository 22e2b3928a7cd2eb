import ChildProcesses
import Foundation
import Glibc
import Testing

/// `colors` from the command line and in a terminal.
struct ColorsCommandTests {
  private let sandbox: Sandbox
  private let colors = URL(filePath: Sandbox.binary).deletingLastPathComponent().appending(path: "colors").path

  init() throws {
    sandbox = try Sandbox()
    sandbox.environment["COLORS_STORE"] = "colors.sqlite"
  }

  @discardableResult
  private func run(_ arguments: String...) throws -> ChildProcess.Output { try sandbox.run(colors, arguments) }

  @Test func addsSetsListsAndUndoes() throws {
    let id = try run("add", "rgb(170, 34, 187)", "Plum").out.trimmingCharacters(in: .newlines)
    #expect(try run("list", "--json").out == "[\n{\"id\":\"\(id)\",\"hex\":\"#AA22BB\",\"name\":\"Plum\"}\n]\n")
    #expect(try run("set", String(id.suffix(8)), "#3af").status == 0)
    #expect(try run("list").out == "#33AAFF\tPlum\t\(id)\n")
    #expect(try run("undo").err == "Undone: Set Plum to #33AAFF. “colors redo” does it again.\n")
    #expect(try run("list", "--sections").out == "Magenta (1)\n  #AA22BB\tPlum\t\(id)\n")
    #expect(try run("delete", id).err == "Deleted Plum. “colors undo” takes it back.\n")
    #expect(try run("list", "--count").out == "0\n")
    #expect(try run("history").lines.count == 3)
  }

  @Test(arguments: [
    (["add"], 2, "colors: HEX is missing.\n"), (["set", "x"], 2, "colors: HEX is missing.\n"),
    (["add", "#12345"], 2, "colors: “#12345” is no color: it has 5 digits, and not 3 or 6.\n"),
    (["set", "abcd", "#fff"], 1, "colors: There is no color with the id “abcd”.\n"),
    (["lst"], 2, "colors: There is no command “lst”: did you mean “list”?\n"),
    (["list", "--sort", "huge"], 2, "colors: --sort can't be “huge”: did you mean “hue”?\n"),
    (["undo", "7"], 1, "colors: There is no step 7.\n"),
  ])
  func saysWhatIsWrong(arguments: [String], status: Int32, sentence: String) throws {
    let output = try sandbox.run(colors, arguments)
    #expect(output == ChildProcess.Output(status: status, out: "", err: sentence))
  }

  @Test func demoIsThePaletteAndLeavesNothing() throws {
    #expect(try run("--demo", "list", "--count").out == "18\n")
    #expect(sandbox.files.isEmpty)
  }

  @Test func watchingPrintsEachValue() async throws {
    let id = try run("add", "#abc").out.trimmingCharacters(in: .newlines)
    let child = try ChildProcess(
      "sh", ["-c", "exec \(colors) watch \(id) > values"], environment: sandbox.environment, folder: sandbox.folder,
      input: -1)
    try await waitForValues("#AABBCC\n")
    try run("set", id, "010203")
    try await waitForValues("#AABBCC\n#010203\n")
    try run("delete", id)
    try await waitForValues("#AABBCC\n#010203\n\n")
    try run("undo")
    try await waitForValues("#AABBCC\n#010203\n\n#010203\n")
    child.signal(SIGINT)
    #expect(child.wait() == ChildProcess.Output(status: 130, out: "", err: ""))
  }

  private func waitForValues(_ values: String, sourceLocation: SourceLocation = #_sourceLocation) async throws {
    let deadline = ContinuousClock.now + .seconds(30)
    while try !sandbox.exists("values") || sandbox.contents(of: "values") != values {
      try #require(ContinuousClock.now < deadline, sourceLocation: sourceLocation)
      try await Task.sleep(for: .milliseconds(10))
    }
  }

  @Test func aColorSetInAnotherProcessIsShownAtOnce() async throws {
    try await BrowserTerminal.use { terminal in
      try await terminal.run("clear; colors --store colors.sqlite --no-animation")
      try await terminal.wait { $0[0].hasSuffix("18 colors · Hue ↑") && $0[1].hasSuffix("#B22234  Brick") }
      func colors(_ arguments: String...) throws -> ChildProcess.Output {
        try ChildProcess(
          self.colors, ["--store", "colors.sqlite"] + arguments, environment: ["HOME": terminal.home.path],
          folder: terminal.home, input: -1
        ).wait()
      }
      let brick = try #require(try colors("list", "--json", "brick").json().first?["id"] as? String)
      #expect(try colors("set", brick, "#2F9E45").status == 0)
      try await terminal.wait {
        $0[1].hasSuffix("#2F9E45  Brick") && $0.contains { $0.hasPrefix("   ❯       #2F9E45") }
      }
      #expect(try colors("delete", brick).status == 0)
      try await terminal.wait { $0[0].hasSuffix("17 colors · Hue ↑") && !$0[1].contains("Brick") }
      #expect(try colors("undo").status == 0)
      try await terminal.wait { $0[0].hasSuffix("18 colors · Hue ↑") }
      try await terminal.press("q")
      #expect(try await terminal.status() == 0)
    }
  }
}
