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
    let submitted = form.submit()
    mode = .form(form)
    guard let submitted else { return }
    let (id, base) = (form.id, form.record)
    let name = content.name(of: submitted)
    step("Saving") { [form] browser in
      do {
        let saved = try await browser.store.write(id == nil ? "Add \(name)" : "Edit \(name)") { context in
          guard let id else { return try context.insert(submitted) }
          try context.save(submitted, basedOn: base, as: id, policy: .error)
          return id
        }
        await browser.close(saved, name: name, isNew: id == nil)
      } catch let conflict as MergeConflict<R> {
        browser.settle(conflict, in: form, name: name)
      }
    }
  }

  /// Leaves a form that is saved.
  private func close(_ saved: RecordID<R>, name: String, isNew: Bool) async {
    mode = .list
    await showChanges()
    if !reveal(saved) {
      say("\(isNew ? "Added" : "Saved") \(name), which the search does not show. Esc clears it.")
    } else if isNew {
      say("Added \(name).")
    }
  }

  /// Goes on with a form whose record somebody else has changed meanwhile.
  private func settle(_ conflict: MergeConflict<R>, in form: RecordForm<R>, name: String) {
    guard let stored = conflict.store else {
      say("\(name) has been deleted meanwhile.", kind: .error)
      return
    }
    var form = form
    let asks = form.rebase(onto: stored)
    mode = .form(form)
    if asks {
      say("\(name) was changed meanwhile: ^T chooses.", kind: .error)
    } else {
      save(form)
    }
  }
}
