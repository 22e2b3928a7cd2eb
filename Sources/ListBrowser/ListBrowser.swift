public import FetchedResults
public import Foundation
import Observation
public import TerminalUI

/// What a browser asks of the terminal it runs in.
@MainActor
public protocol BrowserHost: AnyObject {
  /// The look.
  var theme: Theme { get }
  /// Ends the app, with a status for the shell.
  func quit(_ status: Int32)
  /// Gives the terminal back and stops until the shell continues the app.
  func suspend()
  /// Draws everything again.
  func repaint()
  /// Draws again after the current event.
  func setNeedsRender()
}

extension Application: BrowserHost {}

/// How a browser behaves, whatever it shows.
public struct BrowserOptions: Sendable {
  /// Whether the swipe slides, rather than being there at once.
  public var animates: Bool
  /// Whose digits, and whose days.
  public var locale: Locale
  /// Where the sort and the folds are kept; nil for not at all.
  public var stateFile: BrowserStateFile?

  /// Options.
  public init(animates: Bool = true, locale: Locale, stateFile: BrowserStateFile? = nil) {
    self.animates = animates
    self.locale = locale
    self.stateFile = stateFile
  }
}

/// The one screen that every app shares: a sectioned, collapsible, searchable list of records.
///
/// Events change plain state (`ListBrowser+Keys.swift`), rendering makes a frame of it (`ListBrowser+Drawing.swift`), and
/// what the user wants of the store becomes a step (`ListBrowser+Changes.swift`). The rows come from a
/// ``FetchedResults/FetchedResultsController``, which is configured anew whenever the sort or the search changes.
@MainActor
public final class ListBrowser<Content: BrowserContent>: Screen {
  typealias R = Content.R

  /// What has the keys.
  enum Mode {
    case list
    case search
    case menu(Menu)
    case form(RecordForm<R>)
    case help(HelpScreen)
    case swipe(Swipe<R>)
    /// The store can't be opened.
    case failed(String)
  }

  let content: Content
  let store: Store
  let options: BrowserOptions
  let keyMap: KeyMap<BrowserAction>
  weak var host: (any BrowserHost)?

  var controller: FetchedResultsController<String?, R>?
  var list = ListState<R>()
  var mode = Mode.list
  var sort: BrowserSort<R>
  var search = SearchState<R>()
  var state: BrowserState
  /// The folds while a search is on: none, unless made during it.
  var searchFolds = Folds()
  var toast: Toast? { didSet { toastTimer = toast.map(timer) } }
  var size = Size(columns: 80, rows: 24)
  /// Why the app could not go on, for the shell once the terminal is given back.
  public private(set) var failure: (any Error)?

  private var toastTimer: DelayedAction?
  private var shownRevision = -1
  private var heldSince: ContinuousClock.Instant?
  private var holdTimer: DelayedAction?

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
    keyMap = .list(noun: content.noun, commands: content.commands)
    state = options.stateFile?.load() ?? BrowserState()
    sort = content.sorts.first { [state] in $0.id == state.sort } ?? content.sorts[0]
    _ = Task { await self.open() }
  }

  private func open() async {
    do {
      try await store.open()
      let notice = try await content.prepare(store)
      controller = try FetchedResultsController(
        SectionedFetchRequest(sectionIdentifier: sort.section, sortDescriptors: sort.descriptors), in: store)
      if let notice { toast = Toast(notice) }
      if try await store.isReadOnly(), toast == nil {
        toast = Toast("This store is read-only: it can be browsed, not changed.")
      }
    } catch {
      failure = error
      mode = .failed(String(describing: error))
    }
    host?.setNeedsRender()
  }

  // MARK: Screen

  /// Changes state; see `ListBrowser+Keys.swift`.
  public func handle(_ event: Event) {
    synchronize()
    if case .key = event { toast = nil }
    switch event {
    case .key(let key): handle(key)
    case .paste(let text): paste(text)
    case .mouse(let mouse): handle(mouse)
    case .focusIn, .focusOut, .resize: break
    }
  }

  /// The frame; nil while the records that have come into sight are still being read, for a moment at most.
  public func render(size: Size) -> Frame? {
    self.size = size
    list.resize(height: max(1, size.rows - 2))
    synchronize()
    guard isReady || !hold() else { return nil }
    return draw()
  }

  /// Takes over what the controller has published.
  func synchronize() {
    guard let controller, controller.snapshot.revision != shownRevision else { return }
    shownRevision = controller.snapshot.revision
    let fallback: ListState<R>.Fallback = search.isEmpty ? .neighbour : .first
    list.show(controller.snapshot, folds: folds, fallback: fallback)
    search.place(in: &list)
  }

  /// Whether everything on the screen is at hand.
  private var isReady: Bool {
    switch mode {
    case .failed, .help, .form: return true
    case .list, .search, .menu, .swipe: break
    }
    guard let controller else { return false }
    if controller.snapshot.isEmpty, !controller.snapshot.isComplete, controller.error == nil { return false }
    controller.load(list.recordsAround)
    return list.visibleRows.allSatisfy { row in
      guard case .record(let position, let section) = list.rows[row] else { return true }
      return controller.record(list.snapshot[position], in: list.snapshot.sections[section]) != nil
    }
  }

  /// Keeps the old frame for a tenth of a second, so that rows don't flash empty before their records are there.
  private func hold() -> Bool {
    let now = ContinuousClock.now
    let patience = Duration.milliseconds(100)
    guard let heldSince else {
      heldSince = now
      holdTimer = DelayedAction(after: patience) { [weak self] in self?.host?.setNeedsRender() }
      return true
    }
    if now - heldSince < patience { return true }
    self.heldSince = nil
    return false
  }

  private func timer(for toast: Toast) -> DelayedAction {
    DelayedAction(after: .seconds(6)) { [weak self] in
      self?.toast = nil
      self?.host?.setNeedsRender()
    }
  }

  // MARK: Folds

  /// The folds of what is shown: those of the sort's field, or the search's own.
  var folds: Folds {
    get { search.isEmpty ? state.folds[sort.field] ?? Folds() : searchFolds }
    set {
      if search.isEmpty {
        state.folds[sort.field] = newValue
        saveState()
      } else {
        searchFolds = newValue
      }
      list.fold(newValue)
    }
  }

  func saveState() { options.stateFile?.save(state) }
}
