import Commands
import FetchedResults
import Files

/// Takes files into a store, as one step.
///
/// A record that is there already, by its id, is changed if the file knows better. A file that is not whole leaves
/// everything as it was.
struct FileImport<App: ImportingApp> {
  let paths: [FilePath]

  /// Does it.
  func run(in store: Store) async throws -> ImportReport {
    try await store.write(label) { context in
      var report = ImportReport()
      // All of them are opened before the first is read: a mistyped name is no reason to wait.
      for input in try paths.map(ByteInput.init(path:)) {
        do {
          try take(input, into: context, &report)
        } catch let error as UnusableFile {
          throw Failure(
            "\(input.name):\(error.line): \(error.reason); nothing was changed.", status: .badContent)
        }
      }
      return report
    }
  }

  private var label: String {
    let first = paths[0] == "-" ? "standard input" : "\(paths[0].lastComponent)"
    return "Import \(first)" + (paths.count > 1 ? " and \(paths.count - 1) more" : "")
  }

  private func take(_ input: ByteInput, into context: WriteContext, _ report: inout ImportReport) throws {
    let isNew = try context.count(FetchRequest<App.R>(fetchLimit: 1)) == 0
    var readCount = 0
    var progress = ProgressLine(label: "Importing \(input.name)", unit: App.neutral.pluralNoun)
    defer { progress.finish() }
    var reader = try App.Reader {
      let bytes = try input.next()
      readCount += bytes.count
      return bytes
    }
    let entries = ReadAhead {
      try reader.next().map { (entry: $0, fraction: input.size.map { Double(readCount) / Double(max(1, $0)) }) }
    }
    var count = 0
    while let (entry, fraction) = try entries.next() {
      try Interruption.check()
      switch entry.result {
      case .success(let record): report.count(try take(record, into: context, isNew: isNew))
      case .failure(let refusal): report.skip("\(input.name):\(entry.line)", "\(refusal)")
      }
      count += 1
      progress.update(count: count, fraction: fraction)
    }
  }

  private func take(_ record: App.R, into context: WriteContext, isNew: Bool) throws -> ImportReport.Outcome {
    guard let id: RecordID<App.R> = try context.recordID(of: record.id), let old = try context.record(id) else {
      // What comes into an empty store is too much to be kept value by value.
      if isNew { try context.insertInBulk(record) } else { try context.insert(record) }
      return .created
    }
    guard old != record, App.isNewer(record, than: old) else { return .unchanged }
    try context.update(id) { $0 = record }
    return .updated
  }
}
