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
  public private(set) var lines: [String] = []

  /// A file of nothing but mistakes must not fill the memory.
  private static let mostLines = 10_000
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
  ///   - place: The file and the line.
  ///   - reason: Why, as a part of a sentence.
  public mutating func skip(_ place: String, _ reason: String) {
    skipped += 1
    note(place, reason)
  }

  /// Notes what was passed over.
  ///
  /// - Parameters:
  ///   - place: The file and the line.
  ///   - text: What, as a part of a sentence.
  public mutating func note(_ place: String, _ text: String) {
    if lines.count < Self.mostLines { lines.append("\(place): \(text)") } else { untoldCount += 1 }
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
    return lines + (untoldCount > 0 ? ["and \(untoldCount) more lines like these"] : []) + [end]
  }
}
