public import FetchedResults
public import Foundation

/// A sort of a list, with the sections that follow from it.
public struct BrowserSort<R: Record>: Sendable, Identifiable {
  /// Tells it from the others, also in a saved state.
  public let id: String
  /// Its name in the menu, such as `Meeting Place | Ascending`.
  public let name: String
  /// What it sorts by, as the top line says it.
  public let fieldName: String
  /// Tells what it sorts by; sorts of one field share their folds and are each other's reverse.
  public let field: String
  /// Its order.
  public let descriptors: [SortDescriptor<R>]
  /// Its sections.
  public let section: KeyPath<R, String?> & Sendable
  /// Whether a search looks at the sections' names, so that they show what it has found.
  public let isSectionSearched: Bool

  /// A sort.
  public init(
    id: String, name: String, field: String, fieldName: String, descriptors: [SortDescriptor<R>],
    section: KeyPath<R, String?> & Sendable, isSectionSearched: Bool = false
  ) {
    self.id = id
    self.name = name
    self.field = field
    self.fieldName = fieldName
    self.descriptors = descriptors
    self.section = section
    self.isSectionSearched = isSectionSearched
  }

  /// Whether the leading attribute goes up.
  var isAscending: Bool { descriptors.first?.order != .reverse }
}
