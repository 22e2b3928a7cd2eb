/// A value that is one row of a store, with what belongs to it.
///
/// A record is a plain struct. Its ``schema`` says, once, where each property is stored, how it sorts and what is derived
/// from it; reading, writing, predicates, sorts and sections all follow from that.
///
///     struct Book: Record {
///       var id = ""
///       var title = ""
///       static let schema = RecordSchema<Book>(
///         table: "book",
///         attributes: [.identifier(\.id), .column(\.title, "title", order: .collated)],
///         indexes: [[SortDescriptor(\.title)]])
///     }
///
/// It mirrors Core Data's `NSManagedObject`, as a value:
/// <https://developer.apple.com/documentation/coredata/nsmanagedobject>
///
/// Two records are equal if all their properties are; a record is told from others by its ``RecordID``.
public protocol Record: Identifiable, Equatable, Sendable where ID: ColumnValue {
  /// Where and how the record's properties are stored.
  static var schema: RecordSchema<Self> { get }
  /// A blank record, which reading fills in.
  init()
}

/// What identifies a record in its store: the integer key of its row, never used again for another.
///
///     let dune = try await store.write("Add Dune") { try $0.insert(Book(title: "Dune")) }
///     let book = try await store.read { try $0.record(dune) }
///
/// It mirrors `NSManagedObjectID`: <https://developer.apple.com/documentation/coredata/nsmanagedobjectid>
public struct RecordID<R: Record>: Hashable, Comparable, Sendable {
  /// The row's integer key. A record made later has a greater one.
  public let key: Int64

  /// The identity of the row with the given key, as one that was kept between two runs.
  ///
  /// - Parameter key: The row's integer key.
  public init(key: Int64) { self.key = key }

  /// Orders by age, the oldest first.
  public static func < (left: Self, right: Self) -> Bool { left.key < right.key }
}
