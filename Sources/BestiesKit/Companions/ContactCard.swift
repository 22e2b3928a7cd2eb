public import FetchedResults
import Foundation

/// A friend's vCard, byte for byte as it came: what it says beyond a friend's columns is kept.
public struct ContactCard: Record, Equatable {
  /// What tells it from others.
  public var id = ""
  /// Whose it is.
  public var friend: Friend?
  /// The card's `UID`; nil for a card without one.
  public var uid: String?
  /// The card.
  public var text = ""

  /// A blank card, which reading fills in.
  public init() {}

  /// Where it is stored. It goes with its friend.
  public static let schema = RecordSchema<ContactCard>(
    table: "contact_card",
    attributes: [
      .identifier(\.id),
      .toOne(\.friend, "friend", onDelete: .cascade),
      .column(\.uid, "uid", order: .value),
      .column(\.text, "text", default: "''"),
    ], indexes: [[SortDescriptor(\.uid)]])
}
