import Testing

@testable import ListBrowser
@testable import TerminalUI

struct RecordFormTests {
  @MainActor private static func form(of person: Person?) -> RecordForm<Person> {
    RecordForm(
      title: "Edit", fields: PeopleContent().fields, id: person == nil ? nil : .init(key: 1), record: person ?? Person()
    )
  }

  @Test @MainActor func writesOnlyTheLinesThatWereChanged() throws {
    var form = Self.form(of: Person(name: "Ann", place: "Gym", note: "of two\nlines"))
    _ = form.form.handle(.key(.down))
    _ = form.form.handle(.key(.control("u")))
    _ = form.form.handle(.paste("Airport"))
    let submitted = form.submit()
    let submission = try #require(submitted)
    // Meanwhile somebody else has written what this form did not touch.
    var now = Person(name: "Anna", place: "Gym", note: "of three\nshort\nlines")
    try submission.change(&now)
    #expect(now == Person(name: "Anna", place: "Airport", note: "of three\nshort\nlines"))
    #expect(submission.record == Person(name: "Ann", place: "Airport", note: "of two\nlines"))
  }

  @Test @MainActor func writesNothingWhenNothingWasChanged() throws {
    var form = Self.form(of: Person(name: "e\u{301}", place: nil, note: "a\r\nb\n"))
    let submitted = form.submit()
    let submission = try #require(submitted)
    var person = Person(name: "another")
    try submission.change(&person)
    #expect(person == Person(name: "another"))
  }

  @Test @MainActor func aLetterInOtherBytesIsAChange() throws {
    var form = Self.form(of: Person(name: "e\u{301}"))
    _ = form.form.handle(.key(.control("u")))
    _ = form.form.handle(.paste("\u{e9}"))
    let submitted = form.submit()
    let submission = try #require(submitted)
    #expect(submission.record.name.unicodeScalars.elementsEqual("\u{e9}".unicodeScalars))
  }

  @Test @MainActor func saysAMistakeBesideItsLineAndStays() {
    var form = Self.form(of: nil)
    _ = form.form.handle(.key(.down))
    #expect(form.submit() == nil)
    #expect(form.form.focus == 0)
    #expect(form.form.fields.map(\.message) == ["A person needs a name.", nil, nil])
    _ = form.form.handle(.paste("Kim 👩‍👩‍👧"))
    #expect(form.submit()?.record.name == "Kim 👩‍👩‍👧")
  }
}
