import BestiesKit
import Commands
import FetchedResults
import TerminalUI

/// The app as its help describes it.
enum BestiesApp {
  static let name = "besties"
  static let version = "0.1.0"

  static let commands: [any Command.Type] = [
    ListCommand.self, ShowCommand.self, AddCommand.self, EditCommand.self, DeleteCommand.self,
    UndoCommand.self, RedoCommand.self, HistoryCommand.self,
    ImportCommand.self, ExportCommand.self, SamplesCommand.self, CollationCommand.self,
  ]

  /// The command that prints help, for those who don't think of `--help`.
  static let help = CommandDescription(
    name: "help", operands: "[COMMAND]", summary: "say more of a command")

  static let description = AppDescription(
    name: name,
    summary: "your friends in the terminal: who they are, where and when you met",
    discussion: """
      Without a command it opens the browser. Data goes to standard output, messages to
      standard error. Everything that changes friends can be taken back with “besties undo”.
      """,
    options: [
      CommandOption(
        "store", argument: "FILE", summary: "the file of friends (default: $BESTIES_STORE, else your own)"),
      CommandOption("demo", summary: "sample friends, in memory; nothing is kept"),
      CommandOption("color", argument: "WHEN", summary: "colours: auto, always or never"),
      CommandOption("no-animation", summary: "nothing on the screen slides"),
      CommandOption("version", summary: "print the version and exit"),
    ],
    commands: commands.map { $0.description } + [help])
}

extension ExitStatus {
  /// The status of errors that are not the command line's own.
  init?(of error: any Error) {
    switch error {
    case HistoryError.noSuchStep: self = .usage
    case is HistoryError: self = .conflict
    default: return nil
    }
  }
}
