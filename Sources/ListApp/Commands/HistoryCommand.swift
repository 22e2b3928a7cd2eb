public import Commands
import FetchedResults
import Files
import Foundation
import TextFormats

/// `history`: lists the steps.
public struct HistoryCommand<App: ListApp>: Command {
  /// What the help says.
  public static var description: CommandDescription {
    CommandDescription(
      name: "history", summary: "list the steps, the newest first",
      discussion: """
        Each line has the number for “\(App.name) undo STEP” and “\(App.name) redo STEP”, when the step
        was made, whether it is done or undone, and what it did.
        """,
      options: [CommandOption("json", summary: "as a JSON array")])
  }

  private let isJSON: Bool

  /// Reads the options.
  public init(_ arguments: CommandArguments) throws {
    if let operand = arguments.operands.first { throw UsageError.unexpectedOperand(operand) }
    isJSON = arguments.contains("json")
  }

  /// Prints the steps.
  public func run(in session: Session) async throws -> ExitStatus {
    let steps = try await session.store.read { try $0.steps() }
    let output = ByteOutput()
    if isJSON {
      try output.write("[")
      for (index, step) in steps.enumerated() {
        try output.write { bytes in
          bytes += (index > 0 ? ",\n" : "\n").utf8
          Self.append(step, to: &bytes)
        }
      }
      try output.write("\n]\n")
    } else {
      let width = steps.first.map { "\($0.number)".count } ?? 0
      for step in steps { try output.write(Self.line(of: step, width: width)) }
    }
    try output.flush()
    return .done
  }

  private static func line(of step: Step, width: Int) -> String {
    let number = "\(step.number)"
    let date = step.date.formatted(
      Date.ISO8601FormatStyle(dateTimeSeparator: .space, timeZone: .current)
        .year().month().day().time(includingFractionalSeconds: false))
    let columns = [
      String(repeating: " ", count: width - number.count) + number, date, step.isUndone ? "undone" : "done  ",
      step.label,
    ]
    return PrintableText.of(columns.joined(separator: "  ")) + "\n"
  }

  private static func append(_ step: Step, to bytes: inout [UInt8]) {
    bytes += #"{"number":\#(step.number),"date":"#.utf8
    JSONText.append(step.date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true)), to: &bytes)
    bytes += #","undone":\#(step.isUndone),"label":"#.utf8
    JSONText.append(step.label, to: &bytes)
    bytes.append(UInt8(ascii: "}"))
  }
}
