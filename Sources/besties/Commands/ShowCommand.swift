import BestiesKit
import Commands
import FetchedResults
import Files
import Foundation
import ListApp

/// `besties show ID|WORD…`
struct ShowCommand: Command {
  static let description = CommandDescription(
    name: "show", operands: "ID|WORD…", summary: "print one friend in full",
    discussion: """
      An ID is one that “besties list” shows, or at least four digits from its beginning or
      end. What is no ID is words to search for, as in “besties list”; they have to fit one
      friend alone.
      """,
    options: [CommandOption("json", summary: "as a JSON object")])

  private let operands: [String]
  private let isJSON: Bool

  init(_ arguments: CommandArguments) throws {
    guard !SearchQuery(arguments: arguments.operands).isEmpty else { throw UsageError.missingOperand("ID or WORD") }
    operands = arguments.operands
    isJSON = arguments.contains("json")
  }

  func run(in session: Session) async throws -> ExitStatus {
    let friend = try await session.store.read { context in try find(in: context) }
    let output = ByteOutput()
    if isJSON {
      try output.write { FriendJSON.append(friend, to: &$0) }
      try output.write("\n")
    } else {
      try output.write(FriendCard.text(of: friend))
    }
    try output.flush()
    return .done
  }

  private func find(in context: ReadContext) throws -> Friend {
    if operands.count == 1, let found = try RecordLookup<Besties>(context: context).recordIfAny(operands[0]) {
      return found.record
    }
    let predicate = SearchQuery(arguments: operands).predicate
    let request = FetchRequest(predicate: predicate, sortDescriptors: [SortDescriptor(\Friend.name)], fetchLimit: 20)
    let friends = try context.fetch(request)
    let words = operands.joined(separator: " ")
    guard let friend = friends.first else {
      throw Failure("Nobody matches “\(words)”.", status: .nothingMatched)
    }
    guard friends.count == 1 else {
      let count = try context.count(FetchRequest<Friend>(predicate: predicate))
      throw RecordLookup<Besties>.ambiguity(of: words, friends, count: count)
    }
    return friend
  }
}
