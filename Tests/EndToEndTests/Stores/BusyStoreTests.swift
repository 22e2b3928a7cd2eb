import ChildProcesses
import Foundation
import Testing

/// A store that another process has for itself while the browser opens.
@Suite(.timeLimit(.minutes(3))) struct BusyStoreTests {
  /// Another tool that holds a lock until the file `go` is there, then writes a friend and commits.
  private func holdLock(_ begin: String, in terminal: BrowserTerminal, mode: String = "WAL") async throws
    -> ChildProcess
  {
    let script = """
      import os, sqlite3, sys, time
      tool = sqlite3.connect("s", isolation_level=None)
      tool.execute("PRAGMA journal_mode = \(mode)")
      tool.execute("\(begin)")
      tool.execute("INSERT INTO friend (name, meeting_place) VALUES ('Łukasz', 'Gym')")
      open("held", "w").close()
      while not os.path.exists("go"): time.sleep(0.01)
      tool.execute("COMMIT")
      """
    let tool = try ChildProcess(
      "python3", ["-c", script], environment: ProcessInfo.processInfo.environment, folder: terminal.home)
    while !FileManager.default.fileExists(atPath: terminal.home.appending(path: "held").path) {
      try await Task.sleep(for: .milliseconds(10))
    }
    return tool
  }

  private func release(_ tool: ChildProcess, in terminal: BrowserTerminal) async throws {
    _ = FileManager.default.createFile(atPath: terminal.home.appending(path: "go").path, contents: nil)
    #expect(await tool.end().status == 0)
  }

  /// The list is there before the import ends, without samples, which can wait.
  @Test func aStoreThatIsBeingFilledForTheFirstTimeIsShown() async throws {
    try await BrowserTerminal.use { terminal in
      try await terminal.run("besties --store s collation root; clear")
      let tool = try await holdLock("BEGIN IMMEDIATE", in: terminal)
      try await terminal.open("--store s --no-animation")
      try await terminal.wait(for: "No friends yet.")
      try await terminal.press("s")
      try await terminal.wait(for: "Meeting Date")
      try await terminal.press("Escape")
      try terminal.type("/luk")
      try await terminal.wait(for: "/ luk")
      try await release(tool, in: terminal)
      try await terminal.wait(for: "Łukasz")
      try await terminal.press("Escape")
      try await terminal.wait { $0.first?.contains(" 1 friend ") == true }
      try await terminal.press("q")
      #expect(try await terminal.status() == 0)
    }
  }

  @Test(arguments: ["WAL", "DELETE"]) func aStoreThatIsLockedAsAWholeIsWaitedFor(mode: String) async throws {
    try await BrowserTerminal.use { terminal in
      try await terminal.run("besties --store s add Ann --place Choir; clear")
      let begin = mode == "WAL" ? "BEGIN IMMEDIATE" : "BEGIN EXCLUSIVE"
      let tool = try await holdLock(begin, in: terminal, mode: mode)
      try await terminal.run("clear; besties --store s --no-animation")
      try await terminal.wait(for: mode == "WAL" ? "Ann" : "Waiting for another program's change. q quits.")
      try await release(tool, in: terminal)
      try await terminal.wait(for: "Łukasz")
      try await terminal.wait { $0.first?.contains(" 2 friends ") == true }
      try await terminal.press("q")
      #expect(try await terminal.status() == 0)
    }
  }

  @Test func whoWaitsMayQuit() async throws {
    try await BrowserTerminal.use { terminal in
      try await terminal.run("besties --store s add Ann; clear")
      let tool = try await holdLock("BEGIN EXCLUSIVE", in: terminal, mode: "DELETE")
      try await terminal.run("clear; besties --store s --no-animation")
      try await terminal.wait(for: "Waiting for another program's change.")
      try await terminal.press("q")
      #expect(try await terminal.status() == 0)
      try await release(tool, in: terminal)
    }
  }

  @Test func otherAppsWaitToo() async throws {
    try await BrowserTerminal.use { terminal in
      try await terminal.run("colors --store s add AA22BB Plum; clear")
      let tool = try ChildProcess(
        "python3",
        [
          "-c",
          """
          import os, sqlite3, time
          tool = sqlite3.connect("s", isolation_level=None)
          tool.execute("PRAGMA journal_mode = DELETE")
          tool.execute("BEGIN EXCLUSIVE")
          open("held", "w").close()
          while not os.path.exists("go"): time.sleep(0.01)
          tool.execute("COMMIT")
          """,
        ], environment: ProcessInfo.processInfo.environment, folder: terminal.home)
      while !FileManager.default.fileExists(atPath: terminal.home.appending(path: "held").path) {
        try await Task.sleep(for: .milliseconds(10))
      }
      try await terminal.run("clear; colors --store s --no-animation")
      try await terminal.wait(for: "Waiting for another program's change.")
      try await release(tool, in: terminal)
      try await terminal.wait(for: "Plum")
      try await terminal.press("q")
      #expect(try await terminal.status() == 0)
    }
  }
}
