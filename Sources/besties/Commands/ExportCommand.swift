import BestiesKit
import Commands
import FetchedResults
import Files
import ListApp

/// `besties export [FILE|- [WORD…]]`
struct ExportCommand: Command {
  static let description = CommandDescription(
    name: "export", operands: "[FILE|- [WORD…]]", summary: "write friends to a file",
    discussion: """
      The first operand is the file, “-” is standard output; WORDs choose friends as in
      “besties list”. The oldest friend comes first. A file is replaced as a whole or not at
      all, and importing it again changes nothing. The status is 1, and no file is made or
      replaced, if WORDs were given and nobody matches.

      Examples:
        besties export friends.csv
        besties export gym.json gym
        besties export - climbing | head
      """,
    options: [
      CommandOption(
        "format", letter: "f", argument: "FORMAT", summary: "csv or json (default: by extension, else csv)")
    ],
    fileOperands: .first)

  private let path: FilePath
  private let query: SearchQuery
  private let format: FriendFileFormat

  init(_ arguments: CommandArguments) throws {
    path = RawText.path(arguments.operands.first ?? "-")
    query = SearchQuery(arguments: Array(arguments.operands.dropFirst()))
    format = try FriendFileFormat(exportOption: arguments.value(of: "format"), fileName: "\(path)")
  }

  func run(in session: Session) async throws -> ExitStatus {
    if path != "-" { try session.filesInUse.check(output: path) }
    let unreadable = UnreadableDates()
    let count = try await session.store.read { context in
      guard path != "-" else { return try write(to: ByteOutput(), in: context, noting: unreadable) }
      let file = try AtomicFile(path: path)
      let count = try write(to: file.output, in: context, noting: unreadable)
      // A file of an earlier export is worth more than one of nobody.
      if count > 0 || query.isEmpty { try file.finish() }
      return count
    }
    if count == 0, !query.isEmpty {
      session.say("Nobody matches “\(query.words.joined(separator: " "))”; nothing was exported.")
      return .nothingMatched
    }
    for line in unreadable.lines { session.say(line) }
    if path != "-" { session.say("Exported \(count) \(count == 1 ? "friend" : "friends") to \(path).") }
    return .done
  }

  private func write(
    to output: ByteOutput, in context: ReadContext, noting unreadable: UnreadableDates
  ) throws -> Int {
    switch format {
    case .json:
      try write(DateNotingWriter(writer: JSONWriter<Besties>(output), unreadable: unreadable), in: context)
    case .csv:
      try write(DateNotingWriter(writer: CSVFriendWriter(output: output), unreadable: unreadable), in: context)
    }
  }

  private func write(_ writer: some RecordWriter<Friend>, in context: ReadContext) throws -> Int {
    let writer = WriteBehind(writer)
    defer { writer.drain() }
    var count = 0
    try writer.begin()
    try context.forEachBatch(FetchRequest<Friend>(predicate: query.predicate)) { batch in
      try Interruption.check()
      try writer.write(batch)
      count += batch.count
    }
    try writer.end()
    return count
  }
}

extension FriendFileFormat {
  /// Names that promise something else than a file of text: whoever opens it later would find CSV in it.
  private static let otherNames = [".sqlite", ".sqlite3", ".db", ".db3", ".xlsx", ".xls", ".ods", ".numbers"]

  /// The form of an export: what `--format` names, else what the file's name tells, else CSV.
  init(exportOption option: String?, fileName: String) throws(UsageError) {
    let format = try FriendFileFormat(option: option, fileName: fileName)
    if option == nil, Self.otherNames.contains(where: fileName.lowercased().hasSuffix) {
      throw .invalid(
        "“\(fileName)” is named as a database or a workbook, and would hold CSV; name it .csv, or write --format csv.")
    }
    self = format ?? .csv
  }

  /// The form that `--format` names, else that of a file's name; nil if neither tells.
  init?(option: String?, fileName: String) throws(UsageError) {
    if let option {
      self.init(rawValue: try UsageError.check(option, for: "--format", among: Self.allCases.map(\.rawValue)))
    } else if [".vcf", ".vcard"].contains(where: fileName.lowercased().hasSuffix) {
      throw .invalid("“\(fileName)” is named as a vCard file, which can't be read or written yet; use CSV or JSON.")
    } else {
      self.init(fileName: fileName)
    }
  }
}
