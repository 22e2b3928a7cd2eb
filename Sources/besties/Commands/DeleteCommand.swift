import BestiesKit
import Commands
import FetchedResults

/// `besties delete ID…`
struct DeleteCommand: Command {
  static let description = CommandDescription(
    name: "delete", operands: "ID…", summary: "delete friends, all of them in one step",
    discussion: """
      An ID is one that “besties list” shows, or at least four digits from its beginning or
      end. If one of them fits no friend, or several, nothing is deleted.
      """,
    options: [CommandOption("dry-run", letter: "n", summary: "only say what would be deleted")])

  private let ids: [String]
  private let isDryRun: Bool

  init(_ arguments: CommandArguments) throws {
    guard !arguments.operands.isEmpty else { throw UsageError.missingOperand("ID") }
    ids = arguments.operands
    isDryRun = arguments.contains("dry-run")
  }

  func run(in session: Session) async throws -> ExitStatus {
    if isDryRun {
      let names = try await session.store.read { context in try found(in: context).map(\.friend.name) }
      for name in names { session.say("Would delete \(name).") }
      return .done
    }
    let names = try await session.store.write("Delete") { context in
      let found = try found(in: context)
      context.label = "Delete \(Self.summary(of: found.map(\.friend.name)))"
      for (id, _) in found { try context.delete(id) }
      return found.map(\.friend.name)
    }
    session.say("Deleted \(Self.summary(of: names)). “besties undo” takes it back.")
    return .done
  }

  /// The friends, each once, in the order they were named.
  private func found(in context: ReadContext) throws -> [(id: RecordID<Friend>, friend: Friend)] {
    var known: Set<RecordID<Friend>> = []
    return try ids.map { try FriendLookup(context: context).friend($0) }.filter { known.insert($0.id).inserted }
  }

  private static func summary(of names: [String]) -> String {
    names.count == 1 ? names[0] : "\(names.count) friends"
  }
}
