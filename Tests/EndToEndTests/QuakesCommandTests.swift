import ChildProcesses
import Foundation
import Glibc
import Testing

/// `quakes` from the command line and in a terminal.
struct QuakesCommandTests {
  private static let header = "time,latitude,longitude,depth,mag,magType,id,updated,place,type\n"
  private let sandbox: Sandbox
  private let quakes = URL(filePath: Sandbox.binary).deletingLastPathComponent().appending(path: "quakes").path

  init() throws {
    sandbox = try Sandbox()
    sandbox.environment["QUAKES_STORE"] = "quakes.sqlite"
  }

  @discardableResult
  private func run(_ arguments: String..., input: String = "") throws -> ChildProcess.Output {
    try sandbox.run(quakes, arguments, input: input)
  }

  private static func row(_ id: String, magnitude: String = "4.5", updated: Int = 0, place: String = "Here, CA")
    -> String
  {
    "2015-11-01T23:30:00.000Z,1,2,-1.5,\(magnitude),ml,\(id),2015-11-02T00:00:0\(updated).000Z,\"\(place)\",earthquake\n"
  }

  @Test func importingTwiceChangesNothingAndTheNewerWins() throws {
    try sandbox.write(Self.header + Self.row("a") + Self.row("b", magnitude: ""), to: "day.csv")
    let first = try run("import", "day.csv")
    #expect(first.status == 0)
    #expect(first.err == "2 created, 0 updated, 0 unchanged, 0 skipped. “quakes undo” takes it back.\n")
    #expect(try run("import", "day.csv").err == "0 created, 0 updated, 2 unchanged, 0 skipped.\n")
    let newer = Self.header + Self.row("a", magnitude: "5.1", updated: 5) + Self.row("c")
    #expect(try run("import", "-", input: newer).err.hasPrefix("1 created, 1 updated, 0 unchanged, 0 skipped."))
    #expect(
      try run("import", "--json", "day.csv").out
        == #"{"created":0,"updated":0,"unchanged":2,"skipped":0,"problems":[],"dryRun":false}"# + "\n")
    let quakes = try run("list", "--sort", "-magnitude", "--json").json()
    #expect(quakes.map { $0["id"] as? String } == ["a", "c", "b"])
    #expect(quakes.map { $0["magnitude"] as? Double } == [5.1, 4.5, nil])
    #expect(quakes[0]["time"] as? String == "2015-11-01T23:30:00.000Z" && quakes[0]["depth"] as? Double == -1.5)
    #expect(try run("undo").err == "Undone: Import standard input. “quakes redo” does it again.\n")
    #expect(try run("list", "--count").out == "2\n")
  }

  @Test func badRowsAreToldAndACutFeedChangesNothing() throws {
    try sandbox.write(Self.header + Self.row("a", magnitude: "big") + Self.row("b"), to: "bad.csv")
    let bad = try run("import", "bad.csv")
    #expect(bad.status == 3)
    #expect(
      bad.err.hasPrefix(
        "bad.csv:2: the cell “mag” should be a number, and is “big”\n1 created, 0 updated, 0 unchanged, 1"))
    let whole = Self.header + Self.row("c") + Self.row("d")
    try sandbox.write(String(whole.dropLast(15)), to: "cut.csv")
    let cut = try run("import", "cut.csv")
    #expect(cut.status == 3)
    #expect(
      cut.err.hasPrefix("quakes: cut.csv:3: the feed is cut off: ") && cut.err.hasSuffix("; nothing was changed.\n"))
    try sandbox.write("{\"features\":[\n{\"id\":\"e\",\"properties\":{\"time\":1}},\n{\"id\"", to: "cut.geojson")
    let json = try run("import", "cut.geojson")
    #expect(json.status == 3 && json.err.hasPrefix("quakes: cut.geojson:3: the feed is cut off: "))
    #expect(try run("list", "--count").out == "1\n")
    try sandbox.write(whole, to: "cut.csv")
    #expect(try run("import", "cut.csv").status == 0)
    #expect(try run("import", "none.csv").status == 2)
    #expect(try run("list", "--count").out == "3\n")
  }

  @Test func sectionsAreDaysOrMagnitudes() throws {
    sandbox.environment["TZ"] = "Asia/Tokyo"
    try sandbox.write(
      Self.header + Self.row("a") + Self.row("b", magnitude: "-0.9") + Self.row("c", magnitude: ""), to: "f")
    try run("import", "f")
    func keys(_ sort: String) throws -> [String?] {
      try run("list", "--sort", sort, "--sections", "--json").json().map { $0["key"] as? String }
    }
    #expect(try keys("-time") == ["2015-11-02"])
    #expect(try keys("magnitude") == ["-0.9", "4.5", nil] && keys("-magnitude") == ["4.5", "-0.9", nil])
    #expect(try keys("whole") == ["-1", "4", nil] && keys("-whole") == ["4", "-1", nil])
    #expect(
      try run("list", "--sort", "depth").err
        == "quakes: --sort can't be “depth”: it is -time, time, -magnitude, magnitude, -whole or whole.\n")
  }

  @Test func watchingFollowsAFileUntilItIsStopped() async throws {
    try sandbox.write(Self.header + Self.row("a"), to: "feed.csv")
    let pipe = Pipe()
    let child = try ChildProcess(
      quakes, ["watch", "feed.csv"], environment: sandbox.environment, folder: sandbox.folder,
      input: pipe.fileHandleForReading.fileDescriptor)
    try await waitForCount(1)
    try sandbox.write(Self.header + Self.row("a") + "2015-", to: "feed.csv")
    try sandbox.write(Self.header + Self.row("a") + Self.row("b") + Self.row("c"), to: "feed.csv")
    try await waitForCount(3)
    child.signal(SIGINT)
    let output = child.wait()
    #expect(output.status == 130 && output.out.isEmpty && output.err.hasPrefix("1 created, "))
  }

  private func waitForCount(_ count: Int, sourceLocation: SourceLocation = #_sourceLocation) async throws {
    let deadline = ContinuousClock.now + .seconds(20)
    while try run("list", "--count").out != "\(count)\n" {
      try #require(ContinuousClock.now < deadline, sourceLocation: sourceLocation)
      try await Task.sleep(for: .milliseconds(20))
    }
  }

  @Test func aMonthIsBrowsedByBothFieldsInBothOrdersWithASearch() async throws {
    try await BrowserTerminal.use { terminal in
      let rows = (0..<10_000).map { index in
        let day = index % 30 + 1
        let magnitude = index % 100 == 7 ? "" : "\(Double(index * 37 % 90) / 10 - 1)"
        let place = index % 50 == 0 ? "Sarpol-e Z\u{304}aha\u{304}b" : "\(index) km  of Somewhere, CA"
        return
          "2026-09-\(day < 10 ? "0" : "")\(day)T12:00:\(10 + index % 50).000Z,1,2,3,\(magnitude),ml,e\(index),,\"\(place)\",earthquake\n"
      }
      try (Self.header + rows.joined()).write(
        to: terminal.home.appending(path: "month.csv"), atomically: true, encoding: .utf8)
      try await terminal.run("clear; quakes --no-animation")
      try await terminal.wait(for: "No quakes yet.")
      // Another process imports while the list is up.
      _ = try ChildProcess(
        quakes, ["import", "month.csv"],
        environment: ["HOME": terminal.home.path, "PATH": "/usr/bin:/bin", "TZ": "UTC"],
        folder: terminal.home, input: -1
      ).wait()
      try await terminal.wait { $0[0].hasSuffix("10,000 quakes · Time ↓") && $0[2].hasPrefix(" ▾ 30 September 2026") }
      try await terminal.press("S")
      try await terminal.wait { $0[0].hasSuffix("Time ↑") && $0[1].hasPrefix(" 1 Sep") }
      try await terminal.press("s", "j", "Enter", "g")
      try await terminal.wait { $0[0].hasSuffix("Magnitude ↑") && $0[2].hasPrefix(" ▾ Magnitude -1.0") }
      try await terminal.press("S", "g")
      try await terminal.wait { $0[0].hasSuffix("Magnitude ↓") && $0[2].hasPrefix(" ▾ Magnitude 7.9") }
      try terminal.type("/zahab")
      try await terminal.wait { $0[0].contains("200 of 10,000") }
      try await terminal.press("Enter", "G")
      try await terminal.wait { $0.contains { $0.hasPrefix("   ❯") && $0.contains("Z\u{304}aha\u{304}b") } }
      try await terminal.press("q")
      #expect(try await terminal.status() == 0)
    }
  }
}
