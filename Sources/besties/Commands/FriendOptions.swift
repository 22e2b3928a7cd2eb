import BestiesKit
import Commands
import ListApp

/// The options that say what a friend is like, which `add` and `edit` share.
enum FriendOptions {
  static let all = FriendField.all.compactMap(\.option).map {
    CommandOption($0.name, argument: $0.argument, summary: $0.summary)
  }

  /// What the options say; those that are not there keep what is.
  ///
  /// - Throws: ``UsageError`` or what is wrong with a value.
  static func draft(_ arguments: CommandArguments) throws -> FriendDraft {
    var draft = FriendDraft()
    for field in FriendField.all {
      let name = field.option?.name ?? field.key
      guard arguments.contains(name) else { continue }
      do {
        try draft.set(field, toOption: arguments.values(of: name))
      } catch FriendField.ParseError.bareLabel(let label) {
        throw UsageError.invalid("There is nothing behind “\(label):”; write --\(name) \(label):….")
      }
    }
    return draft
  }
}
