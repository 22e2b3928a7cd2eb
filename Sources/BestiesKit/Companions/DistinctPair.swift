public import FetchedResults
import Foundation

/// Two friends who look alike and are not the same person.
public struct DistinctPair: Record, Equatable {
  /// What tells it from others.
  public var id = ""
  /// One of them.
  public var first: Friend?
  /// The other.
  public var second: Friend?

  /// A blank pair, which reading fills in.
  public init() {}

  /// Where it is stored. It goes with either friend.
  public static let schema = RecordSchema<DistinctPair>(
    table: "distinct_pair",
    attributes: [
      .identifier(\.id),
      .toOne(\.first, "first_friend", onDelete: .cascade),
      .toOne(\.second, "second_friend", onDelete: .cascade),
    ], indexes: [])
}
