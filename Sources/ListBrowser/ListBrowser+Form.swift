import FetchedResults
import TerminalUI

extension ListBrowser {
  func editSelection() {
    guard let selectedRecord else { return askForRecord(to: "edit") }
    openForm(for: selectedRecord)
  }

  func openForm(for existing: (id: RecordID<R>, record: R)?) {
    let title = existing.map { "Edit \(content.name(of: $0.record))" } ?? "Add a \(content.noun)"
    mode = .form(
      RecordForm(
        title: title, fields: content.fields, id: existing?.id, record: existing?.record ?? content.blank()))
  }

  func perform(_ event: Event, in form: RecordForm<R>) {
    var form = form
    let outcome = form.form.handle(event)
    mode = .form(form)
    switch outcome {
    case .cancelled: mode = .list
    case .submitted: save(form)
    case .changed, .handled, .ignored: break
    }
  }

  /// Saves a form, which stays open until it is saved.
  private func save(_ form: RecordForm<R>) {
    var form = form
    let submission = form.submit()
    mode = .form(form)
    guard let submission else { return }
    let (id, blank, change) = (form.id, form.record, submission.change)
    let name = content.name(of: submission.record)
    step(isBlocking: true) { browser in
      let saved: RecordID<R>? = try await browser.store.write(id == nil ? "Add \(name)" : "Edit \(name)") { context in
        if let id { return try context.update(id, change) == nil ? nil : id }
        var record = blank
        try change(&record)
        return try context.insert(record)
      }
      guard let saved else {
        browser.say("\(name) has been deleted meanwhile.", kind: .error)
        return
      }
      browser.mode = .list
      await browser.showChanges()
      if !browser.reveal(saved) {
        browser.say("\(id == nil ? "Added" : "Saved") \(name), which the search does not show. Esc clears it.")
      } else if id == nil {
        browser.say("Added \(name).")
      }
    }
  }
}
