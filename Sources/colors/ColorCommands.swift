import Commands
import FetchedResults
import ListApp
import TextFormats

/// `colors add HEX [NAME]`
struct AddCommand: Command {
  static let description = CommandDescription(
    name: "add", operands: "HEX [NAME]", summary: "add a color, and print the new id",
    discussion: """
      HEX is #AA22BB or #abc, with or without the sign, or rgb(170, 34, 187). The shell takes
      what begins with # for a comment, and needs quotes around brackets.

      Examples:
        colors add AA22BB Plum
        colors add 'rgb(170, 34, 187)' 'Late Plum'
      """)

  private let color: HexColor
  private let name: String?

  init(_ arguments: CommandArguments) throws {
    guard let hex = arguments.operands.first else { throw UsageError.missingOperand("HEX") }
    color = try HexColor(hex)
    let words = arguments.operands.dropFirst().joined(separator: " ").trimmed
    name = words.isEmpty ? nil : words
  }

  func run(in session: Session) async throws -> ExitStatus {
    let record = NamedColor(hex: color.text, name: name)
    let id = try await session.store.write("Add \(name ?? color.text)") { context in
      try context.record(try context.insert(record))?.id ?? ""
    }
    try session.printID(id, ofAdded: name ?? color.text)
    return .done
  }
}

/// `colors set ID HEX`
struct SetCommand: Command {
  static let description = CommandDescription(
    name: "set", operands: "ID HEX", summary: "give a color another value",
    discussion: "A browser that is open shows it at once.")

  private let id: String
  private let color: HexColor

  init(_ arguments: CommandArguments) throws {
    guard arguments.operands.count >= 2 else {
      throw UsageError.missingOperand(arguments.operands.isEmpty ? "ID" : "HEX")
    }
    guard arguments.operands.count == 2 else { throw UsageError.unexpectedOperand(arguments.operands[2]) }
    id = arguments.operands[0]
    color = try HexColor(arguments.operands[1])
  }

  func run(in session: Session) async throws -> ExitStatus {
    try await session.store.write("Set") { context in
      let (id, record) = try RecordLookup<Colors>(context: context).record(id)
      context.label = "Set \(record.name ?? record.hex) to \(color.text)"
      try context.update(id) { $0.hex = color.text }
    }
    return .done
  }
}

/// `colors watch ID`
struct WatchCommand: Command {
  static let description = CommandDescription(
    name: "watch", operands: "ID", summary: "print a color's value, and each value it gets",
    discussion: "It goes on until Ctrl-C. An empty line means that the color is deleted.")

  private let id: String

  init(_ arguments: CommandArguments) throws {
    guard let id = arguments.operands.first else { throw UsageError.missingOperand("ID") }
    guard arguments.operands.count == 1 else { throw UsageError.unexpectedOperand(arguments.operands[1]) }
    self.id = id
  }

  func run(in session: Session) async throws -> ExitStatus {
    let record = try await session.store.read { try RecordLookup<Colors>(context: $0).record(id).id }
    let values = try await session.store.values(of: \.hex, id: record)
    try await Interruption.cancelling {
      for await hex in values { try StandardOutput.writeLine(hex ?? "") }
    }
    return .done
  }
}
