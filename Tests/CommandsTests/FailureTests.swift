import Foundation
import Testing

@testable import Commands

private struct OddError: Error, CustomStringConvertible {
  let description: String
}

@Suite struct FailureTests {
  @Test(
    arguments: [
      (UsageError.unknownOption("-x", suggestion: nil), "There is no option “-x”.", .usage),
      (Failure("Gone.", status: .nothingMatched), "Gone.", .nothingMatched),
      (CancellationError(), "", .interrupted),
      (ClosedPipeError(), "", .done),
      (OddError(description: "Row 3 is bad."), "Row 3 is bad.", .badContent),
      (
        SystemError(action: "open", file: "f.csv", code: ENOENT),
        "Can't open “f.csv”: No such file or directory.", .usage
      ),
    ] as [(any Error, String, Commands.ExitStatus)])
  func tellsAnyError(error: any Error, sentence: String, status: Commands.ExitStatus) {
    let failure = Failure(error) { $0 is OddError ? .badContent : nil }
    #expect(failure.sentence == sentence)
    #expect(failure.status == status)
  }

  @Test func writesLinesForStandardError() {
    #expect(Failure("Gone.").message(app: "besties") == "besties: Gone.\n")
    #expect(
      Failure("Several fit.", details: ["0001  Ann", "0002  \u{1B}[31mBo\n"])
        .message(app: "besties") == """
          besties: Several fit.
            0001  Ann
            0002  ␛[31mBo␊

          """)
    #expect(Failure(ClosedPipeError()).message(app: "besties") == "")
  }

  @Test(arguments: [
    ("Zoë 佐藤 👩‍👩‍👧", "Zoë 佐藤 👩‍👩‍👧"),
    ("\u{0}\t\u{1F}\u{7F}", "␀␉␟␡"),
    ("a\r\nb", "a␍␊b"),
    ("\u{9B}31m\u{85}", "�31m�"),
    ("\u{202E}abc\u{2066}\u{2028}", "�abc��"),
  ])
  func marksControlCharacters(text: String, expected: String) {
    #expect(PrintableText.of(text) == expected)
  }

  @Test func statusesAreTheContract() {
    let statuses: [Commands.ExitStatus] = [
      .done, .nothingMatched, .usage, .badContent, .conflict, .interrupted,
    ]
    #expect(statuses.map(\.rawValue) == [0, 1, 2, 3, 4, 130])
  }
}

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
}
