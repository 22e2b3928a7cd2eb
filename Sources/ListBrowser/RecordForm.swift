import FetchedResults
import TerminalUI

/// The form of a new or an existing record.
///
/// Only the lines that the user has changed are written, so that whatever the form can't show stays as it is.
struct RecordForm<R: Record> {
  let fields: [BrowserField<R>]
  /// The record's identity; nil for a new one.
  let id: RecordID<R>?
  let record: R
  var form: Form
  /// Whether it is being saved.
  var isSaving = false

  init(title: String, fields: [BrowserField<R>], id: RecordID<R>?, record: R) {
    self.fields = fields
    self.id = id
    self.record = record
    form = Form(
      title: title,
      fields: fields.map { .init(label: $0.label, text: $0.text(record), placeholder: $0.placeholder) })
  }

  /// The lines that differ from the record, with their text.
  private var changes: [(index: Int, text: String)] {
    form.fields.indices.compactMap { index in
      let text = form.fields[index].input.text
      return text == fields[index].text(record) ? nil : (index, text)
    }
  }

  /// Checks every changed line; says a mistake beside its line.
  ///
  /// - Returns: What makes the change on a record, or nil if there are mistakes.
  mutating func submit() -> (@Sendable (inout R) throws -> Void)? {
    // A new record is checked whole: a name that was never typed is a mistake too.
    let lines = id == nil ? form.fields.indices.map { ($0, form.fields[$0].input.text) } : changes
    let setters = lines.map { (fields[$0.0].set, $0.1) }
    var isValid = true
    for (index, text) in lines.reversed() {
      var copy = record
      do {
        try fields[index].set(&copy, text)
      } catch {
        isValid = false
        form.reject(index, message: String(describing: error))
      }
    }
    guard isValid else { return nil }
    return { record in for (set, text) in setters { try set(&record, text) } }
  }
}
