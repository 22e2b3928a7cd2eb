import ChildProcesses
import Foundation
import Glibc
import Testing

/// A shell in a terminal of its own, in which the built app is used as a person would.
final class BrowserTerminal {
  /// A folder of its own, which is the home, and holds all state.
  let home: URL
  private let socket = "besties-\(UUID().uuidString)"

  /// Opens a terminal and a shell in it, does something there, and closes it.
  static func use(
    columns: Int = 80, rows: Int = 24, term: String? = "tmux-256color", environment: [String: String] = [:],
    _ body: (BrowserTerminal) async throws -> Void
  ) async throws {
    let terminal = try BrowserTerminal(columns: columns, rows: rows, term: term, environment: environment)
    defer { terminal.close() }
    try await terminal.wait { $0.contains("$") }
    try await body(terminal)
  }

  private init(columns: Int, rows: Int, term: String?, environment: [String: String]) throws {
    home = FileManager.default.temporaryDirectory.appending(path: socket)
    try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
    var variables = [
      "HOME": home.path, "PATH": "\(Self.binaries.path):/usr/bin:/bin", "LC_ALL": "en_GB.UTF-8", "PS1": "$ ",
      "TZ": "UTC", "TERM": term,
    ].compactMapValues(\.self)
    variables.merge(environment) { $1 }
    let shell =
      ["env", "-i"] + variables.map { "\($0.key)=\($0.value)" }
      + ["bash", "--norc", "--noprofile", "-i"]
    try tmux(["-f", "/dev/null", "new-session", "-d", "-c", home.path, "-x", "\(columns)", "-y", "\(rows)"] + shell)
    try tmux(["set-option", "-s", "escape-time", "0"])
  }

  private func close() {
    _ = try? tmux(["kill-server"])
    try? FileManager.default.removeItem(at: home)
  }

  /// The folder that the tests and the app were built into.
  private static var binaries: URL {
    URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
  }

  // MARK: Input

  /// Presses keys, by tmux's names: `j`, `Enter`, `C-c`. An Esc is followed by the silence that tells it from other keys.
  func press(_ keys: String...) async throws {
    for key in keys {
      try tmux(["send-keys", key])
      if key == "Escape" { try await Task.sleep(for: .milliseconds(60)) }
    }
  }

  /// Types text, all at once.
  func type(_ text: String) throws { try tmux(["send-keys", "-l", text]) }

  /// Pastes text, as a terminal does.
  func paste(_ text: String) throws {
    let file = home.appending(path: "pasted")
    try Data(text.utf8).write(to: file)
    try tmux(["load-buffer", file.path])
    try tmux(["paste-buffer", "-p"])
  }

  /// Types a command and Enter.
  func run(_ command: String) async throws {
    try type(command)
    try await press("Enter")
  }

  /// Opens the app and waits for its list.
  func open(_ arguments: String) async throws {
    try await run("clear; besties \(arguments)")
    try await wait { $0.first?.hasPrefix(" Besties  ") == true && $0.first?.contains("friend") == true }
  }

  func resize(columns: Int, rows: Int) throws { try tmux(["resize-window", "-x", "\(columns)", "-y", "\(rows)"]) }

  /// The process of the app in the terminal.
  func process() throws -> pid_t {
    let shell = try tmux(["display-message", "-p", "#{pane_pid}"]).trimmingCharacters(in: .whitespacesAndNewlines)
    let children = try String(contentsOfFile: "/proc/\(shell)/task/\(shell)/children", encoding: .utf8)
    return try #require(children.split(separator: " ").last.flatMap { pid_t($0) })
  }

  // MARK: Output

  /// The lines on the screen, and where the cursor is.
  func screen() throws -> [String] {
    try tmux(["capture-pane", "-p"]).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  /// The line with the mark of the selected row.
  func selected() throws -> String { try screen().first { $0.contains("❯") } ?? "" }

  /// Waits for what should come.
  @discardableResult
  func wait(
    sourceLocation: SourceLocation = #_sourceLocation, until condition: ([String]) -> Bool
  ) async throws -> [String] {
    let deadline = ContinuousClock.now + .seconds(30)
    var lines: [String] = []
    // Where other tests keep the processor, a sleep may be long: one more look is due after it.
    var isLate = false
    while true {
      lines = try screen()
      if condition(lines) { return lines }
      if isLate { break }
      try await Task.sleep(for: .milliseconds(10))
      isLate = ContinuousClock.now >= deadline
    }
    let text = lines.joined(separator: "\n")
    Issue.record("What was waited for never came:\n\(text)", sourceLocation: sourceLocation)
    throw CancellationError()
  }

  /// Waits for a text anywhere on the screen.
  @discardableResult
  func wait(for text: String, sourceLocation: SourceLocation = #_sourceLocation) async throws -> [String] {
    try await wait(sourceLocation: sourceLocation) { $0.contains { $0.contains(text) } }
  }

  /// Waits for a friend to be the selected one.
  func waitForSelection(of name: String, sourceLocation: SourceLocation = #_sourceLocation) async throws {
    try await wait(sourceLocation: sourceLocation) { $0.contains { $0.hasPrefix("   ❯ \(name)") } }
  }

  /// The status that the last command ended with, once the shell is back.
  func status() async throws -> Int? {
    try await wait { $0.last { !$0.isEmpty }?.hasSuffix("$") == true }
    try await run("echo \"ended with $?.\"")
    let lines = try await wait { $0.contains { $0.hasPrefix("ended with") } }
    return lines.first { $0.hasPrefix("ended with") }?.split(separator: " ").last.flatMap { Int($0.dropLast()) }
  }

  // MARK: tmux

  @discardableResult
  private func tmux(_ arguments: [String]) throws -> String {
    let input = Glibc.open("/dev/null", O_RDONLY | O_CLOEXEC)
    defer { Glibc.close(input) }
    let client = try ChildProcess(
      "tmux", ["-L", socket] + arguments, environment: ProcessInfo.processInfo.environment, folder: home, input: input)
    return client.wait().out
  }
}
