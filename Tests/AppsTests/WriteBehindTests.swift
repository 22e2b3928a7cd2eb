import FetchedResults
import Synchronization
import Testing

@testable import ListApp
@testable import colors

/// Records written while the next are read: all of them, in order, and failures told.
@Suite struct WriteBehindTests {
  private struct Full: Error {}

  /// Notes what it is given; fails at one name.
  private struct Notes: RecordWriter {
    let lines: Lines
    var failing: String?

    mutating func begin() throws { lines.append("begin") }
    mutating func begin(_ section: ListedSection) throws { lines.append("section \(section.title)") }
    mutating func write(_ color: NamedColor) throws {
      if color.name == failing { throw Full() }
      lines.append(color.name ?? "")
    }
    mutating func end() throws { lines.append("end") }
  }

  private final class Lines: Sendable {
    private let all = Mutex<[String]>([])
    var value: [String] { all.withLock(\.self) }
    func append(_ line: String) { all.withLock { $0.append(line) } }
  }

  private static func color(_ number: Int) -> NamedColor {
    var color = NamedColor()
    color.name = "\(number)"
    return color
  }

  private static func batch(_ numbers: Range<Int>) -> RecordBatch<NamedColor> { RecordBatch(numbers.map(color)) }

  @Test(arguments: [0, 1, 7, 3000]) func everythingIsWrittenInOrder(count: Int) throws {
    let lines = Lines()
    let writer = WriteBehind(Notes(lines: lines))
    try writer.begin()
    for start in stride(from: 0, to: count, by: 250) {
      let numbers = start..<min(start + 250, count)
      let sections = numbers.filter { $0.isMultiple(of: 100) }.map { number in
        (number - start, ListedSection(title: "from \(number)", key: nil, count: count))
      }
      try writer.write(Self.batch(numbers), sections: sections)
    }
    try writer.end()
    let expected = (0..<count).flatMap { $0.isMultiple(of: 100) ? ["section from \($0)", "\($0)"] : ["\($0)"] }
    #expect(lines.value == ["begin"] + expected + ["end"])
  }

  @Test func aFailureIsToldAndEndsTheWriting() throws {
    let lines = Lines()
    let writer = WriteBehind(Notes(lines: lines, failing: "300"))
    #expect(throws: Full.self) {
      for start in stride(from: 0, to: 100_000, by: 100) { try writer.write(Self.batch(start..<start + 100)) }
      try writer.end()
    }
    writer.drain()
    #expect(lines.value == (0..<300).map { "\($0)" })
  }

  @Test func aFailureOfTheLastBatchIsToldAtTheEnd() throws {
    let writer = WriteBehind(Notes(lines: Lines(), failing: "3"))
    try writer.write(Self.batch(0..<5))
    #expect(throws: Full.self) { try writer.end() }
  }

  @Test func whatWasGivenIsWrittenWhenTheReadingFails() throws {
    let lines = Lines()
    let writer = WriteBehind(Notes(lines: lines))
    try writer.write(Self.batch(0..<300))
    writer.drain()
    #expect(lines.value == (0..<300).map { "\($0)" })
  }
}
