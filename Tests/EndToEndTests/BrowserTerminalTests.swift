import Foundation
import Testing

/// How the browser lives with its terminal: sizes, signals, kinds.
@Suite(.serialized) struct BrowserTerminalTests {
  @Test func resizesAndComesBackTheSame() async throws {
    try await BrowserTerminal.use { terminal in
      try await terminal.open("--demo --no-animation")
      try terminal.type("jjjjjjjjjj")
      try await terminal.waitForSelection(of: "Анна Ковалёва")
      for open in ["", "s", "/a"] {
        if !open.isEmpty { try terminal.type(open) }
        try await terminal.wait(for: open == "s" ? "Descending" : open == "/a" ? " of 24" : "24 friends")
        // The selected friend is not among those found, so the first of them is next.
        if open == "/a" { try await terminal.waitForSelection(of: "Anaïs Clark") }
        let before = try await terminal.wait { $0.first?.isEmpty == false }
        try terminal.resize(columns: 40, rows: 10)
        try await terminal.wait { $0.count <= 11 && !$0[0].isEmpty }
        try terminal.resize(columns: 10, rows: 3)
        try await terminal.wait(for: "too small")
        try terminal.resize(columns: 80, rows: 24)
        try await terminal.wait { $0 == before }
        if open == "s" { try await terminal.press("Escape") }
      }
    }
  }

  @Test func suspendsAndRepaints() async throws {
    try await BrowserTerminal.use { terminal in
      try await terminal.open("--demo")
      try await terminal.press("j")
      try await terminal.waitForSelection(of: "Joan Walker")
      try await terminal.press("C-z")
      try await terminal.wait(for: "Stopped")
      try await terminal.run("fg")
      try await terminal.waitForSelection(of: "Joan Walker")
      let before = try terminal.screen()
      try await terminal.press("C-l")
      try await terminal.wait { $0 == before }
      try await terminal.press("C-c")
      #expect(try await terminal.status() == 130)
    }
  }

  @Test(arguments: [
    (SIGHUP, 129), (SIGTERM, 143), (SIGINT, 130), (SIGQUIT, 131), (SIGUSR1, 138), (SIGALRM, 142), (SIGXCPU, 152),
    (SIGIO, 157), (SIGSYS, 159), (34, 162),
  ])
  func givesTheTerminalBackOnASignal(signal: Int32, status: Int) async throws {
    try await BrowserTerminal.use { terminal in
      try await terminal.run("stty -a > before; echo on the first screen")
      try await terminal.wait { $0.contains("on the first screen") }
      try await terminal.run("besties --demo")
      try await terminal.waitForSelection(of: "Anaïs Clark")
      kill(try terminal.process(), signal)
      try await terminal.wait { $0.contains("on the first screen") }
      #expect(try await terminal.status() == status)
      try await terminal.run("stty -a > after; cmp before after && echo the same modes")
      try await terminal.wait { $0.contains("the same modes") }
    }
  }

  /// A terminal that takes no more output, as one behind a stalled connection, keeps nobody alive.
  @Test(.timeLimit(.minutes(1))) func endsAlsoWhenItsOutputIsStuck() async throws {
    let script = """
      import fcntl, os, pty, signal, struct, sys, termios, time
      pid, terminal = pty.fork()
      if pid == 0:
        fcntl.ioctl(1, termios.TIOCSWINSZ, struct.pack("HHHH", 200, 400, 0, 0))
        os.execv(sys.argv[1], [sys.argv[1], "--demo", "--no-animation"])
      seen = b""
      while b"1049h" not in seen: seen += os.read(terminal, 4096)
      # 1 is write on x86, 64 on ARM. Who is writing at each of ten looks is waiting for the terminal.
      def writes():
        with open(f"/proc/{pid}/syscall") as call: return call.read().split()[0] in ("1", "64")
      def is_stuck(): return all((writes(), time.sleep(0.01))[0] for _ in range(10))
      while not is_stuck(): os.write(terminal, b"g\\x0c")
      os.kill(pid, signal.SIGTERM)
      _, status = os.waitpid(pid, 0)
      rest = b""
      try:
        while piece := os.read(terminal, 65536): rest += piece
      except OSError: pass
      print(os.WTERMSIG(status), b"?1049l" in rest)
      """
    let sandbox = try Sandbox()
    let output = try await sandbox.start("python3", ["-c", script, Sandbox.binary]).end()
    #expect(output == .init(status: 0, out: "15 True\n", err: ""))
  }

  @Test(arguments: ["", "dumb", "no-such-terminal"])
  func refusesATerminalItCanNotUse(term: String) async throws {
    try await BrowserTerminal.use { terminal in
      try await terminal.run("clear; TERM=\(term) besties --demo")
      try await terminal.wait { $0.contains { $0.hasPrefix("besties:") && $0.contains("TERM") } }
      #expect(try await terminal.status() == 2)
    }
  }

  @Test(arguments: ["xterm", "xterm-256color", "vt100", "screen"])
  func worksInOldAndNewTerminals(term: String) async throws {
    try await BrowserTerminal.use(term: term) { terminal in
      try await terminal.open("--demo --no-animation")
      try await terminal.press("Down", "d")
      try await terminal.wait(for: "Delete")
      try await terminal.press("Escape", "q")
      #expect(try await terminal.status() == 0)
    }
  }

  @Test func aStoreThatCanNotBeOpenedIsSaidOnTheScreenAndInTheStatus() async throws {
    try await BrowserTerminal.use { terminal in
      try await terminal.run("clear; besties --store no/such/folder/a.sqlite")
      let lines = try await terminal.wait(for: "q quits")
      #expect(lines.joined().contains("no/such/folder"))
      try await terminal.press("q")
      #expect(try await terminal.status() == 2)
    }
  }

  // MARK: Other programs

  /// In a user namespace of its own, which has no inotify instance.
  @Test(.enabled(if: Sandbox.canMount, "namespaces need root"))
  func withoutInotifyOtherProgramsChangesAreSeenAllTheSame()
    async throws
  {
    try await BrowserTerminal.use { terminal in
      let store = terminal.home.appending(path: "friends.sqlite").path
      try await terminal.run("besties --store \(store) add Ann")
      let limit = "echo 0 > /proc/sys/user/max_inotify_instances"
      try terminal.type(
        "unshare --user --map-root-user sh -c '\(limit); exec besties --store \(store) --log log:info:store'")
      try await terminal.press("Enter")
      try await terminal.waitForSelection(of: "Ann")
      try await BrowserTerminal.use { other in
        try await other.run("sqlite3 \(store) \"INSERT INTO friend (name) VALUES ('Zoe')\"")
        try await terminal.wait(for: "Zoe")
      }
      try await terminal.press("q")
      let log = try String(contentsOf: terminal.home.appending(path: "log"), encoding: .utf8)
      #expect(log.contains("looked for four times a second: no inotify watch (Too many open files)"))
    }
  }
}
