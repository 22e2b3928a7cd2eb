public import FetchedResults
import Foundation

/// A card in a folder of vCards, as both sides had it after the last synchronization: what a three-way merge starts from.
public struct SyncedCard: Record, Equatable {
  /// What tells it from others.
  public var id = ""
  /// Whose it is; nil once the friend is deleted, which the folder has yet to be told.
  public var friend: Friend?
  /// The folder.
  public var folder = ""
  /// The file's name in it.
  public var file = ""
  /// The card.
  public var text = ""

  /// A blank card, which reading fills in.
  public init() {}

  /// Where it is stored. It outlives its friend.
  public static let schema = RecordSchema<SyncedCard>(
    table: "synced_card",
    attributes: [
      .identifier(\.id),
      .toOne(\.friend, "friend", onDelete: .nullify),
      .column(\.folder, "folder", order: .value, default: "''"),
      .column(\.file, "file", order: .value, default: "''"),
      .column(\.text, "text", default: "''"),
    ], indexes: [[SortDescriptor(\.folder), SortDescriptor(\.file)]])
}
