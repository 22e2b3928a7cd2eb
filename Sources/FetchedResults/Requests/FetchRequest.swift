public import Foundation

/// Which records to fetch, and in which order.
///
///     let request = FetchRequest<Friend>(
///       predicate: #Predicate { $0.meetingPlace == "Gym" }, sortDescriptors: [SortDescriptor(\.name)])
///     let friends = try await store.read { context in try context.fetch(request) }
///
/// It mirrors Core Data's `NSFetchRequest`: <https://developer.apple.com/documentation/coredata/nsfetchrequest>
public struct FetchRequest<R: Record>: Sendable {
  /// Which records; nil for all.
  public var predicate: Predicate<R>?
  /// In which order. Records that are equal in all of it follow by age, the oldest first.
  public var sortDescriptors: [SortDescriptor<R>]
  /// At most this many; nil for no limit.
  ///
  /// It mirrors `NSFetchRequest.fetchLimit`:
  /// <https://developer.apple.com/documentation/coredata/nsfetchrequest/fetchlimit>
  public var fetchLimit: Int?
  /// How many records are read at a time with what they are related to, at least 1: two statements a relationship bring
  /// that for all of them, and ``Store/batches(of:)`` gives so many at once.
  ///
  /// It mirrors `NSFetchRequest.fetchBatchSize`:
  /// <https://developer.apple.com/documentation/coredata/nsfetchrequest/fetchbatchsize>
  public var fetchBatchSize: Int
  /// The relationships stored at their other end that are to be read, too; see <doc:Relationships>.
  ///
  /// It mirrors `NSFetchRequest.relationshipKeyPathsForPrefetching`:
  /// <https://developer.apple.com/documentation/coredata/nsfetchrequest/relationshipkeypathsforprefetching>
  public var relationshipKeyPathsForPrefetching: [PartialKeyPath<R> & Sendable]

  /// A request; without arguments, for all records in the order of their age.
  ///
  /// - Parameters:
  ///   - predicate: Which records; nil for all.
  ///   - sortDescriptors: In which order; what they leave equal follows by age.
  ///   - fetchLimit: At most this many, from 0; nil for no limit.
  ///   - fetchBatchSize: How many records are read at a time, at least 1.
  ///   - relationshipKeyPathsForPrefetching: The relationships stored at their other end that are to be read, too.
  public init(
    predicate: Predicate<R>? = nil, sortDescriptors: [SortDescriptor<R>] = [], fetchLimit: Int? = nil,
    fetchBatchSize: Int = 500, relationshipKeyPathsForPrefetching: [PartialKeyPath<R> & Sendable] = []
  ) {
    self.predicate = predicate
    self.sortDescriptors = sortDescriptors
    self.fetchLimit = fetchLimit
    self.fetchBatchSize = fetchBatchSize
    self.relationshipKeyPathsForPrefetching = relationshipKeyPathsForPrefetching
  }
}

/// Which records to fetch, in which order, and under which headers.
///
///     let request = SectionedFetchRequest<String?, Friend>(
///       sectionIdentifier: \.meetingPlace,
///       sortDescriptors: [SortDescriptor(\.meetingPlace), SortDescriptor(\.name)])
///
/// The section has to follow from the attribute that leads the sort; anything else would put rows under wrong headers,
/// and is refused with ``FetchError/sectionDoesNotLeadSort(section:)``.
///
/// It mirrors SwiftUI's `SectionedFetchRequest`:
/// <https://developer.apple.com/documentation/swiftui/sectionedfetchrequest>
public struct SectionedFetchRequest<SectionIdentifier: Hashable & ColumnValue, R: Record>: Sendable {
  /// The property whose equal values make a section.
  public var sectionIdentifier: KeyPath<R, SectionIdentifier> & Sendable
  /// In which order.
  public var sortDescriptors: [SortDescriptor<R>]
  /// Which records; nil for all.
  public var predicate: Predicate<R>?

  /// A request. Whether it can be carried out shows when it is: see ``FetchError``.
  ///
  /// - Parameters:
  ///   - sectionIdentifier: The property whose equal values make a section.
  ///   - sortDescriptors: In which order; the first one is what the section follows from.
  ///   - predicate: Which records; nil for all.
  public init(
    sectionIdentifier: KeyPath<R, SectionIdentifier> & Sendable, sortDescriptors: [SortDescriptor<R>],
    predicate: Predicate<R>? = nil
  ) {
    self.sectionIdentifier = sectionIdentifier
    self.sortDescriptors = sortDescriptors
    self.predicate = predicate
  }
}

extension SectionedFetchRequest {
  /// The section of a blank record.
  var blankSection: SectionIdentifier { R()[keyPath: sectionIdentifier] }
}

/// Why a request can't be carried out.
///
///     do {
///       try books.configure { $0.sortDescriptors = [SortDescriptor(\.title)] }  // but the section is by author
///     } catch {
///       print(error)  // The list can't have sections by …, since it is not sorted by it first.
///     }
///
/// Each is a mistake of the program and not of the store: the same request fails at every try.
public enum FetchError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The section does not follow from the attribute that leads the sort.
  case sectionDoesNotLeadSort(section: String)
  /// The property is not part of the record's schema, or can't be sorted by.
  case notSortable(attribute: String)
  /// The property is not part of the record's schema.
  case unknownAttribute(attribute: String)
  /// The predicate has a part that no SQL is known for.
  case unsupportedPredicate(node: String)
  /// The predicate asks about a property that is stored in a form which only the program reads, by ``Attribute/json(_:_:default:)``
  /// or ``Attribute/text(_:_:default:encode:decode:)``; an ``Attribute/computed(_:_:)`` one can say what it wants to know.
  case encodedAttribute(attribute: String)
  /// The predicate compares with more values than one statement takes; `contains` of a captured array takes any number.
  case tooManyValues(limit: Int)

  /// One plain sentence.
  public var description: String {
    switch self {
    case .sectionDoesNotLeadSort(let section):
      "The list can't have sections by \(section), since it is not sorted by it first."
    case .notSortable(let attribute): "The list can't be sorted by \(attribute); its schema gives it no order."
    case .unknownAttribute(let attribute): "\(attribute) is not part of the record's schema."
    case .unsupportedPredicate(let node): "The predicate can't be asked of the store: it has a part of type \(node)."
    case .encodedAttribute(let attribute):
      "The predicate can't be asked of the store: \(attribute) is stored in a form that only the program reads; "
        + "a computed attribute can say what it asks."
    case .tooManyValues(let limit):
      "The predicate can't be asked of the store: it compares with more than \(limit) values one by one."
    }
  }
}
