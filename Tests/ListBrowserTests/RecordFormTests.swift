import Testing

@testable import ListBrowser
@testable import TerminalUI

struct RecordFormTests {
  @MainActor private static func form(of person: Person?) -> RecordForm<Person> {
    RecordForm(
      title: "Edit", fields: PeopleContent().fields, id: person == nil ? nil : .init(key: 1), record: person ?? Person()
    )
  }

  @Test @MainActor func changesOnlyTheLinesThatWereChanged() {
    var form = Self.form(of: Person(name: "Ann", place: "Gym", note: "of two\nlines"))
    _ = form.form.handle(.key(.down))
    _ = form.form.handle(.key(.control("u")))
    _ = form.form.handle(.paste("Airport"))
    #expect(form.submit() == Person(name: "Ann", place: "Airport", note: "of two\nlines"))
  }

  @Test @MainActor func changesNothingWhenNothingWasChanged() {
    let person = Person(name: "e\u{301}", place: nil, note: "a\r\nb\n")
    var form = Self.form(of: person)
    #expect(form.submit() == person)
  }

  @Test(arguments: [
    ("", "a\r\nb\rc\nd\u{2028}e⏎f!"), ("\u{1}", "!a\r\nb\rc\nd\u{2028}e⏎f"), ("⏎", "a\r\nb\rc\nd\u{2028}e⏎f\n!"),
  ])
  @MainActor func lineEndsStayAsTheyWere(typed: String, note: String) {
    let person = Person(name: "Ann", note: "a\r\nb\rc\nd\u{2028}e⏎f")
    var form = Self.form(of: person)
    form.form.focus = 2
    #expect(form.form.fields[2].input.text == "a⏎b⏎c⏎d⏎e⏎f")
    if typed == "\u{1}" { _ = form.form.handle(.key(.home)) } else { _ = form.form.handle(.paste(typed)) }
    _ = form.form.handle(.paste("!"))
    #expect(form.submit() == Person(name: "Ann", note: note))
  }

  @Test @MainActor func whatIsPastedKeepsItsLinesInANoteOnly() {
    var form = Self.form(of: Person(name: "Ann\nBell", note: "x"))
    _ = form.form.handle(.paste(" the\nfirst⏎"))
    form.form.focus = 2
    _ = form.form.handle(.key(.control("u")))
    _ = form.form.handle(.paste("one\r\ntwo\n"))
    #expect(form.submit() == Person(name: "Ann\nBell the first⏎", note: "one\ntwo\n"))
  }

  @Test @MainActor func goesOnFromWhatSomebodyElseHasSaved() {
    var form = Self.form(of: Person(name: "Ann", place: "Gym", note: "of two\nlines"))
    _ = form.form.handle(.paste("a"))
    let asks = form.rebase(onto: Person(name: "Ann", place: "Choir", tags: ["work"], note: "of two\nother lines"))
    #expect(!asks)
    #expect(form.form.fields.map(\.input.text) == ["Anna", "Choir", "of two⏎other lines"])
    #expect(form.submit() == Person(name: "Anna", place: "Choir", tags: ["work"], note: "of two\nother lines"))
  }

  @Test @MainActor func ofALineThatBothHaveChangedEitherTextCanBeTaken() {
    var form = Self.form(of: Person(name: "Ann", place: "Gym"))
    _ = form.form.handle(.paste("a"))
    _ = form.form.handle(.key(.down))
    _ = form.form.handle(.paste("nasium"))
    let asks = form.rebase(onto: Person(name: "Zoë", place: "Choir"))
    #expect(asks)
    #expect(form.form.focus == 0)
    #expect(form.submit() == Person(name: "Anna", place: "Gymnasium"))
    _ = form.form.handle(.key(.control("t")))
    #expect(form.submit() == Person(name: "Zoë", place: "Gymnasium"))
    _ = form.form.handle(.key(.control("t")))
    #expect(form.submit() == Person(name: "Anna", place: "Gymnasium"))
  }

  @Test @MainActor func aLetterInOtherBytesIsAChange() throws {
    var form = Self.form(of: Person(name: "e\u{301}"))
    _ = form.form.handle(.key(.control("u")))
    _ = form.form.handle(.paste("\u{e9}"))
    let submitted = form.submit()
    let person = try #require(submitted)
    #expect(person.name.unicodeScalars.elementsEqual("\u{e9}".unicodeScalars))
  }

  @Test @MainActor func saysAMistakeBesideItsLineAndStays() {
    var form = Self.form(of: nil)
    _ = form.form.handle(.key(.down))
    #expect(form.submit() == nil)
    #expect(form.form.focus == 0)
    #expect(form.form.fields.map(\.message) == ["A person needs a name.", nil, nil])
    _ = form.form.handle(.paste("Kim 👩‍👩‍👧"))
    #expect(form.submit()?.name == "Kim 👩‍👩‍👧")
  }
}
