import Commands
import FetchedResults

/// `besties undo [STEP]`
struct UndoCommand: Command {
  static let description = CommandDescription(
    name: "undo", operands: "[STEP]", summary: "take back the newest step, or a certain one",
    discussion: """
      Every change is a step: an added friend, an edit, a deletion, a whole import, also those
      made in the browser. Without STEP the newest one goes that is not undone yet, so that
      calling it again and again goes back to the beginning. STEP is a number that “besties
      history” prints. A step whose friends were changed since is refused.
      """)

  private let step: Int?

  init(_ arguments: CommandArguments) throws { step = try StepNumber.read(arguments) }

  func run(in session: Session) async throws -> ExitStatus {
    if let change = try await session.store.undo(step) {
      session.say("Undone: \(change.step.label). “besties redo” does it again.")
    } else {
      session.say("There is nothing to undo.")
    }
    return .done
  }
}

/// `besties redo [STEP]`
struct RedoCommand: Command {
  static let description = CommandDescription(
    name: "redo", operands: "[STEP]", summary: "do again what was undone last, or a certain step",
    discussion: """
      STEP is a number that “besties history” prints.
      """)

  private let step: Int?

  init(_ arguments: CommandArguments) throws { step = try StepNumber.read(arguments) }

  func run(in session: Session) async throws -> ExitStatus {
    if let change = try await session.store.redo(step) {
      session.say("Done again: \(change.step.label). “besties undo” takes it back.")
    } else {
      session.say("There is nothing to do again.")
    }
    return .done
  }
}

/// The operand of `undo` and `redo`.
private enum StepNumber {
  static func read(_ arguments: CommandArguments) throws(UsageError) -> Int? {
    guard arguments.operands.count <= 1 else { throw .unexpectedOperand(arguments.operands[1]) }
    guard let operand = arguments.operands.first else { return nil }
    guard let number = Int(operand), number > 0 else {
      throw .invalid("“\(operand)” is not the number of a step; “besties history” prints the numbers.")
    }
    return number
  }
}
