public import FetchedResults
public import Foundation
public import TerminalUI

/// What a list browser shows: a record type's sorts, rows, form and words.
///
/// The browser knows nothing else of the records.
public protocol BrowserContent: Sendable {
  /// The record type.
  associatedtype R: Record

  /// The app's name, at the top.
  var title: String { get }
  /// What one record is called, such as `friend`.
  var noun: String { get }
  /// What several are called.
  var pluralNoun: String { get }
  /// The sorts, in the order of the menu; the first is the default.
  var sorts: [BrowserSort<R>] { get }
  /// The titles of the menu's columns, one for each choice that makes a sort; empty if there is only one column.
  var sortTitles: [String] { get }
  /// A line above the list; nil for none.
  var summary: BrowserSummary<R>? { get }
  /// The fields of the form, in their order.
  var fields: [BrowserField<R>] { get }
  /// What a search looks at, such as `name, place or tag`.
  var searchPlaceholder: String { get }
  /// What to do when there are no records, line by line.
  var emptyHint: [String] { get }
  /// Commands of this app alone.
  var commands: [BrowserCommand<R>] { get }

  /// A new record, to be filled in.
  func blank() -> R
  /// What a record is called in messages and labels.
  func name(of record: R) -> String
  /// A record's row.
  func row(of record: R, sort: BrowserSort<R>) -> BrowserRow
  /// A section's header.
  func header(of section: String?, sort: BrowserSort<R>) -> String
  /// The condition that a search stands for, and the words to highlight; nil for no condition.
  func search(_ text: String) -> (predicate: Predicate<R>, words: [String])?
  /// Loads what rows and headers are written with, such as the formats of a locale's dates. It is called on another thread
  /// while the store opens, so that the first frame need not wait.
  func loadFormats()
  /// Prepares a store that has just been opened; returns what the user should know.
  func prepare(_ store: Store) async throws -> String?
}

extension BrowserContent {
  /// The noun with an s.
  public var pluralNoun: String { noun + "s" }
  /// None: the menu has one column.
  public var sortTitles: [String] { [] }
  /// None.
  public var summary: BrowserSummary<R>? { nil }
  /// Nothing but the key that adds a record.
  public var emptyHint: [String] { ["a adds one."] }
  /// None.
  public var commands: [BrowserCommand<R>] { [] }
  /// A record as the store makes it.
  public func blank() -> R { R() }
  /// The section itself, or what the sort says of a missing one.
  public func header(of section: String?, sort: BrowserSort<R>) -> String {
    section.map(sort.sectionTitle) ?? sort.missingSection
  }
  /// Nothing.
  public func loadFormats() {}
  /// Nothing.
  public func prepare(_ store: Store) async throws -> String? { nil }
}

/// A record's row: a name, tags, and a value at the right edge.
public struct BrowserRow: Hashable, Sendable {
  /// What stands before the name and keeps its own look, such as a swatch.
  public var lead: StyledText
  /// At the left.
  public var name: String
  /// Between, if there is room.
  public var tags: [String]
  /// At the right.
  public var trailing: String
  /// Whether a search looks at that value too, so that it shows what was found.
  public var isTrailingSearched: Bool

  /// A row.
  public init(
    lead: StyledText = StyledText(), name: String, tags: [String] = [], trailing: String = "",
    isTrailingSearched: Bool = false
  ) {
    self.lead = lead
    self.name = name
    self.tags = tags
    self.trailing = trailing
    self.isTrailingSearched = isTrailingSearched
  }
}

/// What the line above a list tells.
public enum BrowserSummary<R: Record>: Sendable {
  /// All that is shown: drawn from its sections, their sort, and the columns that there are.
  case sections(@Sendable ([Snapshot<String?, R>.Section], BrowserSort<R>, Int) -> StyledText)
  /// The selected record, which is followed by itself: drawn from the record, and the columns that there are.
  case selection(@Sendable (R, Int) -> StyledText)
}

/// One line of a record's form.
public struct BrowserField<R: Record>: Sendable {
  /// The line's label.
  public let label: String
  /// What an empty line asks for.
  public let placeholder: String
  /// Whether the text may get more lines: a `⏎` that is typed ends one, as do the line ends of what is pasted. Line ends that are
  /// there already are shown so in every line of a form, and stay.
  public let takesLines: Bool
  /// The record's value as text.
  public let text: @Sendable (R) -> String
  /// Sets the value from text; throws an error whose description is one sentence.
  public let set: @Sendable (inout R, String) throws -> Void

  /// A line.
  public init(
    _ label: String, placeholder: String = "", takesLines: Bool = false, text: @escaping @Sendable (R) -> String,
    set: @escaping @Sendable (inout R, String) throws -> Void
  ) {
    self.label = label
    self.placeholder = placeholder
    self.takesLines = takesLines
    self.text = text
    self.set = set
  }
}
