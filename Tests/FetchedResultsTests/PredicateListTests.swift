import Foundation
import Testing

/// Predicates about lists, captured sequences and dates, and how predicates are put together.
@Suite struct PredicateListTests {
  private static let lists = PredicateTable.made { table in
    let (work, cafe, a, empty) = ("work", "Cafe\u{301}", "a", "")
    let words = ["work", "x", "work"]
    let none: [String] = []
    let pairs = ["key": "work", "other": "x"]
    table.add("contains", #Predicate { $0.tags.contains(work) })
    table.add("contains not", #Predicate { !$0.tags.contains(work) })
    table.add("contains in another spelling", #Predicate { $0.tags.contains(cafe) })
    table.add("contains nothing", #Predicate { $0.tags.contains(empty) })
    table.add("contains a column", #Predicate { $0.tags.contains($0.name) })
    table.add("contains an optional", #Predicate { $0.tags.contains($0.place ?? "work") })
    table.add("contains where", #Predicate { $0.tags.contains { $0.contains(a) } })
    table.add("contains where <", #Predicate { $0.tags.contains { $0 < work } })
    table.add("contains where, of both", #Predicate { s in s.tags.contains { s.name.starts(with: $0) } })
    table.add("contains where, folded", #Predicate { $0.tags.contains { $0.localizedStandardContains("CAFE") } })
    table.add("all", #Predicate { $0.tags.allSatisfy { $0.count > 1 } })
    table.add("all, of both", #Predicate { s in s.tags.allSatisfy { $0 != s.name } })
    table.add("isEmpty", #Predicate { $0.tags.isEmpty })
    table.add("count", #Predicate { $0.tags.count == 2 })
    table.add("count < a column", #Predicate { $0.tags.count < $0.length })
    table.add("filter, count", #Predicate { $0.tags.filter { $0 != work }.count == 2 })
    table.add("filter, isEmpty", #Predicate { $0.tags.filter { $0.contains(a) }.isEmpty })
    table.add("filter of both, count", #Predicate { s in s.tags.filter { $0 == s.name }.count == 1 })
    table.add("two at once", #Predicate { s in s.tags.contains { a in s.tags.contains { b in a < b } } })
    table.add("captured in list", #Predicate { s in words.contains { s.tags.contains($0) } })
    table.add("all captured in list", #Predicate { s in words.allSatisfy { s.tags.contains($0) } })
    table.add("list in captured", #Predicate { s in s.tags.contains { words.contains($0) } })
    table.add("list all in captured", #Predicate { s in s.tags.allSatisfy { words.contains($0) } })
    table.add("captured", #Predicate { words.contains($0.name) || words.contains($0.note) })
    table.add("none captured", #Predicate { none.contains($0.name) })
    table.add("none captured, all", #Predicate { s in none.allSatisfy { s.name == $0 } })
    table.add("none captured, any", #Predicate { s in none.contains { s.name == $0 } })
    table.add("captured element", #Predicate { $0.tags.contains(words[0]) })
    table.add("captured dictionary", #Predicate { $0.tags.contains(pairs["key"] ?? "") })
    table.add("captured dictionary with a default", #Predicate { $0.tags.contains(pairs["none", default: "x"]) })
    table.add("captured count", #Predicate { $0.tags.count == words.count })
    table.add("a captured string's", #Predicate { "work x".contains($0.name) })
    table.add("nested closures", #Predicate { s in words.contains { w in s.tags.contains { $0 == w } && w != s.name } })
    table.refuse("\\Specimen.tags", #Predicate { $0.tags[0] == work })
    table.refuse("KeyPath from \\Specimen.tags to Optional<String>", #Predicate { $0.tags.first == work })
    table.refuse("SequenceMaximum", #Predicate { $0.tags.max() == work })
    table.refuse("\\Specimen.scores", #Predicate { $0.scores.isEmpty })
    table.refuse("\\Specimen.scores", #Predicate { $0.scores.count == 2 })
    table.refuse("\\Specimen.scores", #Predicate { $0.scores.contains(1) })
    table.refuse("\\Specimen.scores", #Predicate { $0.scores[0] == 1 })
    table.refuse("SequenceContains", #Predicate { $0.tags.filter { $0 != work }.contains(cafe) })
  }

  private static let dates = PredicateTable.made { table in
    let (early, late) = (Specimen.day(0), Specimen.day(300))
    let optional: Date? = Specimen.day(3)
    let nothing: Date? = nil
    let (half, closed, from) = (early..<late, early...late, late...)
    let days = [early, late, Specimen.day(2)]
    let past = Date.distantPast
    table.add("==", #Predicate { $0.date == early })
    table.add("!=", #Predicate { $0.date != early })
    table.add("<", #Predicate { $0.date < early })
    table.add("<=", #Predicate { $0.date <= early })
    table.add(">", #Predicate { $0.date > late })
    table.add(">= the past", #Predicate { $0.date >= past })
    table.add("optional ==", #Predicate { $0.seen == optional })
    table.add("optional !=", #Predicate { $0.seen != optional })
    table.add("optional == nothing", #Predicate { $0.seen == nothing })
    table.add("?? <", #Predicate { ($0.seen ?? late) < late })
    table.add("flatMap <", #Predicate { $0.seen.flatMap { $0 < late } == true })
    table.add("two columns", #Predicate { ($0.seen ?? early) < $0.date })
    table.add("in a range", #Predicate { half.contains($0.date) })
    table.add("in a closed range", #Predicate { closed.contains($0.date) })
    table.add("from", #Predicate { from.contains($0.date) })
    table.add("in a range of bounds", #Predicate { (early..<late).contains($0.date) })
    table.add("optional in a range", #Predicate { $0.seen.flatMap { closed.contains($0) } ?? false })
    table.add("between", #Predicate { $0.date >= early && $0.date < late })
    table.add("in an array", #Predicate { days.contains($0.date) })
    table.add("optional in an array", #Predicate { days.contains($0.seen ?? past) })
    table.refuse("KeyPath from \\Specimen.date to Double", #Predicate { $0.date.timeIntervalSince1970 > 0 })
  }

  private static let logic = PredicateTable.made { table in
    let (ann, one) = ("Ann", 1)
    let isWanted = false
    let id = UUID(uuidString: "6BA7B810-9DAD-11D1-80B4-00C04FD430C8")?.uuidString ?? ""
    table.add("always", #Predicate { _ in true })
    table.add("never", #Predicate { _ in false })
    table.add("&&", #Predicate { $0.isOn && $0.count > one })
    table.add("||", #Predicate { $0.isOn || $0.name == ann })
    table.add("!", #Predicate { !($0.isOn || $0.name == ann) })
    table.add("!!", #Predicate { !(!$0.isOn) })
    table.add("! of nil", #Predicate { !($0.place == nil) })
    table.add("captured truth", #Predicate { isWanted || $0.isOn })
    table.add("captured truth &&", #Predicate { isWanted && $0.isOn })
    table.add("conditional", #Predicate { $0.isOn ? $0.name == ann : $0.count > one })
    table.add("conditional value", #Predicate { ($0.isOn ? $0.name : $0.note) == ann })
    table.add("conditional of a captured truth", #Predicate { (isWanted ? $0.name : $0.note) == ann })
    table.add("if", #Predicate { if $0.isOn { $0.name == ann } else { $0.count > one } })
    table.add("if let", #Predicate { if let place = $0.place { place == ann } else { true } })
    table.add("if let of two", #Predicate { if let age = $0.age { age > one } else { false } })
    table.add("an id", #Predicate { $0.id == id || $0.id == "s1" })
    table.add("== of truths", #Predicate { ($0.name == ann) == $0.isOn })
    table.add("!= of truths", #Predicate { ($0.name == ann) != ($0.age == nil) })
    table.add("a column of nil ==", #Predicate { ($0.age == nil) == ($0.seen == nil) })
    table.refuse("scores", #Predicate { $0.isOn && $0.scores.isEmpty })
    table.refuse("ConditionalCast", conditionalCast(to: ann))
    table.refuse("TypeCheck", typeCheck(String.self))
    table.refuse("ForceCast", forceCast(to: ann))
    table.refuse("SequenceMinimum", #Predicate { $0.tags.min() == nil })
  }

  // Of a type that the compiler doesn't know, or it would say that a cast always succeeds.

  private static func conditionalCast<T: Codable & Equatable & Sendable>(to value: T) -> Predicate<Specimen> {
    #Predicate { ($0.name as? T) == value }
  }

  private static func typeCheck<T: Codable & Sendable>(_ type: T.Type) -> Predicate<Specimen> {
    #Predicate { $0.name is T }
  }

  // swift-format-ignore: NeverForceUnwrap
  private static func forceCast<T: Codable & Equatable & Sendable>(to value: T) -> Predicate<Specimen> {
    #Predicate { ($0.name as! T) == value }
  }

  @Test(arguments: lists.indices) func listsAreAsInMemory(index: Int) async throws {
    try await Self.lists[index].check()
  }

  @Test(arguments: dates.indices) func datesAreAsInMemory(index: Int) async throws {
    try await Self.dates[index].check()
  }

  @Test(arguments: logic.indices) func logicIsAsInMemory(index: Int) async throws {
    try await Self.logic[index].check()
  }
}
