import BestiesKit
import Commands
import FetchedResults

/// `besties list [WORD…]`
struct ListCommand: Command {
  static let description = CommandDescription(
    name: "list", operands: "[WORD…]", summary: "print friends in order",
    discussion: """
      Every WORD must occur in the name, the meeting place or a tag; case and accents don't
      count. The status is 1 if WORDs were given and nobody matches.

      For people a row has name, place, date, the end of the id, and tags; into a pipe the
      columns are separated by tabs and the id is whole. In --tsv a backslash, tab or line
      end in a value is written as \\\\, \\t, \\n or \\r.

      Examples:
        besties list --sort -date --limit 10
        besties list gym lukasz
        besties list --sections --json
      """,
    options: [
      CommandOption(
        "sort", letter: "s", argument: "KEY",
        summary: "place (default), date, name or added; -KEY turns it around"),
      CommandOption("sections", summary: "under headers: places, dates, letters or days"),
      CommandOption("limit", letter: "n", argument: "N", summary: "at most N friends"),
      CommandOption("count", letter: "c", summary: "only how many there are"),
      CommandOption("json", summary: "as a JSON array; with --sections, of sections"),
      CommandOption("jsonl", summary: "as one JSON object a line"),
      CommandOption("tsv", summary: "as columns separated by tabs, with a header row"),
    ])

  private enum Form: String, CaseIterable {
    case rows, json, jsonl, tsv, count
  }

  private let query: SearchQuery
  private let sort: FriendSort
  private let hasSections: Bool
  private let form: Form
  private let limit: Int?

  init(_ arguments: CommandArguments) throws {
    query = SearchQuery(arguments: arguments.operands)
    let id = try UsageError.check(
      arguments.value(of: "sort") ?? FriendSort.default.id, for: "--sort", among: FriendSort.all.map(\.id))
    sort = FriendSort(id: id) ?? .default
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
        throw UsageError.invalid("--limit needs a number of friends from 1, not “\(text)”.")
      }
      return limit
    }
  }

  func run(in session: Session) async throws -> ExitStatus {
    let count = try await session.store.read { context in
      let output = ByteOutput()
      switch form {
      case .count:
        let count = try context.count(request)
        try output.write("\(count)\n")
        try output.flush()
        return count
      case .rows: return try write(RowsWriter(output, layout: session.rowLayout), to: output, in: context)
      case .json: return try write(JSONWriter(output), to: output, in: context)
      case .jsonl: return try write(JSONLinesWriter(output: output), to: output, in: context)
      case .tsv: return try write(TSVWriter(output: output), to: output, in: context)
      }
    }
    return count == 0 && !query.isEmpty ? .nothingMatched : .done
  }

  private var request: FetchRequest<Friend> {
    FetchRequest(predicate: query.predicate, sortDescriptors: sort.descriptors, fetchLimit: limit)
  }

  /// The end of a list with sections that has a limit.
  private struct LimitReached: Error {}

  private func write(
    _ writer: some FriendWriter, to output: ByteOutput, in context: ReadContext
  ) throws -> Int {
    var writer = writer
    var count = 0
    // What is known before the store fails is told.
    defer { try? output.flush() }
    try writer.begin()
    if hasSections {
      do {
        try context.forEach(sort.request(query)) { friend, section in
          try Interruption.check()
          if let limit, count == limit { throw LimitReached() }
          if let section {
            let rest = section.range.count
            try writer.begin(
              FriendSection(
                key: section.identifier, count: limit.map { min(rest, $0 - count) } ?? rest, field: sort.field))
          }
          try writer.write(friend)
          count += 1
        }
      } catch is LimitReached {}
    } else {
      try context.forEach(request) { _, friend in
        try Interruption.check()
        try writer.write(friend)
        count += 1
      }
    }
    try writer.end()
    return count
  }
}
