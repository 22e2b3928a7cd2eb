public import FetchedResults
public import TerminalUI

/// What has to be there before a command can be run; until then it waits, and so do the keys after it.
public enum CommandNeeds: Hashable, Sendable {
  /// Nothing.
  case nothing
  /// The rows that were asked for last.
  case row
  /// The selected record, with no step under way that may change it.
  case record
  /// The store, with no step under way that the user has to see first.
  case store
  /// The end of all that was asked of the store.
  case completion
}

/// What a command of an app works on.
public struct CommandContext<R: Record>: Sendable {
  /// The store.
  public let store: Store
  /// The selected record's identity; nil on a header and in an empty list.
  public let id: RecordID<R>?
  /// The selected record; a command that needs a record is never run without one.
  public let record: R?
  /// Tells how much is done, from 0 to 1, which the screen shows if it takes long.
  public let progress: @Sendable (Double) -> Void
}

/// A command of one app, which stands beside the browser's own in its table: keys, help, hints and waiting follow from it.
public struct BrowserCommand<R: Record>: Sendable {
  /// Tells it from all other commands.
  public let name: String
  /// Its keys.
  public let keys: [Key]
  /// What it does, for the help.
  public let title: String
  /// What it does, in one word, for the line of hints; nil if it is not there.
  public let hint: String?
  /// What has to be there first.
  public let needs: CommandNeeds
  /// Does it; returns what to tell the user.
  public let run: @Sendable (CommandContext<R>) async throws -> String

  /// A command.
  public init(
    _ name: String, keys: Key..., title: String, hint: String? = nil, needs: CommandNeeds,
    run: @escaping @Sendable (CommandContext<R>) async throws -> String
  ) {
    self.name = name
    self.keys = keys
    self.title = title
    self.hint = hint
    self.needs = needs
    self.run = run
  }
}

/// Whatever a key does in the list: one record from which dispatch, help, hints and waiting follow.
struct ListCommand<Content: BrowserContent> {
  typealias Selected = (id: RecordID<Content.R>, record: Content.R)

  /// Tells it from all other commands.
  let name: String
  var keys: [Key]
  /// What it does, for the help.
  var title: String
  /// What it does, in one word, for the line of hints and for messages.
  var hint: String?
  /// Under which heading the help shows it.
  var group: String
  let needs: CommandNeeds
  /// Whether its keys mean the same in every mode.
  let worksEverywhere: Bool
  let run: @MainActor (ListBrowser<Content>) -> Void

  init(
    _ name: String, _ keys: Key..., title: String, hint: String? = nil, group: String, needs: CommandNeeds,
    worksEverywhere: Bool = false, run: @escaping @MainActor (ListBrowser<Content>) -> Void
  ) {
    self.name = name
    self.keys = keys
    self.title = title
    self.hint = hint
    self.group = group
    self.needs = needs
    self.worksEverywhere = worksEverywhere
    self.run = run
  }

  /// A command of an app.
  init(_ command: BrowserCommand<Content.R>) {
    self.init(
      command.name, title: command.title, hint: command.hint, group: "Change", needs: command.needs,
      run: { $0.run(command) })
    keys = command.keys
  }

  /// A command that moves the selection.
  static func moving(
    _ name: String, _ keys: Key..., title: String, move: @escaping @MainActor (inout ListState<Content.R>) -> Void
  ) -> ListCommand {
    var command = ListCommand(name, title: title, group: "Move", needs: .row) { browser in
      browser.search.move()
      move(&browser.list)
    }
    command.keys = keys
    return command
  }

  /// A command about the selected record; on a header it asks for one.
  static func onRecord(
    _ name: String, _ keys: Key..., title: String, hint: String? = nil,
    run: @escaping @MainActor (ListBrowser<Content>, Selected) -> Void
  ) -> ListCommand {
    var command = ListCommand(name, title: title, hint: hint, group: "Change", needs: .record) { browser in
      guard let selected = browser.selectedRecord else { return browser.askForRecord(to: hint ?? name) }
      run(browser, selected)
    }
    command.keys = keys
    return command
  }
}
