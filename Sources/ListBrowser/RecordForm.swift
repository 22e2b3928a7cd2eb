import FetchedResults
import TerminalUI

/// The form of a new or an existing record.
///
/// Only the lines that the user has changed are written, so that whatever the form can't show stays as it is.
struct RecordForm<R: Record> {
  /// The record's identity; nil for a new one.
  let id: RecordID<R>?
  /// The version that is being edited.
  private(set) var record: R
  var form: Form
  private let fields: [BrowserField<R>]
  /// The lines as that version has them.
  private var original: [String]

  init(title: String, fields: [BrowserField<R>], id: RecordID<R>?, record: R) {
    self.fields = fields
    self.id = id
    self.record = record
    form = Form(
      title: title,
      fields: fields.map { .init(label: $0.label, text: $0.text(record), placeholder: $0.placeholder) })
    original = form.fields.map(\.input.text)
  }

  /// The lines to write. Those of a new record are all new: a name that was never typed is a mistake too.
  private var changes: [(index: Int, text: String)] {
    form.fields.indices.compactMap { index in
      id != nil && !isChanged(index) ? nil : (index, form.fields[index].input.text)
    }
  }

  private func isChanged(_ index: Int) -> Bool {
    !form.fields[index].input.text.utf8.elementsEqual(original[index].utf8)
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
    return isValid ? changed : nil
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
      let theirs = TextField(fields[index].text(stored)).text
      if !isChanged(index) {
        form.fields[index].input.text = theirs
      } else if theirs != original[index], theirs != form.fields[index].input.text {
        form.offer(theirs, for: index)
        asks = true
      }
      original[index] = theirs
    }
    record = stored
    return asks
  }
}
