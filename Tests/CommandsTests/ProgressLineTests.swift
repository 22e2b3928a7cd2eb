import Foundation
import Testing

@testable import Commands

@Suite struct ProgressLineTests {
  @Test(
    arguments: [
      (0, nil, 0.0, "Importing f.csv: 0 friends"),
      (1200, 0.25, 0.2, "Importing f.csv: 1,200 friends, 25 %"),
      (40_000, 0.4, 2.0, "Importing f.csv: 40,000 friends, 40 %, 20,000 a second, 3 s left"),
      (1000, 0.01, 1.0, "Importing f.csv: 1,000 friends, 1 %, 1,000 a second"),
      (1000, 0.1, 20.0, "Importing f.csv: 1,000 friends, 10 %, 50 a second, 3 min 0 s left"),
      (1000, nil, 2.0, "Importing f.csv: 1,000 friends, 500 a second"),
      (1000, 1.0, 2.0, "Importing f.csv: 1,000 friends, 100 %, 500 a second"),
    ] as [(Int, Double?, Double, String)])
  func tellsRateAndTimeLeft(count: Int, fraction: Double?, seconds: Double, text: String) {
    #expect(
      ProgressLine.text(
        label: "Importing f.csv", unit: "friends", count: count, fraction: fraction,
        elapsed: .seconds(seconds)) == text)
  }

  @Test func neverWraps() {
    #expect(ProgressLine.cut("abcdef", toColumns: 4) == "abcd")
    #expect(ProgressLine.cut("a佐藤b", toColumns: 4) == "a佐")
    #expect(ProgressLine.cut("abc", toColumns: 80) == "abc")
    #expect(ProgressLine.cut("abc", toColumns: -1) == "")
  }

  @Test func isDrawnOnATerminalAndCleared() throws {
    let terminal = open("/dev/ptmx", O_RDWR | O_NOCTTY)
    defer { close(terminal) }
    // TIOCSPTLCK and TIOCGPTN, which Swift doesn't import.
    var isLocked: Int32 = 0
    var number: Int32 = 0
    try #require(ioctl(terminal, 0x4004_5431, &isLocked) == 0)
    try #require(ioctl(terminal, 0x8004_5430, &number) == 0)
    let line = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY)
    defer { close(line) }
    var progress = ProgressLine(label: "Importing", unit: "friends", descriptor: line)
    progress.update(count: 1, fraction: 0.5)
    progress.update(count: 2, fraction: 0.6)
    progress.finish()
    progress.finish()
    let text = "Importing: 1 friends, 50 %"
    let blanks = String(repeating: " ", count: text.count)
    let expected = Array("\r\(text)\r\(blanks)\r".utf8)
    var drawn: [UInt8] = []
    var bytes = [UInt8](repeating: 0, count: 1000)
    while drawn.count < expected.count {
      let count = read(terminal, &bytes, bytes.count)
      try #require(count > 0)
      drawn += bytes.prefix(count)
    }
    #expect(String(decoding: drawn, as: UTF8.self) == String(decoding: expected, as: UTF8.self))
  }

  @Test func isNotDrawnElsewhere() throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    defer { close(ends[0]) }
    var progress = ProgressLine(label: "Importing", unit: "friends", descriptor: ends[1])
    progress.update(count: 1, fraction: nil)
    progress.finish()
    close(ends[1])
    var byte: UInt8 = 0
    #expect(read(ends[0], &byte, 1) == 0)
  }
}
