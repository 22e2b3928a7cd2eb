import FetchedResults
import TerminalUI

/// A key means what the user sees, or will have seen by the time it counts: after `/zoe`, Enter and `d`, typed in one go,
/// it is Zoë's row that slides aside. Keys that came before what they are about was there wait for it, in their order.
///
/// What is typed into the search or a form never waits for a query, and neither does anything that needs no row.
extension ListBrowser {
  /// Whether an event comes too early to be performed.
  func hasToWait(_ event: Event) -> Bool {
    switch event {
    case .focusIn, .focusOut, .resize: return false
    case .key(let key) where commands[key]?.worksEverywhere == true: return false
    case .key, .paste, .mouse: break
    }
    switch mode {
    case .failed, .form: return false
    case .list, .search, .menu, .help, .swipe: break
    }
    guard controller != nil else { return command(for: event)?.needs != .completion }
    if steps.blockingCount > 0, longStep?.isLong != true { return true }
    return command(for: event).map { lacks($0.needs) } ?? false
  }

  /// Whether what a command needs is not there yet.
  private func lacks(_ needs: CommandNeeds) -> Bool {
    switch needs {
    case .nothing: false
    case .row: awaitsRows
    case .record: steps.blockingCount > 0 || awaitsRows || awaitsSelectedRecord
    case .store: steps.blockingCount > 0 || awaitsRows
    case .completion: steps.count > 0
    }
  }

  private var awaitsRows: Bool {
    guard let controller, controller.error == nil else { return false }
    return !controller.isCurrent || list.isSelectionPending
  }

  private var awaitsSelectedRecord: Bool {
    controller?.error == nil && list.selectedRecord != nil && selectedRecord == nil
  }

  /// The command of the list that an event runs; nil if another mode has the keys.
  private func command(for event: Event) -> ListCommand<Content>? {
    guard isInList, case .key(let key) = event else { return nil }
    return commands[key]
  }

  func isQuit(_ event: Event) -> Bool { command(for: event)?.name == CommandTable<Content>.quit }

  /// Whether the keys are the list's own.
  var isInList: Bool {
    if case .list = mode { true } else { false }
  }

  /// Whether a step is being done that Ctrl-C stops.
  var isStoppable: Bool { controller != nil && (steps.blockingCount > 0 || longStep?.isLong == true) }

  /// Performs the events that had to wait, as far as they need not wait any longer.
  func performWaitingEvents() {
    while let event = waitingEvents.first {
      endDeletion()
      guard !hasToWait(event) else { return }
      waitingEvents.removeFirst()
      switch event {
      case .key, .paste, .mouse: hasGoneOn = hasGoneOn || steps.count > 0
      case .focusIn, .focusOut, .resize: break
      }
      perform(event)
    }
  }
}
