import BestiesKit
import Commands
import FetchedResults
import Files
import ListApp

/// `besties import FILE…|-`
struct ImportCommand: Command {
  static let description = CommandDescription(
    name: "import", operands: "FILE…|-", summary: "take friends in from files",
    discussion: """
      CSV needs a header row with a column “name”; it may have meetingPlace, meetingDate,
      birthday, phones, emails, tags, note and id, in any order; “Meeting Place” or
      meeting_place will do as well. Cells of phones, emails and tags hold values separated
      by “;”, or a JSON array. JSON is an array of objects, or objects one after the other,
      with the same keys. “-” is standard input.

      A row with an id updates the friend of that id: an empty cell clears, an absent column
      leaves. A row without one that is like a friend already there changes nothing, so that
      importing a file twice does no harm. All files together are one step for “besties undo”.

      A report says what was refused and why; the status is then 3, and the good rows are in.

      Examples:
        besties import friends.csv
        besties import --dry-run export.json
        besties import friends.csv --rejects bad.csv
      """,
    options: [
      CommandOption(
        "format", letter: "f", argument: "FORMAT",
        summary: "csv or json (default: by extension, else by content)"),
      CommandOption("dry-run", letter: "n", summary: "only report what would be done"),
      CommandOption("rejects", argument: "FILE", summary: "keep what was refused, as it was"),
      CommandOption("json", summary: "the report as a JSON object on standard output"),
    ],
    fileOperands: .all)

  private let files: [(path: FilePath, format: FriendFileFormat?)]
  private let isDryRun: Bool
  private let isJSON: Bool
  private let rejectsPath: FilePath?

  init(_ arguments: CommandArguments) throws {
    guard !arguments.operands.isEmpty else { throw UsageError.missingOperand("FILE") }
    let paths = arguments.operands
    guard paths.count(where: { $0 == "-" }) <= 1 else {
      throw UsageError.invalid("Standard input can be read only once: write “-” once.")
    }
    files = try paths.map { path in
      (RawText.path(path), try FriendFileFormat(option: arguments.value(of: "format"), fileName: path))
    }
    isDryRun = arguments.contains("dry-run")
    isJSON = arguments.contains("json")
    rejectsPath = arguments.value(of: "rejects").map(RawText.path)
  }

  func run(in session: Session) async throws -> ExitStatus {
    if let rejectsPath { try session.filesInUse.adding(inputs: files.map(\.path)).check(output: rejectsPath) }
    let report =
      if isDryRun {
        try await session.store.rehearse { context in try importFiles(context, rejects: nil) }
      } else {
        try await session.store.write(label) { context in
          let rejects = rejectsPath.map(RejectsFile.init)
          let report = try importFiles(context, rejects: rejects)
          try rejects?.finish()
          return report
        }
      }
    return try report.tell(in: session, app: Besties.name, isJSON: isJSON, isDryRun: isDryRun)
  }

  private var label: String {
    let first = files[0].path == "-" ? "standard input" : "\(files[0].path.lastComponent)"
    return "Import \(first)" + (files.count > 1 ? " and \(files.count - 1) more" : "")
  }

  private func importFiles(_ context: WriteContext, rejects: RejectsFile?) throws -> ImportReport {
    var report = ImportReport()
    var importer = try FriendImporter(in: context)
    // All of them are opened before the first is read: a mistyped name is no reason to wait.
    for (index, file) in try files.map({ try ImportFile(path: $0.path, format: $0.format) }).enumerated() {
      do {
        let reader = try FriendFileReader(file.format) { try file.next() }
        try take(reader, of: file, index: index, importer: &importer, report: &report, rejects: rejects)
      } catch let error as FriendCSV.HeaderError {
        report.skip(file.name, "\(error)")
      } catch let error as FriendJSON.ParseError {
        report.skip(file.name, "\(error)")
      }
    }
    return report
  }

  /// What is said of columns that no friend has; the first ten are named.
  private static func note(ofUnknown columns: [String]) -> String? {
    guard let first = columns.first else { return nil }
    guard columns.count > 1 else { return "the column “\(first)” is not known and was passed over" }
    let names = columns.prefix(10).map { "“\($0)”" }.joined(separator: ", ")
    let more = columns.count > 10 ? " and \(columns.count - 10) more" : ""
    return "the columns \(names)\(more) are not known and were passed over"
  }

  private func take(
    _ reader: FriendFileReader, of file: ImportFile, index: Int, importer: inout FriendImporter,
    report: inout ImportReport, rejects: RejectsFile?
  ) throws {
    var progress = ProgressLine(label: "Importing \(file.name)", unit: "friends")
    var count = 0
    if case .csv(let csv) = reader {
      if let note = Self.note(ofUnknown: csv.columns.unknownColumns) { report.note(file.name, note) }
    }
    defer { progress.finish() }
    var ahead = reader
    let preparation = importer.preparation
    let entries = ReadAhead(
      size: { $0.entry.bytes.count },
      reading: {
        try ahead.next().map { entry in
          let draft = try? entry.result.get()
          return (entry: entry, prepared: draft.flatMap(preparation.prepare), fraction: file.fraction)
        }
      })
    while let (entry, prepared, fraction) = try entries.next() {
      try Interruption.check()
      switch entry.result {
      case .success(let draft):
        let fractionOfAll = fraction.map { (Double(index) + $0) / Double(files.count) }
        report.count(.init(try importer.take(draft, prepared: prepared, fraction: fractionOfAll)))
      case .failure(let refusal):
        report.skip(file.name, line: entry.line, refusal.reason)
        try rejects?.keep(entry.bytes, from: reader)
      }
      if entry.extraCellCount > 0 {
        report.note(
          file.name, line: entry.line, "\(entry.extraCellCount) more cells than columns; they were passed over")
      }
      count += 1
      progress.update(count: count, fraction: fraction)
    }
  }
}

extension ImportReport.Outcome {
  fileprivate init(_ outcome: FriendImporter.Outcome) {
    switch outcome {
    case .created: self = .created
    case .updated: self = .updated
    case .unchanged: self = .unchanged
    }
  }
}
