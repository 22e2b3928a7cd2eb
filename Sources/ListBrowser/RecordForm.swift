import FetchedResults
import TerminalUI

/// The form of a new or an existing record.
///
/// Only the lines that the user has changed are written, so that whatever the form can't show stays as it is.
struct RecordForm<R: Record> {
  /// The record's identity; nil for a new one.
  let id: RecordID<R>?
  let record: R
  var form: Form
  private let fields: [BrowserField<R>]
  /// The lines as they were when the form was opened.
  private let original: [String]

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
      let text = form.fields[index].input.text
      return id != nil && text.utf8.elementsEqual(original[index].utf8) ? nil : (index, text)
    }
  }

  /// Checks every changed line; says a mistake beside its line.
  ///
  /// - Returns: The record as it will be, and what makes the change; nil if there are mistakes.
  mutating func submit() -> (record: R, change: @Sendable (inout R) throws -> Void)? {
    var changed = record
    var isValid = true
    let changes = changes
    // From the last to the first, so that the cursor ends in the first that is wrong.
    for (index, text) in changes.reversed() {
      do {
        try fields[index].set(&changed, text)
      } catch {
        isValid = false
        form.reject(index, message: String(describing: error))
      }
    }
    guard isValid else { return nil }
    let setters = changes.map { (fields[$0.index].set, $0.text) }
    return (changed, { record in for (set, text) in setters { try set(&record, text) } })
  }
}
