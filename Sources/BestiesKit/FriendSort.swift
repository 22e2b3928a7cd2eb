public import FetchedResults
public import Foundation

/// An order of friends, with the sections that follow from it.
///
/// Each of them has the name as its tie-break, but for the orders by the time of adding, which have the age.
public struct FriendSort: Hashable, Sendable, Identifiable {
  /// What friends are sorted by.
  public enum Field: String, CaseIterable, Sendable {
    /// The meeting place.
    case place
    /// The meeting date.
    case date
    /// The name.
    case name
    /// The time of adding.
    case added
  }

  /// What it sorts by.
  public let field: Field
  /// Whether the greatest comes first. What is missing comes last either way.
  public let isReversed: Bool

  /// An order.
  public init(_ field: Field, isReversed: Bool = false) {
    self.field = field
    self.isReversed = isReversed
  }

  /// The order of a list that nobody has sorted: by meeting place.
  public static let `default` = FriendSort(.place)

  /// Every order, as a menu shows them.
  public static let all: [FriendSort] =
    [.place, .date, .name].flatMap { [FriendSort($0), FriendSort($0, isReversed: true)] }
    + [FriendSort(.added, isReversed: true), FriendSort(.added)]

  /// The order's name on the command line, such as `-date`.
  public var id: String { (isReversed ? "-" : "") + field.rawValue }

  /// The order that a name on the command line stands for; nil if there is none.
  public init?(id: String) {
    guard let sort = Self.all.first(where: { $0.id == id }) else { return nil }
    self = sort
  }

  /// The order's name in the menu.
  public var name: String {
    switch field {
    case .place, .date, .name: "\(fieldName) | \(isReversed ? "Descending" : "Ascending")"
    case .added: isReversed ? "Recently Added" : "First Added"
    }
  }

  /// What it sorts by, in words.
  public var fieldName: String {
    switch field {
    case .place: "Meeting Place"
    case .date: "Meeting Date"
    case .name: "Name"
    case .added: "Added"
    }
  }

  /// The order, for a request.
  public var descriptors: [SortDescriptor<Friend>] {
    let order: SortOrder = isReversed ? .reverse : .forward
    return switch field {
    case .place: [SortDescriptor(\.meetingPlace, order: order), SortDescriptor(\.name)]
    case .date: [SortDescriptor(\.meetingDate, order: order), SortDescriptor(\.name)]
    case .name: [SortDescriptor(\.name, order: order)]
    case .added: [SortDescriptor(\.addedAt, order: order)]
    }
  }

  /// The property whose equal values make a section.
  public var section: KeyPath<Friend, String?> & Sendable {
    switch field {
    case .place: \.meetingPlace
    case .date: \.meetingDay
    case .name: \.initial
    case .added: \.addedDay
    }
  }

  /// A request for friends in this order.
  ///
  /// - Parameter query: What they have to match.
  /// - Returns: The request.
  public func request(_ query: SearchQuery = SearchQuery("")) -> SectionedFetchRequest<String?, Friend> {
    SectionedFetchRequest(sectionIdentifier: section, sortDescriptors: descriptors, predicate: query.predicate)
  }
}

extension SearchQuery {
  /// The condition that every word occurs in the name, the meeting place or a tag; nil if there is no word. A word of
  /// control characters occurs nowhere.
  public var predicate: Predicate<Friend>? {
    guard !isEmpty else { return nil }
    let words = words
    guard words.allSatisfy(\.isFoldedToSomething) else { return #Predicate { _ in false } }
    return #Predicate { friend in words.allSatisfy { friend.searchText.localizedStandardContains($0) } }
  }
}
