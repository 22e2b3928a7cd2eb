public import Commands
import Files

/// `import FILE…|-`: takes records in from files.
public struct ImportCommand<App: ImportingApp>: Command {
  /// What the help says.
  public static var description: CommandDescription {
    CommandDescription(
      name: "import", operands: "FILE…|-", summary: "take \(App.neutral.pluralNoun) in from files",
      discussion: """
        \(App.importDiscussion)

        Importing a file twice changes nothing the second time. All files together are one step
        for “\(App.name) undo”. A report says what was refused and why; the status is then 3, and
        the good entries are in. A file that is cut off changes nothing. “-” is standard input.
        """,
      options: [CommandOption("json", summary: "the report as a JSON object on standard output")], fileOperands: .all)
  }

  private let isJSON: Bool
  private let paths: [FilePath]

  /// Reads the names of the files.
  public init(_ arguments: CommandArguments) throws {
    guard !arguments.operands.isEmpty else { throw UsageError.missingOperand("FILE") }
    isJSON = arguments.contains("json")
    paths = arguments.operands.map(RawText.path)
    guard paths.count(where: { $0 == "-" }) <= 1 else {
      throw UsageError.invalid("Standard input can be read only once: write “-” once.")
    }
  }

  /// Imports them.
  public func run(in session: Session) async throws -> ExitStatus {
    try await FileImport<App>(paths: paths).run(in: session.store).tell(in: session, app: App.name, isJSON: isJSON)
  }
}
