import BestiesKit
import Commands
import ListApp

/// `besties samples remove`
struct SamplesCommand: Command {
  static let description = CommandDescription(
    name: "samples", operands: "remove", summary: "take the sample friends out",
    discussion: """
      They are removed in one step. Samples that were edited since they came stay.
      """)

  init(_ arguments: CommandArguments) throws {
    guard let action = arguments.operands.first else { throw UsageError.missingOperand("“remove”") }
    _ = try UsageError.check(action, for: "samples", among: ["remove"])
    if arguments.operands.count > 1 { throw UsageError.unexpectedOperand(arguments.operands[1]) }
  }

  func run(in session: Session) async throws -> ExitStatus {
    let (removed, kept) = try await SampleFriends.remove(from: session.store)
    let edited = kept == 0 ? "" : " \(kept) that \(kept == 1 ? "was" : "were") edited \(kept == 1 ? "stays" : "stay")."
    session.say(
      removed == 0
        ? "There are no unedited samples.\(edited)"
        : "Removed \(removed) sample \(removed == 1 ? "friend" : "friends").\(edited) “besties undo” takes it back.")
    return .done
  }
}
