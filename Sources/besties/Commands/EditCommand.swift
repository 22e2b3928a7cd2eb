import BestiesKit
import Commands
import FetchedResults
import ListApp

/// `besties edit ID`
struct EditCommand: Command {
  static let description = CommandDescription(
    name: "edit", operands: "ID", summary: "change a friend",
    discussion: """
      Only what an option names is changed; an empty value clears it. Phones, e-mails and
      tags are replaced as a whole. An ID is one that “besties list” shows, or at least four
      digits from its beginning or end.

      Examples:
        besties edit 099a8057 --place 'Café Müller' --date 2021-06
        besties edit 099a8057 --tag climbing --tag work --note ''
      """,
    options: [CommandOption("name", argument: "NAME", summary: "the name")] + FriendOptions.all)

  private let id: String
  private let draft: FriendDraft

  init(_ arguments: CommandArguments) throws {
    guard let id = arguments.operands.first else { throw UsageError.missingOperand("ID") }
    guard arguments.operands.count == 1 else { throw UsageError.unexpectedOperand(arguments.operands[1]) }
    self.id = id
    draft = try FriendOptions.draft(arguments)
    guard draft != FriendDraft() else {
      throw UsageError.invalid("Say what to change, such as --place Gym; “besties edit --help” lists the options.")
    }
  }

  func run(in session: Session) async throws -> ExitStatus {
    let (name, isChanged) = try await session.store.write("Edit") { context in
      let (id, friend) = try RecordLookup<Besties>(context: context).record(id)
      context.label = "Edit \(friend.name)"
      let changed = try context.update(id) { $0 = draft.applied(to: $0) }
      return (friend.name, changed != friend)
    }
    session.say(
      isChanged
        ? "Changed \(name). “besties undo” takes it back." : "\(name) is like that already; nothing was changed.")
    return .done
  }
}
