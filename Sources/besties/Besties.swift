import BestiesKit
import FetchedResults
import Foundation
import ListApp
import ListBrowser
import TerminalUI

/// Friends in the terminal: what their command line and their browser are made of.
@main
struct Besties: ListApp {
  static let name = "besties"
  static let summary = "your friends in the terminal: who they are, where and when you met"
  static let schema = Schema.besties
  static let commands: [any Command.Type] = [
    ListCommand<Self>.self, ShowCommand.self, AddCommand.self, EditCommand.self, DeleteCommand<Self>.self,
    UndoCommand<Self>.self, RedoCommand<Self>.self, HistoryCommand<Self>.self,
    ImportCommand.self, ExportCommand.self, SamplesCommand.self, CollationCommand<Self>.self,
  ]
  static let listDiscussion = """
    Every WORD must occur in the name, the meeting place or a tag; case and accents don't
    count. The status is 1 if WORDs were given and nobody matches.

    For people a row has name, place, date, the end of the id, and tags; into a pipe the
    columns are separated by tabs and the id is whole. In --tsv a backslash, tab or line
    end in a value is written as \\\\, \\t, \\n or \\r.

    Examples:
      besties list --sort -date --limit 10
      besties list gym lukasz
      besties list --sections --json
    """
  static let sortSynonyms = ["meetingplace": "place", "meetingdate": "date", "met": "date", "addedat": "added"]
  static let fillsNewStores = true

  let title = "Besties"
  let noun = "friend"
  let sorts = FriendSort.all.map { sort in
    BrowserSort(
      id: sort.id, name: sort.name, key: sort.field.rawValue, keyName: sort.fieldName,
      descriptors: sort.descriptors, section: sort.section, missingSection: sort.field.missingSection,
      isSectionSearched: sort.field == .place)
  }
  let searchPlaceholder = "name, place or tag"
  let emptyHint = ["a adds one.", "“besties import FILE” brings many."]
  let samplesNotice: String? = "These are samples; X removes them, or “besties samples remove”."

  private let rowDates: PartialDateFormatter
  private let headerDates: PartialDateFormatter

  init(locale: Locale) {
    rowDates = PartialDateFormatter(style: .abbreviated, locale: locale)
    headerDates = PartialDateFormatter(style: .full, locale: locale)
  }

  func loadFormats() {
    rowDates.load()
    headerDates.load()
  }

  func samples() throws -> [Friend] { try SampleFriends.all() }

  func blank() -> Friend { Friend(id: "", name: "", addedAt: .now) }

  func name(of record: Friend) -> String { record.name }

  func row(of record: Friend, sort: BrowserSort<Friend>) -> BrowserRow {
    // Under a date as the header, the place says more than the date once again.
    let showsPlace = sort.key == FriendSort.Field.date.rawValue
    let trailing = showsPlace ? record.meetingPlace : record.meetingDate.map(rowDates.string(from:))
    return BrowserRow(
      name: record.name, tags: record.tags, trailing: trailing ?? "", isTrailingSearched: showsPlace)
  }

  func header(of section: String?, sort: BrowserSort<Friend>) -> String {
    switch FriendSort.Field(rawValue: sort.key) {
    case .date, .added: section.map { PartialDate($0).map(headerDates.string(from:)) ?? $0 } ?? sort.missingSection
    case .place, .name, nil: section ?? sort.missingSection
    }
  }

  func search(_ text: String) -> (predicate: Predicate<Friend>, words: [String])? {
    let query = SearchQuery(text)
    return query.predicate.map { ($0, query.words) }
  }

  func predicate(matching words: [String]) -> Predicate<Friend> {
    #Predicate { friend in words.allSatisfy { friend.searchText.localizedStandardContains($0) } }
  }

  let commands = [
    BrowserCommand<Friend>("remove-samples", keys: .character("X"), title: "remove the samples", needs: .store) {
      let (removed, kept) = try await SampleFriends.remove(from: $0.store)
      let edited = kept == 0 ? "" : " \(kept) that were edited stay."
      return removed == 0 ? "There are no unedited samples.\(edited)" : "Removed \(removed) samples.\(edited)"
    }
  ]

  let fields = FriendField.all.map { field in
    BrowserField<Friend>(
      field.label, placeholder: field.placeholder, takesLines: field.takesLines, text: field.line, set: field.setLine)
  }
}

extension FriendSort.Field {
  /// The header of friends who lack what they are sorted by.
  fileprivate var missingSection: String {
    switch self {
    case .place: "No place"
    case .name: "No name"
    case .date, .added: "No date"
    }
  }
}
