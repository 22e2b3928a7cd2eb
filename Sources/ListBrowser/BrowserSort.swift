public import FetchedResults
public import Foundation

/// A sort of a list, with the sections that follow from it.
public struct BrowserSort<R: Record>: Sendable, Identifiable {
  /// Tells it from the others, also in a saved state.
  public let id: String
  /// What to choose for it in the menu, column by column: `Meeting Place | Ascending`, or `Time` and `Newest on Top`. What
  /// a column offers depends on what is chosen in those before it.
  public let choices: [String]
  /// What it sorts by, as the top line says it.
  public let keyName: String
  /// Identifies what it sorts by; sorts with one key share their folds and are each other's reverse.
  public let key: String
  /// Its order.
  public let descriptors: [SortDescriptor<R>]
  /// Its sections.
  public let section: KeyPath<R, String?> & Sendable
  /// Whether a search looks at the sections' names, so that they show what it has found.
  public let isSectionSearched: Bool
  /// The header of records without a section.
  public let missingSection: String
  /// What a section is called where no locale counts, as in commands' output.
  public let sectionTitle: @Sendable (String) -> String

  /// A sort that is one choice.
  public init(
    id: String, name: String, key: String, keyName: String, descriptors: [SortDescriptor<R>],
    section: KeyPath<R, String?> & Sendable, missingSection: String = "None", isSectionSearched: Bool = false,
    sectionTitle: @escaping @Sendable (String) -> String = { $0 }
  ) {
    self.init(
      id: id, choices: [name], key: key, keyName: keyName, descriptors: descriptors, section: section,
      missingSection: missingSection, isSectionSearched: isSectionSearched, sectionTitle: sectionTitle)
  }

  /// A sort that several choices make; every sort of a list has as many.
  public init(
    id: String, choices: [String], key: String, keyName: String, descriptors: [SortDescriptor<R>],
    section: KeyPath<R, String?> & Sendable, missingSection: String = "None", isSectionSearched: Bool = false,
    sectionTitle: @escaping @Sendable (String) -> String = { $0 }
  ) {
    self.id = id
    self.choices = choices
    self.key = key
    self.keyName = keyName
    self.descriptors = descriptors
    self.section = section
    self.missingSection = missingSection
    self.sectionTitle = sectionTitle
    self.isSectionSearched = isSectionSearched
  }

  /// Whether the leading attribute goes up.
  var isAscending: Bool { descriptors.first?.order != .reverse }
}
