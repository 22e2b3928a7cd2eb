import Files
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
