public import Commands
import Files
import TextFormats

/// What an import did, and what it did not.
public struct ImportReport: Hashable, Sendable {
  /// What became of an entry.
  public enum Outcome: Hashable, Sendable {
    /// It is a new record.
    case created
    /// A record was changed.
    case updated
    /// A record was like that already.
    case unchanged
  }

  /// How many records are new.
  public private(set) var created = 0
  /// How many records were changed.
  public private(set) var updated = 0
  /// How many records were like that already.
  public private(set) var unchanged = 0
  /// How many entries were refused, and whole files that hold none.
  public private(set) var skipped = 0
  /// What was refused, and what was passed over.
  public private(set) var problems: [Problem] = []

  /// What is wrong at one place of a file.
  public struct Problem: Hashable, Sendable {
    /// The file, in the user's words.
    public let file: String
    /// The number of the line to look at; nil for the file as a whole.
    public let line: Int?
    /// What, as a part of a sentence.
    public let reason: String
  }

  /// A file of nothing but mistakes must not fill the memory.
  private static let mostProblems = 10_000
  private var untoldCount = 0

  /// A report of nothing yet.
  public init() {}

  private var changesNothing: Bool { created == 0 && updated == 0 }

  /// Counts an entry that was taken.
  ///
  /// - Parameter outcome: What became of it.
  public mutating func count(_ outcome: Outcome) {
    switch outcome {
    case .created: created += 1
    case .updated: updated += 1
    case .unchanged: unchanged += 1
    }
  }

  /// Counts an entry that was refused.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - line: The number of the line to look at; nil for the file as a whole.
  ///   - reason: Why, as a part of a sentence.
  public mutating func skip(_ file: String, line: Int? = nil, _ reason: String) {
    skipped += 1
    note(file, line: line, reason)
  }

  /// Notes what was passed over.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - line: The number of the line to look at; nil for the file as a whole.
  ///   - reason: What, as a part of a sentence.
  public mutating func note(_ file: String, line: Int? = nil, _ reason: String) {
    if problems.count < Self.mostProblems {
      problems.append(Problem(file: file, line: line, reason: reason))
    } else {
      untoldCount += 1
    }
  }

  /// The whole report, a line each.
  ///
  /// - Parameters:
  ///   - app: The app's name.
  ///   - isDryRun: Whether all was taken back.
  /// - Returns: The lines.
  public func text(app: String, isDryRun: Bool = false) -> [String] {
    let counts = "\(created) created, \(updated) updated, \(unchanged) unchanged, \(skipped) skipped"
    let end =
      isDryRun
      ? "Dry run, nothing was changed: \(counts)."
      : "\(counts).\(changesNothing ? "" : " “\(app) undo” takes it back.")"
    let lines = problems.map { "\($0.file)\($0.line.map { ":\($0)" } ?? ""): \($0.reason)" }
    return lines + (untoldCount > 0 ? ["and \(untoldCount) more lines like these"] : []) + [end]
  }

  /// The report as one JSON object, for scripts.
  ///
  /// - Parameter isDryRun: Whether all was taken back.
  /// - Returns: The object and a line feed.
  public func json(isDryRun: Bool = false) -> [UInt8] {
    var bytes = Array(
      #"{"created":\#(created),"updated":\#(updated),"unchanged":\#(unchanged),"skipped":\#(skipped),"problems":["#.utf8
    )
    for (index, problem) in problems.enumerated() {
      bytes += ((index > 0 ? ",\n" : "\n") + #"{"file":"#).utf8
      JSONText.append(problem.file, to: &bytes)
      bytes += #","line":\#(problem.line.map(String.init) ?? "null"),"reason":"#.utf8
      JSONText.append(problem.reason, to: &bytes)
      bytes.append(UInt8(ascii: "}"))
    }
    bytes += "\(problems.isEmpty ? "" : "\n")],\"dryRun\":\(isDryRun)}\n".utf8
    return bytes
  }

  /// Tells the user: in words, or as JSON on standard output.
  ///
  /// - Parameters:
  ///   - session: What the command works with.
  ///   - app: The app's name.
  ///   - isJSON: Whether as JSON.
  ///   - isDryRun: Whether all was taken back.
  /// - Returns: The status of the import.
  /// - Throws: What writing to standard output throws.
  public func tell(
    in session: Session, app: String, isJSON: Bool, isDryRun: Bool = false
  ) throws -> ExitStatus {
    if isJSON {
      let output = ByteOutput()
      try output.write { $0 += json(isDryRun: isDryRun) }
      try output.flush()
    } else {
      for line in text(app: app, isDryRun: isDryRun) { session.say(line) }
    }
    return skipped > 0 ? .badContent : .done
  }
}
