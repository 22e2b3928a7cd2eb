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
    case .key(.control("l")), .key(.control("z")): return false
    case .key, .paste, .mouse: break
    }
    switch mode {
    case .failed, .form: return false
    case .list, .search, .menu, .help, .swipe: break
    }
    guard let controller else { return event != .key(.control("c")) && event != .key(.character("q")) }
    let isBlocked = steps.blockingCount > 0
    if isBlocked, longStep?.isLong != true { return true }
    guard isInList else { return false }
    guard case .key(let key) = event, let action = keyMap.action(for: key) else { return false }
    switch action {
    case .search, .sort, .help, .add, .repaint, .suspend: return false
    case .quit: return steps.count > 0
    case .interrupt where search.isEmpty: return steps.count > 0
    default: break
    }
    switch action {
    case .open, .edit, .swipe, .delete, .undo, .redo, .command: if isBlocked { return true }
    default: break
    }
    if controller.error != nil { return false }
    if !controller.isCurrent || list.isSelectionPending { return true }
    switch action {
    case .open, .edit, .swipe, .delete: return list.selectedRecord != nil && selectedRecord == nil
    default: return false
    }
  }

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
      if steps.count > 0 { hasGoneOn = true }
      perform(event)
    }
  }
}
