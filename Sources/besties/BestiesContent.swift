import BestiesKit
import FetchedResults
import Foundation
import ListBrowser
import TerminalUI

/// What the list browser shows of friends.
struct BestiesContent: BrowserContent {
  let title = "Besties"
  let noun = "friend"
  let pluralNoun = "friends"
  let sorts = FriendSort.all.map { sort in
    BrowserSort(
      id: sort.id, name: sort.name, field: sort.field.rawValue, fieldName: sort.fieldName,
      descriptors: sort.descriptors, section: sort.section, isSectionSearched: sort.field == .place)
  }
  let searchPlaceholder = "name, place or tag"
  let emptyHint = ["a adds one.", "“besties import FILE” brings many."]

  private let locale: Locale
  private let rowDates: PartialDateFormatter
  private let headerDates: PartialDateFormatter

  init(locale: Locale) {
    self.locale = locale
    rowDates = PartialDateFormatter(style: .abbreviated, locale: locale)
    headerDates = PartialDateFormatter(style: .full, locale: locale)
  }

  func blank() -> Friend { Friend(id: "", name: "", addedAt: .now) }

  func name(of record: Friend) -> String { record.name }

  func row(of record: Friend, sort: BrowserSort<Friend>) -> BrowserRow {
    // Under a date as the header, the place says more than the date once again.
    let showsPlace = sort.field == FriendSort.Field.date.rawValue
    let trailing = showsPlace ? record.meetingPlace : record.meetingDate.map(rowDates.string(from:))
    return BrowserRow(
      name: record.name, tags: record.tags, trailing: trailing ?? "", isTrailingSearched: showsPlace)
  }

  func header(of section: String?, sort: BrowserSort<Friend>) -> String {
    switch FriendSort.Field(rawValue: sort.field) {
    case .date, .added: section.flatMap(PartialDate.init).map(headerDates.string(from:)) ?? "No date"
    case .place: section ?? "No place"
    case .name, nil: section ?? ""
    }
  }

  func search(_ text: String) -> (predicate: Predicate<Friend>, words: [String])? {
    let query = SearchQuery(text)
    return query.predicate.map { ($0, query.words) }
  }

  func prepare(_ store: Store) async throws -> String? {
    guard try await SampleFriends.addIfNew(to: store) else { return nil }
    return "These are samples; X removes them, or “besties samples remove”."
  }

  let commands = [
    BrowserCommand(key: .character("X"), help: "remove the samples") { store in
      let (removed, kept) = try await SampleFriends.remove(from: store)
      let edited = kept == 0 ? "" : " \(kept) that were edited stay."
      return removed == 0 ? "There are no unedited samples.\(edited)" : "Removed \(removed) samples.\(edited)"
    }
  ]

  let fields: [BrowserField<Friend>] = [
    BrowserField("Name", text: { $0.name }, set: { $0.name = try FriendField.name($1) }),
    BrowserField(
      "Place", placeholder: "where you met", text: { $0.meetingPlace ?? "" },
      set: { $0.meetingPlace = FriendField.place($1) }),
    BrowserField(
      "Date", placeholder: "2021-06-09, 2021-06 or 2021", text: { $0.meetingDate?.text ?? "" },
      set: { $0.meetingDate = try FriendField.date($1, as: .date) }),
    BrowserField(
      "Birthday", placeholder: "1990-05-01 or --05-01", text: { $0.birthday?.text ?? "" },
      set: { $0.birthday = try FriendField.date($1, as: .birthday) }),
    BrowserField(
      "Phones", placeholder: "cell:+34 600, work:…", text: { ContactValue.spelling(of: $0.phones) },
      set: { $0.phones = FriendField.contactValues(ContactValue.list(spelling: $1)) }),
    BrowserField(
      "E-mails", placeholder: "home:zoe@example.org, …", text: { ContactValue.spelling(of: $0.emails) },
      set: { $0.emails = FriendField.contactValues(ContactValue.list(spelling: $1)) }),
    BrowserField(
      "Tags", placeholder: "climbing, work", text: { $0.tags.spelling },
      set: { $0.tags = FriendField.tags([String](spelling: $1)) }),
    // A note may have many lines, and the form has one: its line ends are shown as signs, and come back as they were.
    BrowserField(
      "Note", text: { $0.note.replacing("\n", with: "⏎") }, set: { $0.note = $1.replacing("⏎", with: "\n") }),
  ]
}
