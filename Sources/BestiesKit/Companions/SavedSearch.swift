public import FetchedResults
import Foundation

/// A search that was given a name, with the order and the folds of its results.
public struct SavedSearch: Record, Equatable {
  /// What tells it from others.
  public var id = ""
  /// What it is called.
  public var name = ""
  /// What is searched for, as one types it.
  public var query = ""
  /// The id of the order; nil for the default.
  public var sort: String?
  /// The folded sections, as JSON.
  public var folds = "{}"

  /// A blank search, which reading fills in.
  public init() {}

  /// Where it is stored.
  public static let schema = RecordSchema<SavedSearch>(
    table: "saved_search",
    attributes: [
      .identifier(\.id),
      .column(\.name, "name", order: .collated, default: "''"),
      .column(\.query, "query", default: "''"),
      .column(\.sort, "sort"),
      .column(\.folds, "folds", default: "'{}'"),
    ], indexes: [])
}
