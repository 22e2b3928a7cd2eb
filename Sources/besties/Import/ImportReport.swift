import BestiesKit

/// What an import did, and what it did not.
struct ImportReport: Hashable, Sendable {
  private(set) var created = 0
  private(set) var updated = 0
  private(set) var unchanged = 0
  /// How many entries were refused, and whole files that hold no friends.
  private(set) var skipped = 0
  /// What was refused, and what was passed over.
  private(set) var lines: [String] = []

  /// A file of nothing but mistakes must not fill the memory.
  private static let mostLines = 10_000
  private var untoldCount = 0

  var changesNothing: Bool { created == 0 && updated == 0 }

  mutating func count(_ outcome: FriendImporter.Outcome) {
    switch outcome {
    case .created: created += 1
    case .updated: updated += 1
    case .unchanged: unchanged += 1
    }
  }

  mutating func skip(_ place: String, _ reason: String) {
    skipped += 1
    note(place, reason)
  }

  mutating func note(_ place: String, _ text: String) {
    if lines.count < Self.mostLines { lines.append("\(place): \(text)") } else { untoldCount += 1 }
  }

  /// The whole report, a line each.
  func text(isDryRun: Bool) -> [String] {
    let counts = "\(created) created, \(updated) updated, \(unchanged) unchanged, \(skipped) skipped"
    let end =
      isDryRun
      ? "Dry run, nothing was changed: \(counts)."
      : "\(counts).\(changesNothing ? "" : " “besties undo” takes it back.")"
    return lines + (untoldCount > 0 ? ["and \(untoldCount) more lines like these"] : []) + [end]
  }
}
