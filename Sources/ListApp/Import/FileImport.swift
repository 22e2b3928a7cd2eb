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
      for (index, input) in try paths.map(ByteInput.init(path:)).enumerated() {
        do {
          try take(input, index: index, into: context, &report)
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

  private func take(
    _ input: ByteInput, index: Int, into context: WriteContext, _ report: inout ImportReport
  ) throws {
    let preparation = context.preparation(of: App.R.self)
    var readCount = 0
    var progress = ProgressLine(label: "Importing \(input.name)", unit: App.neutral.pluralNoun)
    defer { progress.finish() }
    var reader = try App.Reader {
      let bytes = try input.next()
      readCount += bytes.count
      return bytes
    }
    let entries = ReadAhead {
      try reader.next().map { entry in
        let prepared = (try? entry.result.get()).map(preparation.prepare)
        return (entry: entry, prepared: prepared, fraction: input.size.map { Double(readCount) / Double(max(1, $0)) })
      }
    }
    var count = 0
    while let (entry, prepared, fraction) = try entries.next() {
      try Interruption.check()
      switch entry.result {
      case .success(let record):
        report.count(try take(record, prepared ?? preparation.prepare(record), into: context))
        let fractionOfAll = fraction.map { (Double(index) + $0) / Double(paths.count) }
        try context.reviewBulk(of: App.R.self, fraction: fractionOfAll)
      case .failure(let refusal): report.skip(input.name, line: entry.line, "\(refusal)")
      }
      count += 1
      progress.update(count: count, fraction: fraction)
    }
  }

  private func take(
    _ record: App.R, _ prepared: PreparedRecord<App.R>, into context: WriteContext
  ) throws -> ImportReport.Outcome {
    guard let id: RecordID<App.R> = try context.recordID(of: record.id), let old = try context.record(id) else {
      try context.insertInBulk(prepared: prepared)
      return .created
    }
    guard old != record, App.isNewer(record, than: old) else { return .unchanged }
    try context.updateInBulk(id, from: old, to: record)
    return .updated
  }
}
