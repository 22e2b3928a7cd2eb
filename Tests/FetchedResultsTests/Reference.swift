import FetchedResults
import Foundation
import Testing

/// What one attribute gives an order, as the tests see it.
enum SortValue {
  case missing
  case bytes([UInt8])
  case number(Double)

  static func collated(_ text: String?, _ collation: Collation, blank: SortValue) -> SortValue {
    guard let text, !text.allSatisfy(\.isWhitespace) else { return blank }
    return .bytes(collation.sortKey(of: text))
  }

  static func text(_ text: String?) -> SortValue { text.map { .bytes(Array($0.utf8)) } ?? .missing }

  /// Whether this value comes before the other; nil if they are equal. What is missing comes last in either direction.
  func precedes(_ other: SortValue, descending: Bool) -> Bool? {
    switch (self, other) {
    case (.missing, .missing): return nil
    case (.missing, _): return false
    case (_, .missing): return true
    case (.number(let left), .number(let right)): return left == right ? nil : (left < right) != descending
    case (.bytes(let left), .bytes(let right)):
      return left == right ? nil : left.lexicographicallyPrecedes(right) != descending
    default: return nil
    }
  }
}

/// A sort, as the library is asked for it and as the reference does it.
struct PersonSort: CustomTestStringConvertible, Sendable {
  enum Field: String, CaseIterable { case name, place, day, height, age }

  let terms: [(field: Field, descending: Bool)]

  init(_ terms: (Field, Bool)...) { self.terms = terms.map { (field: $0.0, descending: $0.1) } }

  var testDescription: String {
    terms.map { $0.field.rawValue + ($0.descending ? " ↓" : " ↑") }.joined(separator: ", ")
  }

  static let all: [PersonSort] =
    Field.allCases.flatMap { field in
      [false, true].flatMap { descending in
        [PersonSort((field, descending)), PersonSort((field, descending), (field == .name ? .place : .name, false))]
      }
    } + [
      PersonSort((.place, true), (.day, true), (.name, true)),
      PersonSort((.day, false), (.place, true), (.height, false)),
    ]

  var descriptors: [SortDescriptor<Person>] {
    terms.map { field, descending in
      let order = descending ? SortOrder.reverse : .forward
      return switch field {
      case .name: SortDescriptor(\.name, order: order)
      case .place: SortDescriptor(\.place, order: order)
      case .day: SortDescriptor(\.day, order: order)
      case .height: SortDescriptor(\.height, order: order)
      case .age: SortDescriptor(\.addedAt, order: order)
      }
    }
  }
}

/// Records in memory, fetched in the plainest way there is.
struct Reference: Sendable {
  struct Row: Sendable {
    let id: RecordID<Person>
    let person: Person
  }

  struct Section: Equatable, CustomStringConvertible {
    let identifier: String?
    var ids: [RecordID<Person>]

    var description: String { "\(identifier ?? "nil"): \(ids.map(\.key))" }
  }

  let collation: Collation
  let timeZone: TimeZone
  var rows: [Row]

  private func value(_ field: PersonSort.Field, of person: Person) -> SortValue {
    switch field {
    case .name: .collated(person.name, collation, blank: .bytes([]))
    case .place: .collated(person.place, collation, blank: .missing)
    case .day: .text(person.day)
    case .height: person.height.map(SortValue.number) ?? .missing
    case .age: .number((person.addedAt.timeIntervalSince1970 * 1000).rounded())
    }
  }

  func ordered(by sort: PersonSort, matching predicate: Predicate<Person>? = nil) throws -> [Row] {
    try rows.filter { try predicate?.evaluate($0.person) ?? true }.sorted { left, right in
      for (field, descending) in sort.terms {
        let (first, second) = (value(field, of: left.person), value(field, of: right.person))
        if let precedes = first.precedes(second, descending: descending) { return precedes }
      }
      return left.id < right.id
    }
  }

  /// The sections that a sort's leading field makes: one for each value, in the order of the rows.
  func sections(by sort: PersonSort, matching predicate: Predicate<Person>? = nil) throws -> [Section] {
    let field = sort.terms[0].field
    // A place is spelled as the first of all records spells it, found or not.
    var spellings: [[UInt8]: String] = [:]
    if field == .place {
      for row in try ordered(by: sort) {
        guard let place = identifier(of: row.person, by: field) else { continue }
        let key = collation.sortKey(of: place)
        spellings[key] = spellings[key] ?? place
      }
    }
    var sections: [Section] = []
    for row in try ordered(by: sort, matching: predicate) {
      let own = identifier(of: row.person, by: field)
      let identifier = field == .place ? own.flatMap { spellings[collation.sortKey(of: $0)] } : own
      if let last = sections.indices.last, isSame(sections[last].identifier, identifier, by: field) {
        sections[last].ids.append(row.id)
      } else {
        sections.append(Section(identifier: identifier, ids: [row.id]))
      }
    }
    return sections
  }

  private func identifier(of person: Person, by field: PersonSort.Field) -> String? {
    switch field {
    case .name: return collation.initial(of: person.name.allSatisfy(\.isWhitespace) ? "" : person.name)
    case .place: return person.place.flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 }
    case .day: return person.day
    case .height: return person.height.map { String($0) }
    case .age:
      var calendar = Calendar(identifier: .gregorian)
      calendar.timeZone = timeZone
      // A day goes from its first midnight to the next one's first: what the clocks show again belongs to the new day.
      let begun = calendar.startOfDay(for: person.addedAt)
      let next = calendar.date(byAdding: .day, value: 1, to: begun).map(calendar.startOfDay) ?? person.addedAt
      let parts = calendar.dateComponents([.year, .month, .day], from: person.addedAt >= next ? next : person.addedAt)
      return [(parts.year, 4), (parts.month, 2), (parts.day, 2)]
        .map { number, count in (number ?? 0).formatted(.number.grouping(.never).precision(.integerLength(count))) }
        .joined(separator: "-")
    }
  }

  private func isSame(_ left: String?, _ right: String?, by field: PersonSort.Field) -> Bool {
    guard field == .place, let left, let right else { return left == right }
    return collation.sortKey(of: left) == collation.sortKey(of: right)
  }
}

extension Snapshot<String?, Person> {
  /// The sections as the reference spells them.
  var spelled: [Reference.Section] {
    sections.map { Reference.Section(identifier: $0.identifier, ids: Array(self[$0.range])) }
  }
}

/// The request that sections by a sort's leading field.
func sectioned(_ sort: PersonSort, _ predicate: Predicate<Person>? = nil) -> SectionedFetchRequest<String?, Person> {
  SectionedFetchRequest(
    sectionIdentifier: sort.sectionIdentifier, sortDescriptors: sort.descriptors, predicate: predicate)
}

extension PersonSort {
  var sectionIdentifier: KeyPath<Person, String?> & Sendable {
    switch terms[0].field {
    case .name: \.initial
    case .place: \.place
    case .day: \.day
    case .height: \.heightText
    case .age: \.addedDay
    }
  }
}
