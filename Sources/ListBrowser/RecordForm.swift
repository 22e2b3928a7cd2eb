import FetchedResults
import TerminalUI

/// The form of a new or an existing record.
///
/// Only the lines that the user has changed are written, so that whatever the form can't show stays as it is.
struct RecordForm<R: Record> {
  /// The record's identity; nil for a new one.
  private(set) var id: RecordID<R>?
  /// The version that is being edited.
  private(set) var record: R
  var form: Form
  private let fields: [BrowserField<R>]
  /// The lines as that version has them.
  private var original: [OneLineText]
  /// The lines as they are being saved; nil while nothing is.
  private var submitted: [String]?
  /// Whether to save once more what was typed since.
  private(set) var savesAgain = false

  init(title: String, fields: [BrowserField<R>], id: RecordID<R>?, record: R) {
    self.fields = fields
    self.id = id
    self.record = record
    original = fields.map { OneLineText(text: $0.text(record)) }
    form = Form(
      title: title,
      fields: zip(fields, original).map { field, text in
        .init(
          label: field.label, text: text.shown, placeholder: field.placeholder,
          lineEnd: field.takesLines ? OneLineText.lineEnd : " ")
      })
  }

  /// The lines to write. Those of a new record are all new: a name that was never typed is a mistake too.
  private var changes: [(index: Int, text: String)] {
    form.fields.indices.compactMap { index in
      guard id == nil || isChanged(index) else { return nil }
      let typed = form.fields[index].input.text
      return (index, original[index].edited(to: typed, takesLines: fields[index].takesLines))
    }
  }

  private func isChanged(_ index: Int) -> Bool {
    !form.fields[index].input.text.utf8.elementsEqual(original[index].shown.utf8)
  }

  /// Checks every changed line; says a mistake beside its line.
  ///
  /// - Returns: The record as it will be; nil if there are mistakes.
  mutating func submit() -> R? {
    var changed = record
    var isValid = true
    // From the last to the first, so that the cursor ends in the first that is wrong.
    for (index, text) in changes.reversed() {
      do {
        try fields[index].set(&changed, text)
      } catch {
        isValid = false
        form.reject(index, message: String(describing: error))
      }
    }
    submitted = isValid ? texts : nil
    return isValid ? changed : nil
  }

  private var texts: [String] { form.fields.map(\.input.text) }

  /// Whether it is being saved. It can be edited meanwhile.
  var isSaving: Bool { submitted != nil }

  /// Whether something was typed since it began to be saved.
  var isEditedSinceSubmission: Bool { submitted.map { $0 != texts } ?? false }

  /// Handles an event. What is being saved is not left before it is known what became of it; saving it again comes after that.
  mutating func handle(_ event: Event) -> BrowserMode<R>.Wish {
    switch form.handle(event) {
    case .cancelled: return isSaving ? .stopSaving : .close
    case .submitted where isSaving:
      savesAgain = isEditedSinceSubmission
      return .nothing
    case .submitted: return .save
    case .changed, .handled, .ignored: return .nothing
    }
  }

  /// Notes that it could not be saved.
  mutating func endSaving() { (submitted, savesAgain) = (nil, false) }

  /// Goes on as an edit of the record that was just saved: what was typed since is a change of it.
  mutating func continueEditing(_ id: RecordID<R>, as saved: R, title: String) {
    let lines = submitted ?? texts
    self.id = id
    form.title = title
    original = zip(original, lines).map { $0.shown == $1 ? $0 : OneLineText(text: $1) }
    endSaving()
    _ = rebase(onto: saved)
  }

  /// Goes on from a version that somebody else has saved meanwhile: lines that the user has not changed become as they are
  /// there, and of a line that both have changed it shows either text, to choose from.
  ///
  /// - Parameter stored: That version.
  /// - Returns: Whether there is something to choose.
  mutating func rebase(onto stored: R) -> Bool {
    var asks = false
    // From the last to the first, so that the cursor ends in the first to choose.
    for index in fields.indices.reversed() {
      let theirs = OneLineText(text: fields[index].text(stored))
      if !isChanged(index) {
        form.fields[index].input.text = theirs.shown
      } else if theirs != original[index], theirs.shown != form.fields[index].input.text {
        form.offer(theirs.shown, for: index)
        asks = true
      }
      original[index] = theirs
    }
    record = stored
    return asks
  }
}
