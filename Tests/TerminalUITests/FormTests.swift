import Testing

@testable import TerminalUI

struct FormTests {
  private var form: Form {
    Form(
      title: "Add a friend",
      fields: [
        .init(label: "Name"), .init(label: "Meeting Place", text: "Café Müller"),
        .init(label: "Date", placeholder: "2019-03-12"), .init(label: "Tags", text: "work, 山"),
      ])
  }

  @Test(arguments: [
    ([Key.tab], 1, Form.Outcome.handled), ([.down, .down], 2, .handled), ([.enter], 1, .handled),
    ([.up], 0, .handled), ([.backTab], 3, .handled), ([.backTab, .tab], 0, .handled),
    ([.backTab, .down], 3, .handled), ([.backTab, .enter], 3, .submitted),
    ([.control("s")], 0, .submitted), ([.escape], 0, .cancelled),
    ([.control("c")], 0, .cancelled), ([.character("q")], 0, .changed),
    ([.left], 0, .handled), ([.function(9)], 0, .ignored),
  ])
  func obeysKeys(keys: [Key], focus: Int, outcome: Form.Outcome) {
    var form = form
    var last: Form.Outcome?
    for key in keys { last = form.handle(.key(key)) }
    #expect(last == outcome)
    #expect(form.focus == focus)
  }

  @Test
  func editsTheLineWithTheCursor() {
    var form = form
    #expect(form.handle(.paste("Zoë\nMartínez")) == .changed)
    #expect(form.handle(.key(.tab)) == .handled)
    #expect(form.handle(.key(.control("u"))) == .changed)
    #expect(form.fields.map(\.input.text) == ["Zoë Martínez", "", "", "work, 山"])
  }

  @Test
  func showsAMistakeUntilItIsMended() {
    var form = form
    form.reject(2, message: "A date is written 2019-03-12, 2019-03 or 2019.")
    form.reject(9, message: "No such field.")
    #expect(form.focus == 2)
    #expect(form.fields[2].message != nil)
    #expect(form.handle(.key(.left)) == .handled)
    #expect(form.fields[2].message != nil)
    #expect(form.handle(.key(.character("2"))) == .changed)
    #expect(form.fields[2].message == nil)
  }

  @Test
  func isAFullScreen() {
    var form = form
    form.reject(0, message: "A friend needs a name.")
    var frame = Frame(size: Size(columns: 80, rows: 24))
    frame.draw("what was there", at: Position(column: 0, row: 20))
    form.draw(in: &frame, theme: .standard)
    #expect(
      frame.lines == [
        " Add a friend",
        "",
        "          Name",
        "                ↑ A friend needs a name.",
        " Meeting Place  Café Müller",
        "          Date  2019-03-12",
        "          Tags  work, 山",
      ] + Array(repeating: "", count: 16) + [
        " ^S save   Esc cancel   Tab next field"
      ])
    #expect(frame.cursor == Position(column: 16, row: 2))
    #expect(frame[Position(column: 16, row: 3)]?.style == Theme.standard[.error])
    #expect(frame[Position(column: 16, row: 5)]?.style == Theme.standard[.placeholder])
  }

  @Test
  func scrollsOnASmallScreen() {
    let fields = (1...12).map { Form.Field(label: "Field \($0)", text: "value \($0)") }
    var form = Form(title: "Edit", fields: fields)
    for _ in 0..<8 { _ = form.handle(.key(.down)) }
    form.reject(8, message: "Not this one, and a long sentence beside it.")
    var frame = Frame(size: Size(columns: 40, rows: 10))
    form.draw(in: &frame, theme: .standard)
    #expect(
      frame.lines == [
        " Edit",
        "",
        "  Field 6  value 6",
        "  Field 7  value 7",
        "  Field 8  value 8",
        "  Field 9  value 9",
        "           ↑ Not this one, and a long",
        "             sentence beside it.",
        " Field 10  value 10",
        " ^S save   Esc cancel   Tab next field",
      ])
    #expect(frame.cursor == Position(column: 18, row: 5))
  }

  @Test
  func survivesAnySize() {
    for columns in 0...12 {
      for rows in 0...8 {
        var frame = Frame(size: Size(columns: columns, rows: rows))
        form.draw(in: &frame, theme: .standard)
        #expect(frame.lines.allSatisfy { $0.displayWidth <= columns })
      }
    }
    var empty = Form(title: "Nothing", fields: [])
    for key in [Key.tab, .backTab, .up, .down, .character("x")] { _ = empty.handle(.key(key)) }
    var frame = Frame(size: Size(columns: 20, rows: 5))
    empty.draw(in: &frame, theme: .standard)
    #expect(frame.lines[0] == " Nothing")
  }
}
