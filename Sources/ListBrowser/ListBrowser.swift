public import FetchedResults
import Foundation
import Observation
public import TerminalUI

/// The one screen that every app shares: a sectioned, collapsible, searchable list of records.
///
/// Events change plain state (`ListBrowser+Keys.swift`), rendering makes a frame of it (`ListBrowser+Drawing.swift`), and
/// what the user wants of the store becomes a step (`ListBrowser+Steps.swift`). The rows come from a
/// ``FetchedResults/FetchedResultsController``, which is configured anew whenever the sort or the search changes.
@MainActor
public final class ListBrowser<Content: BrowserContent>: Screen {
  typealias R = Content.R

  let content: Content
  let store: Store
  let options: BrowserOptions
  let commands: CommandTable<Content>
  var numbers: NumberFormatCache
  weak var host: (any BrowserHost)?

  var controller: FetchedResultsController<String?, R>?
  var list = ListState<R>()
  var changeHighlight = ChangeHighlight<R>()
  var mode = BrowserMode<R>.list
  var sort: BrowserSort<R>
  /// The sort of what is shown, until the first results of another one are there.
  var shownSort: BrowserSort<R>
  /// The request whose results are shown.
  var shownRequest: RequestID?
  var search = SearchState<R>()
  var state: BrowserState
  /// The folds while a search is on, by the key of the sort: none, unless made during it.
  var searchFolds: [String: Folds] = [:]
  /// The selected record, if the line above the list is about it.
  var observed: ObservedRecord<R>?
  /// The line above the list as it was drawn last, if it is about all sections.
  var drawnSummary: DrawnSummary?
  var messages = MessageLine()
  /// The step that is being done, if keys wait for it or it waits for another program.
  var longStep: LongStep?
  /// Whether the user has gone on since that step began, so that its end must not move the selection.
  var hasGoneOn = false
  var size = Size(columns: 80, rows: 24)
  let steps = SerialTaskQueue()
  var deletions = HiddenDeletions<R>()
  /// Events that came before what they are about was there; see `ListBrowser+Waiting.swift`.
  var waitingEvents: [Event] = []
  /// Why the app could not go on, or what failed before it ended, for the shell once the terminal is given back.
  public internal(set) var failure: (any Error)?

  private var shownRevision = -1
  /// Rows don't flash empty before their records are there.
  private var rowHold = FrameHold(.milliseconds(100))
  /// A letter and what it finds are drawn together if that is found as fast: a second frame would come later.
  private var answerHold = FrameHold(.milliseconds(12))

  /// A browser of a store, which opens it.
  ///
  /// - Parameters:
  ///   - content: What it shows.
  ///   - store: The records.
  ///   - options: How it behaves.
  ///   - host: The terminal.
  public init(_ content: Content, in store: Store, options: BrowserOptions, host: any BrowserHost) {
    self.content = content
    self.store = store
    self.options = options
    self.host = host
    numbers = NumberFormatCache(locale: options.locale)
    commands = CommandTable(content)
    state = options.stateFile?.load() ?? BrowserState()
    sort = content.sorts.first { [state] in $0.id == state.sort } ?? content.sorts[0]
    shownSort = sort
    Task.detached { [numbers] in
      content.loadFormats()
      numbers.load()
    }
    steps.didFinish = { [weak self] in self?.host?.setNeedsRender() }
    steps.append(isBlocking: false) { [weak self] in await self?.open() }
  }

  private func open() async {
    do {
      try await openStore()
      let notice = try await content.prepare(store)
      let isReadOnly = try await store.isReadOnly()
      controller = try FetchedResultsController(
        SectionedFetchRequest(
          sectionIdentifier: sort.section, sortDescriptors: sort.descriptors,
          predicate: content.search(search.field.text)?.predicate), in: store, screenful: size.rows)
      let warning = isReadOnly ? "This store is read-only: it can be browsed, not changed." : nil
      if let message = notice ?? warning { messages.say(Toast(message), isLasting: true) }
    } catch {
      failure = error
      mode = .failed(String(describing: error))
      waitingEvents = []
    }
  }

  /// Opens the store, for as long as another program has it for itself; the screen says so meanwhile.
  private func openStore() async throws {
    let waiting = DelayedAction(after: LongStep.patience) { [weak self] in
      self?.longStep = .locked(hint: "q quits.")
      self?.host?.setNeedsRender()
    }
    defer {
      waiting.cancel()
      longStep = nil
    }
    while true {
      do { return try await store.open() } catch StoreError.locked {}
    }
  }

  // MARK: Screen

  /// Changes state; see `ListBrowser+Keys.swift`.
  public func handle(_ event: Event) {
    synchronize()
    switch event {
    case .key(.control("c")) where isStoppable: return steps.cancel()
    case _ where isQuit(event) && isStoppable && steps.blockingCount > 0:
      steps.cancel()
      waitingEvents = [event]
    default: waitingEvents.append(event)
    }
    performWaitingEvents()
  }

  /// The frame; nil while what is asked for, or the records that have come into sight, are still being read, for a moment at
  /// most.
  public func render(size: Size) -> Frame? {
    self.size = size
    list.resize(height: max(1, size.rows - 1 - firstRow))
    synchronize()
    performWaitingEvents()
    observeSelection()
    if holds(&answerHold, until: !awaitsAnswer) || holds(&rowHold, until: isReady) { return nil }
    if showsMessages {
      messages.didShow { [weak self] in
        self?.messages.clear()
        self?.host?.setNeedsRender()
      }
    }
    return draw()
  }

  private func holds(_ hold: inout FrameHold, until isReady: Bool) -> Bool {
    if isReady { hold.reset() }
    return !isReady && hold.holds { [weak self] in self?.host?.setNeedsRender() }
  }

  /// What is asked for now.
  private var requestID: RequestID { RequestID(sort: sort.id, search: search.field.text) }

  /// Whether a changed request has no results yet.
  private var awaitsAnswer: Bool {
    guard let controller, controller.error == nil else { return false }
    return !controller.isCurrent && !controller.snapshot.isEmpty
  }

  /// Adopts the controller's latest snapshot.
  func synchronize() {
    guard let controller, controller.snapshot.revision != shownRevision else { return }
    // A row that is closing is there until it is closed.
    if case .swipe(let swipe) = mode, swipe.isCommitted { return }
    shownRevision = controller.snapshot.revision
    deletions.reveal(allSeenBy: controller.snapshot.commit)
    let (old, oldRequest) = (list.snapshot, shownRequest)
    if controller.isCurrent { (shownSort, shownRequest) = (sort, requestID) }
    showSnapshot()
    if shownRequest == oldRequest { highlightChanges(since: old) }
    if case .swipe(let swipe) = mode, list.selectedRecord != swipe.id, !list.isSelectionPending { mode = .list }
  }

  /// Shows the controller's snapshot without what is deleted.
  func showSnapshot() {
    guard let controller else { return }
    list.show(
      controller.snapshot.removing(deletions.ids), folds: folds,
      fallback: search.takesFirst ? .first : .neighbour)
    search.place(in: &list)
  }

  /// Whether every row on the screen can be drawn.
  private var isReady: Bool {
    switch mode {
    case .failed, .help, .form: return true
    case .list, .search, .menu, .swipe: break
    }
    guard let controller else { return false }
    if list.isSelectionPending { return false }
    if controller.snapshot.isEmpty, !controller.snapshot.isComplete, controller.error == nil { return false }
    // After an error nothing is loaded before the next snapshot: it would only fail again.
    // Visible records are loaded first, then those around them.
    if controller.error == nil, !controller.load(list.visibleRecords) { controller.load(list.recordsAround) }
    return list.lines.allSatisfy { line in
      guard case .record(let position, let section) = list.rows[list.row(onLine: line)] else { return true }
      return record(list.snapshot[position], inSection: section) != nil
    }
  }

  /// A record as it is shown; nil if it has not been read yet.
  func record(_ id: RecordID<R>, inSection section: Int) -> R? {
    controller?.record(id, in: list.snapshot.sections[section])
  }

  /// The selected record as it is shown.
  var selectedRecord: (id: RecordID<R>, record: R)? {
    guard case .record(let position, let section) = list.rows[list.selectedRow] else { return nil }
    let id = list.snapshot[position]
    return record(id, inSection: section).map { (id, $0) }
  }

  /// Says something for a while.
  func say(_ message: String, kind: Toast.Kind = .notice) { messages.say(Toast(message, kind: kind)) }

  // MARK: Folds

  /// The folds of what is shown: those of the sort's key, or the search's own.
  var folds: Folds {
    get { (search.isEmpty ? state.folds : searchFolds)[sort.key] ?? Folds() }
    set {
      if search.isEmpty {
        state.folds[sort.key] = newValue
        saveState()
      } else {
        searchFolds[sort.key] = newValue
      }
      list.fold(newValue)
    }
  }

  func saveState() { options.stateFile?.save(state) }
}

/// What tells one request of a browser from another.
struct RequestID: Hashable {
  let sort: String
  let search: String
}
