import ChildProcesses
import Foundation
import Glibc

/// A user with an empty home, who runs `besties` and other programs there.
final class Sandbox {
  let folder: URL
  var environment: [String: String]

  /// Makes the home; it goes with the sandbox.
  init() throws {
    folder = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
      .appending(path: "besties-test-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    environment = [
      "HOME": folder.path, "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin",
      "LC_ALL": "C.UTF-8", "TZ": "UTC", "TERM": "xterm-256color", "BESTIES_STORE": "friends.sqlite",
    ]
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  // MARK: Programs

  /// Runs `besties`.
  @discardableResult
  func besties(_ arguments: String..., input: String = "") throws -> ChildProcess.Output {
    try run(Self.binary, arguments, input: input)
  }

  /// Runs `besties` with a terminal as its standard input and output; what it wrote there is `out`.
  func bestiesOnTerminal(_ arguments: String..., columns: UInt16) throws -> ChildProcess.Output {
    let master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    defer { close(master) }
    // TIOCSPTLCK and TIOCGPTN, which Swift doesn't import.
    var isLocked: Int32 = 0
    var number: Int32 = 0
    _ = ioctl(master, 0x4004_5431, &isLocked)
    _ = ioctl(master, 0x8004_5430, &number)
    let slave = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY | O_CLOEXEC)
    var size = winsize(ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(slave, UInt(TIOCSWINSZ), &size)
    let child = try ChildProcess(
      Self.binary, arguments, environment: environment, folder: folder, input: -1, terminal: slave)
    var output = child.wait()
    // Closed here, the terminal ends for the reader once it has everything.
    close(slave)
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 4096)
    while case let count = read(master, &piece, piece.count), count > 0 { bytes += piece[..<count] }
    output.out = String(decoding: bytes, as: UTF8.self).replacing("\r\n", with: "\n")
    return output
  }

  /// Starts `besties` with a pipe as its standard input.
  func startBesties(_ arguments: String..., input: Pipe) throws -> ChildProcess {
    try ChildProcess(
      Self.binary, arguments, environment: environment, folder: folder,
      input: input.fileHandleForReading.fileDescriptor)
  }

  /// Runs any program.
  @discardableResult
  func run(_ program: String, _ arguments: [String], input: String = "") throws -> ChildProcess.Output {
    try start(program, arguments, input: input).wait()
  }

  /// Starts any program.
  func start(_ program: String, _ arguments: [String], input: String = "") throws -> ChildProcess {
    let path = try write(input, to: ".input-\(UUID().uuidString)")
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    defer { close(descriptor) }
    unlink(path)
    return try ChildProcess(program, arguments, environment: environment, folder: folder, input: descriptor)
  }

  /// Runs the `sqlite3` shell on the store, as anybody may at any time.
  @discardableResult
  func sqlite(_ sql: String) throws -> String { try run("sqlite3", ["friends.sqlite", sql]).out }

  // MARK: Files

  /// Writes a file in the home; returns its path.
  @discardableResult
  func write(_ text: String, to name: String) throws -> String { try write(Array(text.utf8), to: name) }

  /// Writes a file in the home; returns its path.
  @discardableResult
  func write(_ bytes: [UInt8], to name: String) throws -> String {
    let url = folder.appending(path: name)
    try Data(bytes).write(to: url)
    return url.path
  }

  func contents(of name: String) throws -> String {
    String(decoding: try Data(contentsOf: folder.appending(path: name)), as: UTF8.self)
  }

  func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: folder.appending(path: name).path) }

  /// The names of what is in the home.
  var files: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).filter { !$0.hasPrefix(".") }.sorted()
  }

  // MARK: Friends

  /// Makes a store that has never held a friend.
  func makeEmptyStore() throws { try besties("collation", "root") }

  /// Adds a friend; returns the id.
  func add(_ arguments: String...) throws -> String {
    try run(Self.binary, ["add"] + arguments).out.trimmingCharacters(in: .newlines)
  }

  /// The names that `list` prints, in its order.
  func names(_ arguments: String...) throws -> [String] {
    try run(Self.binary, ["list", "--json"] + arguments).json().map { $0["name"] as? String ?? "?" }
  }

  /// The one binary that all tests run: what was built beside them.
  static let binary: String = {
    let beside = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: "besties").path
    if FileManager.default.isExecutableFile(atPath: beside) { return beside }
    let package = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..").standardizedFileURL
    return package.appending(path: ".build/debug/besties").path
  }()
}

extension ChildProcess.Output {
  /// Standard output as an array of JSON objects.
  func json() throws -> [[String: Any]] {
    try JSONSerialization.jsonObject(with: Data(out.utf8)) as? [[String: Any]] ?? []
  }

  /// Standard output, line by line.
  var lines: [String] { out.split(separator: "\n").map(String.init) }
}
