public import Commands
import FetchedResults

/// `delete ID…`: deletes records, all of them in one step.
public struct DeleteCommand<App: ListApp>: Command {
  /// What the help says.
  public static var description: CommandDescription {
    CommandDescription(
      name: "delete", operands: "ID…", summary: "delete \(App.neutral.pluralNoun), all of them in one step",
      discussion: """
        An ID is one that “\(App.name) list” shows, or at least four digits from its beginning or
        end. If one of them fits no \(App.neutral.noun), or several, nothing is deleted.
        """,
      options: [CommandOption("dry-run", letter: "n", summary: "only say what would be deleted")])
  }

  private let ids: [String]
  private let isDryRun: Bool

  /// Reads the ids.
  public init(_ arguments: CommandArguments) throws {
    guard !arguments.operands.isEmpty else { throw UsageError.missingOperand("ID") }
    ids = arguments.operands
    isDryRun = arguments.contains("dry-run")
  }

  /// Deletes them.
  public func run(in session: Session) async throws -> ExitStatus {
    if isDryRun {
      let names = try await session.store.read { context in try found(in: context).map(\.name) }
      for name in names { session.say("Would delete \(name).") }
      return .done
    }
    let names = try await session.store.write("Delete") { context in
      let found = try found(in: context)
      context.label = "Delete \(Self.summary(of: found.map(\.name)))"
      for (id, _) in found { try context.delete(id) }
      return found.map(\.name)
    }
    session.say("Deleted \(Self.summary(of: names)). “\(App.name) undo” takes it back.")
    return .done
  }

  /// The records' names, each once, in the order they were named.
  private func found(in context: ReadContext) throws -> [(id: RecordID<App.R>, name: String)] {
    var known: Set<RecordID<App.R>> = []
    let app = App.neutral
    return try ids.map { try RecordLookup<App>(context: context).record($0) }
      .filter { known.insert($0.id).inserted }
      .map { ($0.id, app.name(of: $0.record)) }
  }

  private static func summary(of names: [String]) -> String {
    names.count == 1 ? names[0] : "\(names.count) \(App.neutral.pluralNoun)"
  }
}
