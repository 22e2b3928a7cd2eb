import FetchedResults
import TerminalUI

extension ListBrowser {
  /// Has something done by the store, after whatever was asked before. If it fails, that is said, and the keys that were
  /// typed ahead are forgotten: they were meant for what did not happen.
  ///
  /// - Parameters:
  ///   - progress: What is being done while keys wait until it is done and seen, such as `Undoing`; nil if they need not
  ///     wait. It is said if it takes long, and can be stopped.
  ///   - work: What to do; one change of the store at most.
  func step(_ progress: String? = nil, _ work: @escaping @MainActor (ListBrowser) async throws -> Void) {
    steps.append(isBlocking: progress != nil) { [weak self] in
      guard let self else { return }
      let notice = progress.map { progress in
        DelayedAction(after: .milliseconds(300)) { [weak self] in
          self?.toast = Toast("\(progress). Ctrl-C stops it.", kind: .progress)
          self?.host?.setNeedsRender()
        }
      }
      do {
        try await work(self)
      } catch is CancellationError {
        self.waitingEvents = []
        self.say("Stopped. Nothing has changed.")
      } catch {
        self.waitingEvents = []
        self.say(String(describing: error), kind: .error)
      }
      notice?.cancel()
      if toast?.kind == .progress { toast = nil }
    }
  }

  /// Waits until the list shows what has just been written, or can't.
  func showChanges() async {
    await controller?.reload()
    synchronize()
  }

  /// Selects a record, unfolding its section if need be.
  ///
  /// - Returns: Whether the list has it.
  @discardableResult
  func reveal(_ id: RecordID<R>) -> Bool {
    guard let section = list.section(of: id) else { return false }
    if folds.contains(section.identifier) { folds.set(section.identifier, folded: false) }
    search.move()
    list.select(.record(id))
    return true
  }

  func changeHistory(undoing: Bool) {
    step(undoing ? "Undoing" : "Redoing") { browser in
      let store = browser.store
      guard let change = undoing ? try await store.undo() : try await store.redo() else {
        browser.say("There is nothing to \(undoing ? "undo" : "redo").")
        return
      }
      await browser.showChanges()
      var message = "\(undoing ? "Undid" : "Redid"): \(change.step.label)"
      if let id = change.records(of: R.self).first, !browser.reveal(id), !browser.search.isEmpty,
        (try? await store.read { try $0.record(id) }) != nil
      {
        message += ". The search does not show it; Esc clears it."
      }
      browser.say(message)
    }
  }

  func run(_ command: BrowserCommand) {
    step("Working") { browser in
      let message = try await command.run(browser.store)
      await browser.showChanges()
      browser.say(message)
    }
  }
}
