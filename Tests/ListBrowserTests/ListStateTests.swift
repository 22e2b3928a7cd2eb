import Testing

@testable import FetchedResults
@testable import ListBrowser

/// Sections are written as `Gym:1,2`; a state as its rows, the selected one in brackets, from the top line on.
struct ListStateTests {
  typealias State = ListState<Person>

  private static func snapshot(_ text: String, isComplete: Bool = true) -> Snapshot<String?, Person> {
    var sections: [Snapshot<String?, Person>.Section] = []
    var keys = KeyList()
    for part in text.split(separator: " ") {
      let pieces = part.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
      let start = keys.count
      for key in pieces[1].split(separator: ",").compactMap({ Int64($0) }) { keys.append(key) }
      sections.append(
        SnapshotSection(identifier: pieces[0], range: start..<keys.count, key: .text(pieces[0])))
    }
    return Snapshot(sections: sections, keys: keys, isComplete: isComplete)
  }

  private static func list(
    _ text: String = "A:1,2,3 B:4,5,6 C:7,8,9", height: Int = 5, selected: Int64? = nil, folded: [String] = []
  ) -> State {
    var list = State()
    list.resize(height: height)
    list.show(snapshot(text), folds: folds(folded))
    if let selected { list.select(.record(RecordID(key: selected))) }
    return list
  }

  private static func folds(_ folded: [String]) -> Folds {
    var folds = Folds()
    for section in folded { folds.set(section, folded: true) }
    return folds
  }

  private static func picture(_ list: State) -> String {
    list.lines.map { line in
      let row = list.row(onLine: line)
      let name =
        switch list.item(at: row) {
        case .header(let section): section ?? "-"
        case .record(let id): String(id.key)
        case nil: "?"
        }
      return row == list.selectedRow ? "[\(name)]" : name
    }.joined(separator: " ")
  }

  @Test func opensOnTheFirstRecordThatIsShown() {
    #expect(Self.picture(Self.list()) == "A [1] 2 3 B")
    #expect(Self.picture(Self.list(folded: ["A"])) == "A B [4] 5 6")
    #expect(Self.picture(Self.list(folded: ["A", "B", "C"])) == "[A] B C")
    #expect(Self.picture(Self.list("")) == "")
  }

  /// What the list is like, what it becomes, and what is seen then: the selected record stays on its line.
  @Test(arguments: [
    ("nothing changes", "A:1,2,3 B:4,5,6 C:7,8,9", "A 3 B 4 [5]"),
    ("one comes above", "A:1,2,3 B:10,4,5,6 C:7,8,9", "A B 10 4 [5]"),
    ("five go above", "B:5,6 C:7,8,9", "B [5] 6 C 7"),
    ("another order", "C:9,8,7 B:6,5,4 A:1,2,3", "C 7 B 6 [5]"),
    ("another section", "A:1,2,3 B:4,6 C:5,7,8,9", "B 4 6 C [5]"),
    ("she is gone", "A:1,2,3 B:4,6 C:7,8,9", "A 3 B 4 [6]"),
    ("she and the next are gone", "A:1,2,3 B:4 C:7,8,9", "A B 4 C [7]"),
    ("she and all behind are gone", "A:1,2,3 B:4", "A 2 3 B [4]"),
    ("all are gone", "", ""),
    ("all are others", "X:20,21 Y:22", "X 20 21 Y [22]"),
  ])
  func keepsTheSelectionById(change: String, after: String, picture: String) {
    var list = Self.list(selected: 5)
    #expect(Self.picture(list) == "A 3 B 4 [5]")
    list.show(Self.snapshot(after), folds: Folds())
    #expect(Self.picture(list) == picture, Comment(rawValue: change))
  }

  @Test func aFoldedSectionIsRepresentedByItsHeader() {
    var list = Self.list(selected: 5)
    list.fold(Self.folds(["B"]))
    #expect(Self.picture(list) == "A 1 2 3 [B]")
    list.fold(Folds())
    #expect(list.selection == .header("B"))
  }

  @Test func anIncompleteSnapshotDoesNotLoseTheSelection() {
    var list = Self.list(selected: 8)
    let before = Self.picture(list)
    list.show(Self.snapshot("A:1,2,3 B:4", isComplete: false), folds: Folds())
    #expect(list.isSelectionPending)
    #expect(list.selection == .record(RecordID(key: 8)))
    #expect(Self.picture(list).contains("[1]"))
    list.show(Self.snapshot("A:1,2,3 B:4,5,6 C:7,8,9"), folds: Folds())
    #expect(!list.isSelectionPending)
    #expect(Self.picture(list).contains("[8]"), "before: \(before)")
  }

  @Test func aSearchWaitsForTheSelectionOnlyWhileItMayStillBeFound() {
    var list = Self.list(selected: 5)
    // What ends before it may go on with it.
    list.show(Self.snapshot("A:1,2,3 B:4", isComplete: false), folds: Folds(), fallback: .first)
    #expect(list.isSelectionPending)
    list.show(Self.snapshot("A:1,2,3 B:4,5"), folds: Folds(), fallback: .first)
    #expect(list.selection == .record(RecordID(key: 5)))
    // What ends behind it has gone past it.
    list = Self.list(selected: 5)
    list.show(Self.snapshot("A:1,2 B:4,6", isComplete: false), folds: Folds(), fallback: .first)
    #expect(!list.isSelectionPending)
    #expect(list.selection == .record(RecordID(key: 1)))
    // In another order nothing is known.
    list = Self.list(selected: 5)
    list.show(Self.snapshot("A:1,2 B:4,6", isComplete: false), folds: Folds())
    #expect(list.isSelectionPending)
  }

  @Test func whereTheUserMovesMeanwhileIsWhereHeStays() {
    var list = Self.list(selected: 8)
    list.show(Self.snapshot("A:1,2,3 B:4", isComplete: false), folds: Folds())
    list.move(by: 1)
    #expect(!list.isSelectionPending)
    list.show(Self.snapshot("A:1,2,3 B:4,5,6 C:7,8,9"), folds: Folds())
    #expect(Self.picture(list).contains("[2]"))
  }

  @Test func aSearchTakesTheFirstWhenTheSelectedIsNotFound() {
    var list = Self.list(selected: 5)
    list.show(Self.snapshot("A:3 C:8,9"), folds: Folds(), fallback: .first)
    #expect(Self.picture(list) == "A [3] C 8 9")
  }

  /// The first line keeps the header of its section.
  @Test func showsTheHeaderOfTheFirstRowAlways() {
    var list = Self.list("A:1,2,3,4,5,6,7 B:8,9", height: 4, selected: 5)
    #expect(Self.picture(list) == "A 3 4 [5]")
    list.move(by: -3)
    #expect(Self.picture(list) == "A [2] 3 4")
    list.move(by: -1)
    #expect(Self.picture(list) == "A [1] 2 3")
    list.move(by: -1)
    #expect(Self.picture(list) == "[A] 1 2 3")
    list.select(row: .max)
    #expect(Self.picture(list) == "A B 8 [9]")
  }

  @Test func stopsAtTheEnds() {
    var list = Self.list()
    list.move(by: -100)
    #expect(list.selection == .header("A"))
    list.move(by: 100)
    #expect(list.selection == .record(RecordID(key: 9)))
    list.selectFirst()
    #expect(Self.picture(list) == "A [1] 2 3 B")
    var empty = Self.list("")
    empty.move(by: 1)
    empty.moveSection(forward: true)
    #expect(empty.selection == nil)
  }

  @Test func goesFromSectionToSection() {
    var list = Self.list(selected: 5)
    list.moveSection(forward: false)
    #expect(list.selection == .header("B"))
    list.moveSection(forward: false)
    #expect(list.selection == .header("A"))
    list.moveSection(forward: false)
    #expect(list.selection == .header("A"))
    for _ in 0..<2 { list.moveSection(forward: true) }
    #expect(list.selection == .header("C"))
    list.moveSection(forward: true)
    #expect(list.selection == .record(RecordID(key: 9)))
  }

  @Test func theWheelMovesTheViewAndAChangeElsewhereLeavesItThere() {
    var list = Self.list(selected: 1)
    list.scroll(by: 6)
    #expect(Self.picture(list) == "B 6 C 7 8")
    list.show(Self.snapshot("A:1,2,3,10,11 B:4,5,6 C:7,8,9"), folds: Folds())
    #expect(Self.picture(list) == "B 6 C 7 8")
    #expect(list.selection == .record(RecordID(key: 1)))
    list.scroll(by: 100)
    #expect(Self.picture(list) == "B C 7 8 9")
    list.scroll(by: -100)
    #expect(Self.picture(list) == "A [1] 2 3 10")
  }

  @Test(arguments: [1, 2, 3, 4, 8, 40])
  func aSmallerScreenAndBackIsTheSame(height: Int) {
    var list = Self.list(selected: 7)
    list.scroll(toShowSelectionOnLine: 2)
    let before = Self.picture(list)
    list.resize(height: height)
    #expect(list.lines.map(list.row(onLine:)).contains(list.selectedRow))
    list.resize(height: 5)
    #expect(Self.picture(list) == before)
  }
}
