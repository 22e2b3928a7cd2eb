import FetchedResults
import TerminalUI

extension ListBrowser {
  /// Tells how much of a step is done, from 0 to 1; from any thread.
  typealias ProgressReport = @Sendable (Double) -> Void

  /// Appends a step to the queue. If it fails, the error is shown, and the keys that were typed ahead are forgotten: they were
  /// meant for what did not happen.
  ///
  /// - Parameters:
  ///   - title: What is being done while keys wait until it is done and seen, such as `Undoing`; nil if they need not
  ///     wait. If it takes long, the screen says so, it can be stopped, and only what it concerns waits on.
  ///   - work: What to do; one change of the store at most.
  func step(
    _ title: String? = nil, _ work: @escaping @MainActor (ListBrowser, @escaping ProgressReport) async throws -> Void
  ) {
    steps.append(isBlocking: title != nil) { [weak self] in
      guard let self else { return }
      longStep = title.map { LongStep(title: $0, hint: "Ctrl-C or q stops it.") }
      hasGoneOn = false
      let patience = title.map { _ in
        DelayedAction(after: LongStep.patience) { [weak self] in
          self?.longStep?.isLong = true
          self?.host?.setNeedsRender()
        }
      }
      do {
        try await work(self) { [weak self] fraction in _ = Task { @MainActor in self?.report(fraction) } }
      } catch is CancellationError {
        forgetWaitingEvents()
        say("Stopped. Nothing has changed.")
      } catch {
        forgetWaitingEvents()
        say(String(describing: error), kind: .error)
        if !waitingEvents.isEmpty { failure = error }
      }
      patience?.cancel()
      longStep = nil
    }
  }

  /// Forgets the keys that were typed ahead, unless the user only wants to leave.
  private func forgetWaitingEvents() {
    waitingEvents = Array(waitingEvents.prefix(1).filter(isQuit))
  }

  private func report(_ fraction: Double) {
    guard let message = longStep?.message else {
      longStep?.fraction = fraction
      return
    }
    longStep?.fraction = fraction
    if longStep?.message != message { host?.setNeedsRender() }
  }

  /// Writes to the store. While another program's lock is in the way, the screen says so; after five seconds it is an error.
  func write<Result: Sendable>(
    _ label: String, _ body: @Sendable (WriteContext) throws -> Result
  ) async throws -> Result {
    var attempts = 20
    while true {
      do {
        return try await store.write(label, busyTimeout: 250, body)
      } catch StoreError.locked where attempts > 1 {
        attempts -= 1
        longStep = .locked(hint: "Ctrl-C stops it.")
        host?.setNeedsRender()
      }
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
    step(undoing ? "Undoing" : "Redoing") { browser, progress in
      let store = browser.store
      guard let change = undoing ? try await store.undo(progress: progress) : try await store.redo(progress: progress)
      else {
        browser.say("There is nothing to \(undoing ? "undo" : "redo").")
        return
      }
      await browser.showChanges()
      var message = "\(undoing ? "Undid" : "Redid"): \(change.step.label)"
      // Who has moved on meanwhile stays there.
      if !browser.hasGoneOn, let id = change.records(of: R.self).first, !browser.reveal(id), !browser.search.isEmpty,
        (try? await store.read { try $0.record(id) }) != nil
      {
        message += ". The search does not show it; Esc clears it."
      }
      browser.say(message)
    }
  }

  /// Runs a command of the app on what is selected.
  func run(_ command: BrowserCommand<R>) {
    let selected = selectedRecord
    if command.needs == .record, selected == nil { return askForRecord(to: command.hint ?? command.title) }
    step("Working") { browser, progress in
      let context = CommandContext(
        store: browser.store, id: selected?.id, record: selected?.record, progress: progress)
      let message = try await command.run(context)
      await browser.showChanges()
      browser.say(message)
    }
  }
}
