import Foundation
import Testing

/// The store's file is moved while somebody has it open: what was committed goes with it, or stays and is not lost.
@Suite(.timeLimit(.minutes(3))) struct MovedStoreTests {
  /// Another tool has the store open, so that the log stays; then the file is moved.
  @Test func aLogWhoseFileIsGoneIsNotDeleted() throws {
    let sandbox = try Sandbox()
    _ = try sandbox.add("Ann")
    let script = """
      import os, sqlite3, subprocess, sys
      def besties(*arguments):
        done = subprocess.run([sys.argv[1], *arguments], capture_output=True, text=True)
        print(done.returncode, done.stdout.strip(), done.stderr.strip())
      other = sqlite3.connect("friends.sqlite", isolation_level=None)
      other.execute("SELECT count(*) FROM friend").fetchall()
      subprocess.run([sys.argv[1], "add", "Zoë"], capture_output=True)
      os.rename("friends.sqlite", "moved.sqlite")
      size = os.path.getsize("friends.sqlite-wal")
      for arguments in ["list"], ["add", "Bo"], ["undo"], ["export", "out.csv"], ["--read-only", "list"], ["history"]:
        besties(*arguments)
      open("friends.sqlite", "w").close()
      besties("add", "Bo")
      os.remove("friends.sqlite")
      print(os.path.getsize("friends.sqlite-wal") == size > 0)
      os.rename("moved.sqlite", "friends.sqlite")
      besties("list", "--count")
      """
    let output = try sandbox.run("python3", ["-c", script, Sandbox.binary])
    let path = sandbox.folder.appending(path: "friends.sqlite").path
    let refusal = """
      2  besties: The store \(path) is missing, and \(path)-wal holds changes that are nowhere else; nothing was touched. \
      Put the store back beside it, or move that file away to begin anew.

      """
    #expect(output.out == String(repeating: refusal, count: 7) + "True\n2\n".replacing("2\n", with: "0 2 \n"))
    #expect(sandbox.files.first == "friends.sqlite")
  }

  @Test func whatTheBrowserHasSavedGoesWithTheFile() async throws {
    try await BrowserTerminal.use { terminal in
      try await terminal.run("besties --store s add Ann")
      try await terminal.open("--store s --no-animation")
      try await terminal.press("a")
      try await terminal.wait(for: "Name")
      try terminal.type("Zora")
      try await terminal.press("C-s")
      try await terminal.wait(for: "Added Zora")
      try FileManager.default.moveItem(
        at: terminal.home.appending(path: "s"), to: terminal.home.appending(path: "moved"))
      try await terminal.press("q")
      #expect(try await terminal.status() == 0)
      try await terminal.run("clear; besties --store moved list --count; sqlite3 moved 'SELECT name FROM friend'")
      let lines = try await terminal.wait { $0.contains("Zora") }
      #expect(lines.contains("2") && lines.contains("Ann"))
    }
  }

  /// Also if it is ended by a signal, and while it is still open.
  @Test func nothingIsLostWhenTheBrowserIsKilledLater() async throws {
    try await BrowserTerminal.use { terminal in
      try await terminal.run("besties --store s add Ann")
      try await terminal.open("--store s --no-animation")
      try await terminal.press("D")
      try await terminal.wait(for: "Deleted Ann")
      try FileManager.default.moveItem(
        at: terminal.home.appending(path: "s"), to: terminal.home.appending(path: "moved"))
      let log = terminal.home.appending(path: "s-wal").path
      while try FileManager.default.attributesOfItem(atPath: log)[.size] as? Int ?? 0 > 0 {
        try await Task.sleep(for: .milliseconds(10))
      }
      kill(try terminal.process(), SIGKILL)
      try await terminal.wait(for: "Killed")
      try await terminal.run("reset; clear; sqlite3 moved 'SELECT count(*), 7 FROM friend'")
      try await terminal.wait { $0.contains("0|7") }
    }
  }
}
