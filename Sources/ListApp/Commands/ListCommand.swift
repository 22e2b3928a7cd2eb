public import Commands
import FetchedResults
import Files
import Foundation
import ListBrowser

/// `list [WORD…]`: prints records in order.
public struct ListCommand<App: ListApp>: Command {
  /// What the help says.
  public static var description: CommandDescription {
    let app = App.neutral
    let keys = app.sorts.map(\.id)
    let plain = keys.filter { !$0.hasPrefix("-") }
    return CommandDescription(
      name: "list", operands: "[WORD…]", summary: "print \(app.pluralNoun) in order",
      discussion: App.listDiscussion,
      options: [
        CommandOption(
          "sort", letter: "s", argument: "KEY",
          summary: "\(plain.joined(separator: ", ")); -KEY turns it around (default: \(keys[0]))"),
        CommandOption("sections", summary: "under the headers of the order"),
        CommandOption("limit", letter: "n", argument: "N", summary: "at most N \(app.pluralNoun)"),
        CommandOption("count", letter: "c", summary: "only how many there are"),
        CommandOption("json", summary: "as a JSON array; with --sections, of sections"),
        CommandOption("jsonl", summary: "as one JSON object a line"),
        CommandOption("tsv", summary: "as columns separated by tabs, with a header row"),
      ])
  }

  private enum Form: String, CaseIterable {
    case rows, json, jsonl, tsv, count
  }

  private let search: (predicate: Predicate<App.R>, words: [String])?
  private let sort: BrowserSort<App.R>
  private let hasSections: Bool
  private let form: Form
  private let limit: Int?

  /// Reads the options and the words.
  public init(_ arguments: CommandArguments) throws {
    let app = App.neutral
    search = app.search(arguments.operands.joined(separator: " "))
    let sorts = app.sorts
    let id = try UsageError.check(
      arguments.value(of: "sort").map(Self.sortKey) ?? sorts[0].id, for: "--sort", among: sorts.map(\.id))
    sort = sorts.first { $0.id == id } ?? sorts[0]
    hasSections = arguments.contains("sections")
    let forms = Form.allCases.filter { arguments.contains($0.rawValue) }
    guard forms.count <= 1 else {
      throw UsageError.invalid("--\(forms[0].rawValue) and --\(forms[1].rawValue) are two forms; choose one.")
    }
    form = forms.first ?? .rows
    guard !hasSections || form == .rows || form == .json else {
      throw UsageError.invalid("--\(form.rawValue) has no sections; leave out --sections, or use --json.")
    }
    limit = try arguments.value(of: "limit").map { text in
      guard let limit = Int(text), limit > 0 else {
        throw UsageError.invalid("--limit needs a number of \(app.pluralNoun) from 1, not “\(text)”.")
      }
      return limit
    }
  }

  /// The key of a sort, which may be spelled like the column or the option that it sorts by.
  private static func sortKey(_ typed: String) -> String {
    let sign = typed.hasPrefix("-") ? "-" : ""
    let name = typed.dropFirst(sign.count).filter { $0 != "_" && $0 != "-" }.lowercased()
    return App.sortSynonyms[name].map { sign + $0 } ?? typed
  }

  /// Prints them.
  public func run(in session: Session) async throws -> ExitStatus {
    let count = try await session.store.read { context in
      let output = ByteOutput()
      switch form {
      case .count:
        let count = try context.count(request)
        try output.write("\(count)\n")
        try output.flush()
        return count
      case .rows: return try write(RowsWriter<App>(output, layout: session.rowLayout), to: output, in: context)
      case .json: return try write(JSONWriter<App>(output), to: output, in: context)
      case .jsonl: return try write(JSONLinesWriter<App>(output: output), to: output, in: context)
      case .tsv: return try write(TSVWriter<App>(output: output), to: output, in: context)
      }
    }
    guard let search, count == 0 else { return .done }
    if form == .rows, session.rowLayout != nil {
      session.say("No \(App.neutral.noun) matches “\(search.words.joined(separator: " "))”.")
    }
    return .nothingMatched
  }

  private var request: FetchRequest<App.R> {
    FetchRequest(predicate: search?.predicate, sortDescriptors: sort.descriptors, fetchLimit: limit)
  }

  private var sectionedRequest: SectionedFetchRequest<String?, App.R> {
    SectionedFetchRequest(
      sectionIdentifier: sort.section, sortDescriptors: sort.descriptors, predicate: search?.predicate)
  }

  /// The end of a list with sections that has a limit.
  private struct LimitReached: Error {}

  private func write<Writer: RecordWriter<App.R>>(
    _ writer: Writer, to output: ByteOutput, in context: ReadContext
  ) throws -> Int {
    let writer = WriteBehind(writer)
    var count = 0
    // What is known before the store fails is told.
    defer {
      writer.drain()
      try? output.flush()
    }
    try writer.begin()
    if hasSections {
      do {
        try context.forEachBatch(sectionedRequest) { batch, sections in
          try Interruption.check()
          let batch = batch.prefix(limit.map { $0 - count } ?? batch.count)
          try writer.write(
            batch,
            sections: sections.filter { $0.offset < batch.count }.map { offset, section in
              (offset, listed(section, before: limit.map { $0 - count - offset }))
            })
          count += batch.count
          if count == limit { throw LimitReached() }
        }
      } catch is LimitReached {}
    } else {
      try context.forEachBatch(request) { batch in
        try Interruption.check()
        try writer.write(batch)
        count += batch.count
      }
    }
    try writer.end()
    return count
  }

  private func listed(_ section: Snapshot<String?, App.R>.Section, before limit: Int?) -> ListedSection {
    ListedSection(
      title: section.identifier.map(sort.sectionTitle) ?? sort.missingSection, key: section.identifier,
      count: min(section.range.count, limit ?? .max))
  }
}
