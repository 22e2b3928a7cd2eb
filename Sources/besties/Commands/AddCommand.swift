import BestiesKit
import Commands
import Foundation
import ListApp

/// `besties add NAME`
struct AddCommand: Command {
  static let description = CommandDescription(
    name: "add", operands: "NAME", summary: "add a friend, and print the new id",
    discussion: """
      Examples:
        besties add 'Zoë Martínez' --place Gym --date 2021-06-09 --tag climbing
        besties add Ann --phone cell:+34600000000 --email ann@example.org --birthday --05-01
      """,
    options: FriendOptions.all)

  private let draft: FriendDraft
  private let name: String

  init(_ arguments: CommandArguments) throws {
    guard let operand = arguments.operands.first else { throw UsageError.missingOperand("NAME") }
    guard arguments.operands.count == 1 else {
      let whole = arguments.operands.joined(separator: " ")
      throw UsageError.invalid("A name of several words stands in quotes: besties add '\(whole)'.")
    }
    name = try FriendField.name(operand)
    var draft = try FriendOptions.draft(arguments)
    draft.name = .set(name)
    self.draft = draft
  }

  func run(in session: Session) async throws -> ExitStatus {
    let friend = try draft.makeFriend(id: "", addedAt: .now)
    let id = try await session.store.write("Add \(name)") { context in
      try context.record(try context.insert(friend))?.id ?? ""
    }
    try session.printID(id, ofAdded: name)
    return .done
  }
}
