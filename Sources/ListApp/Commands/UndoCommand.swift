public import Commands
import FetchedResults

/// `undo [STEP]`: takes a step back.
public struct UndoCommand<App: ListApp>: Command {
  /// What the help says.
  public static var description: CommandDescription {
    CommandDescription(
      name: "undo", operands: "[STEP]", summary: "take back the newest step, or a certain one",
      discussion: """
        Every change is a step: an addition, an edit, a deletion, a whole import, also those
        made in the browser. Without STEP the newest one goes that is not undone yet, so that
        calling it again and again goes back to the beginning. STEP is a number that “\(App.name)
        history” prints. A step is refused if what it changed was changed since. The status is 1
        if there is nothing to undo, or no such step.
        """)
  }

  private let step: Int?

  /// Reads the step's number, if there is one.
  public init(_ arguments: CommandArguments) throws { step = try StepNumber.read(arguments, app: App.name) }

  /// Does it.
  public func run(in session: Session) async throws -> ExitStatus {
    guard let change = try await session.store.undo(step) else {
      session.say("There is nothing to undo.")
      return .nothingMatched
    }
    session.say("Undone: \(change.step.label). “\(App.name) redo” does it again.")
    return .done
  }
}

/// `redo [STEP]`: does an undone step again.
public struct RedoCommand<App: ListApp>: Command {
  /// What the help says.
  public static var description: CommandDescription {
    CommandDescription(
      name: "redo", operands: "[STEP]", summary: "do again what was undone last, or a certain step",
      discussion: """
        STEP is a number that “\(App.name) history” prints. The status is 1 if there is nothing to
        do again, or no such step.
        """)
  }

  private let step: Int?

  /// Reads the step's number, if there is one.
  public init(_ arguments: CommandArguments) throws { step = try StepNumber.read(arguments, app: App.name) }

  /// Does it.
  public func run(in session: Session) async throws -> ExitStatus {
    guard let change = try await session.store.redo(step) else {
      session.say("There is nothing to do again.")
      return .nothingMatched
    }
    session.say("Done again: \(change.step.label). “\(App.name) undo” takes it back.")
    return .done
  }
}

/// The operand of `undo` and `redo`.
private enum StepNumber {
  static func read(_ arguments: CommandArguments, app: String) throws(UsageError) -> Int? {
    guard arguments.operands.count <= 1 else { throw .unexpectedOperand(arguments.operands[1]) }
    guard let operand = arguments.operands.first else { return nil }
    guard let number = Int(operand), number > 0 else {
      throw .invalid("“\(operand)” is not the number of a step; “\(app) history” prints the numbers.")
    }
    return number
  }
}
