import FetchedResults
import TerminalUI

extension ListBrowser {
  func openForm(for existing: ListCommand<Content>.Selected?) {
    let title = existing.map { "Edit \(content.name(of: $0.record))" } ?? "Add a \(content.noun)"
    mode = .form(
      RecordForm(
        title: title, fields: content.fields, id: existing?.id, record: existing?.record ?? content.blank()))
  }

  /// Saves the form, which stays open, and can be edited, until it is saved.
  func save() {
    guard case .form(var form) = mode else { return }
    let submitted = form.submit()
    mode = .form(form)
    guard let submitted else { return }
    let (id, base) = (form.id, form.record)
    let name = content.name(of: submitted)
    step { browser, _ in
      do {
        let saved = try await browser.write(id == nil ? "Add \(name)" : "Edit \(name)") { context in
          guard let id else { return try context.insert(submitted) }
          try context.save(submitted, basedOn: base, as: id, policy: .error)
          return id
        }
        let stored = try await browser.store.read { try $0.record(saved) } ?? submitted
        await browser.showChanges()
        browser.didSave(saved, as: stored, name: name, isNew: id == nil)
      } catch let conflict as MergeConflict<R> {
        browser.settle(conflict, name: name)
      } catch {
        browser.changeForm { $0.endSaving() }
        throw error
      }
    }
  }

  /// Changes the form, which is there for as long as it is being saved.
  private func changeForm(_ change: (inout RecordForm<R>) -> Void) {
    guard case .form(var form) = mode else { return }
    change(&form)
    mode = .form(form)
  }

  /// Leaves a form that is saved, unless something was typed since.
  private func didSave(_ id: RecordID<R>, as stored: R, name: String, isNew: Bool) {
    guard case .form(var form) = mode else { return }
    guard form.isEditedSinceSubmission else {
      mode = .list
      return showSaved(id, name: name, isNew: isNew)
    }
    let savesAgain = form.savesAgain
    form.continueEditing(id, as: stored, title: "Edit \(name)")
    mode = .form(form)
    say("\(isNew ? "Added" : "Saved") \(name).")
    if savesAgain { save() }
  }

  private func showSaved(_ id: RecordID<R>, name: String, isNew: Bool) {
    if !reveal(id) {
      say("\(isNew ? "Added" : "Saved") \(name), which the search does not show. Esc clears it.")
    } else if isNew {
      say("Added \(name).")
    }
  }

  /// Goes on with a form whose record somebody else has changed meanwhile.
  private func settle(_ conflict: MergeConflict<R>, name: String) {
    guard case .form(var form) = mode else { return }
    form.endSaving()
    let asks = conflict.store.map { form.rebase(onto: $0) }
    mode = .form(form)
    guard let asks else { return say("\(name) has been deleted meanwhile.", kind: .error) }
    if asks {
      say("\(name) was changed meanwhile: ^T chooses.", kind: .error)
    } else {
      save()
    }
  }
}
