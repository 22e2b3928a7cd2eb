import FetchedResults
import TerminalUI

extension ListBrowser {
  // MARK: Deleting

  func beginSwipe() {
    guard let id = list.selectedRecord else { return select("delete") }
    guard options.animates else {
      mode = .swipe(Swipe(id: id))
      return
    }
    let animation = Animation(duration: .milliseconds(150)) { [weak self] progress in
      guard let self, case .swipe(var swipe) = self.mode else { return }
      swipe.progress = progress
      self.mode = .swipe(swipe)
      self.host?.setNeedsRender()
    }
    mode = .swipe(Swipe(id: id, progress: 0, animation: animation))
  }

  func handle(_ key: Key, in swipe: Swipe<R>) {
    mode = .list
    switch key {
    case .character("d"), .enter: delete(swipe.id)
    case .escape, .control("c"): break
    default: handle(key)
    }
  }

  func deleteSelection() {
    guard let id = list.selectedRecord else { return select("delete") }
    delete(id)
  }

  private func delete(_ id: RecordID<R>) {
    let name = currentRecord(id).map { content.name(of: $0) } ?? "a \(content.noun)"
    perform("Delete \(name)", saying: "Deleted \(name). u undoes it.") { try $0.delete(id) }
  }

  private func select(_ purpose: String) {
    toast = Toast("To \(purpose), select a \(content.noun).", kind: .error)
  }

  /// The record as it is shown.
  private func currentRecord(_ id: RecordID<R>) -> R? {
    guard let controller, let position = list.snapshot.position(of: id),
      let section = list.snapshot.sectionPosition(at: position)
    else { return nil }
    return controller.record(id, in: list.snapshot.sections[section])
  }

  // MARK: The form

  func editSelection() {
    guard let id = list.selectedRecord else { return select("edit") }
    guard let record = currentRecord(id) else { return }
    openForm(for: (id, record))
  }

  func openForm(for existing: (id: RecordID<R>, record: R)?) {
    let title = existing.map { "Edit \(content.name(of: $0.record))" } ?? "Add a \(content.noun)"
    mode = .form(
      RecordForm(
        title: title, fields: content.fields, id: existing?.id, record: existing?.record ?? content.blank()))
  }

  func handle(_ event: Event, in form: RecordForm<R>) {
    guard !form.isSaving else { return }
    if event == .key(.control("z")) { host?.suspend() }
    if event == .key(.control("l")) { host?.repaint() }
    var form = form
    let outcome = form.form.handle(event)
    mode = .form(form)
    switch outcome {
    case .cancelled: mode = .list
    case .submitted: save(form)
    case .changed, .handled, .ignored: break
    }
  }

  private func save(_ form: RecordForm<R>) {
    var form = form
    guard let change = form.submit() else {
      mode = .form(form)
      return
    }
    form.isSaving = true
    mode = .form(form)
    let (id, blank, store) = (form.id, form.record, store)
    var changed = blank
    // It has just been checked on a copy of the same record.
    try? change(&changed)
    let name = content.name(of: changed)
    _ = Task {
      do {
        let saved: RecordID<R>? = try await store.write(id == nil ? "Add \(name)" : "Edit \(name)") { context in
          if let id { return try context.update(id, change) == nil ? nil : id }
          var record = blank
          try change(&record)
          return try context.insert(record)
        }
        mode = .list
        if let saved {
          list.select(.record(saved))
        } else {
          toast = Toast("\(name) has been deleted meanwhile.", kind: .error)
        }
      } catch {
        form.isSaving = false
        mode = .form(form)
        toast = Toast(String(describing: error), kind: .error)
      }
      host?.setNeedsRender()
    }
  }

  // MARK: Steps

  private func perform(
    _ label: String, saying message: String, _ body: @escaping @Sendable (WriteContext) throws -> Bool
  ) {
    _ = Task { [store] in
      do {
        if try await store.write(label, body) { toast = Toast(message) }
      } catch {
        toast = Toast(String(describing: error), kind: .error)
      }
      host?.setNeedsRender()
    }
  }

  func changeHistory(undoing: Bool) {
    _ = Task { [store] in
      do {
        if let change = undoing ? try await store.undo() : try await store.redo() {
          toast = Toast("\(undoing ? "Undid" : "Redid"): \(change.step.label)")
          if let id = change.records(of: R.self).first { list.select(.record(id)) }
        } else {
          toast = Toast("There is nothing to \(undoing ? "undo" : "redo").")
        }
      } catch {
        toast = Toast(String(describing: error), kind: .error)
      }
      host?.setNeedsRender()
    }
  }

  func run(_ command: BrowserCommand) {
    _ = Task { [store] in
      do {
        toast = Toast(try await command.run(store))
      } catch {
        toast = Toast(String(describing: error), kind: .error)
      }
      host?.setNeedsRender()
    }
  }
}
