/// Which sections of a list are folded: all but some, or none but some.
///
/// Folding everything is one value, however many sections there are.
public struct Folds: Hashable, Sendable, Codable {
  private var foldsAll = false
  private var exceptions: Set<String?> = []

  /// Nothing is folded.
  public init() {}

  /// Everything is folded.
  public static var all: Folds {
    var folds = Folds()
    folds.foldsAll = true
    return folds
  }

  /// Whether a section is folded.
  public func contains(_ section: String?) -> Bool {
    // Most lists have no folds, and thousands of sections.
    exceptions.isEmpty ? foldsAll : foldsAll != exceptions.contains(section)
  }

  /// Folds a section, or unfolds it.
  public mutating func set(_ section: String?, folded: Bool) {
    if folded == foldsAll { exceptions.remove(section) } else { exceptions.insert(section) }
  }
}
