public import Foundation
public import Observation
import SQLite

/// Keeps the results of a request: fetches them, and fetches again whenever the request or the store changes.
///
///     let friends = try FetchedResultsController(request, in: store)
///     try friends.configure {
///       $0.sectionIdentifier = \.meetingDay
///       $0.sortDescriptors = [SortDescriptor(\.meetingDate, order: .reverse), SortDescriptor(\.name)]
///     }
///     for section in friends.snapshot.sections { … }
///
/// It is observable: whatever reads ``snapshot``, ``error`` or ``record(_:in:)`` inside `withObservationTracking` is told
/// of changes, before they are made. Its promises:
///
/// * Nothing on the main actor waits for the store.
/// * One change of configuration, of any number of fields, is one query. The latest request wins: it cancels an older one,
///   whose results are never shown.
/// * A changed request shows its first screenful, with its records, as soon as that is read, then everything. A changed store shows
///   everything at once, so that nothing on the screen moves twice.
/// * A fetch that fails leaves the last good snapshot and sets ``error``.
///
/// It mirrors `NSFetchedResultsController`:
/// <https://developer.apple.com/documentation/coredata/nsfetchedresultscontroller>
@MainActor @Observable
public final class FetchedResultsController<SectionIdentifier: Hashable & ColumnValue, R: Record> {
  /// A snapshot, and the plan whose results it is; nil before the first.
  private typealias Shown = (snapshot: Snapshot<SectionIdentifier, R>, plan: FetchPlan?)

  /// A fetch of the current plan.
  private struct Fetch {
    /// The generation of the window when it began: another one by now means that the store has changed since.
    let generation: Int
    let task: Task<Void, Never>
  }

  /// A fetch goes from one to the next; a new one begins in any of them.
  private enum State {
    /// All that was asked for is there, or has failed.
    case idle
    /// Rows are being read.
    case reading(Fetch)
    /// All rows are shown; the total is being counted, and text read ahead for a search.
    case finishing(Fetch)

    var fetch: Fetch? {
      switch self {
      case .idle: nil
      case .reading(let fetch), .finishing(let fetch): fetch
      }
    }
  }

  // MARK: State

  /// How many records there are without the predicate; nil until that has been counted. It costs nothing to read.
  public private(set) var totalCount: Int?
  /// Why the last fetch failed, a ``StoreError`` as a rule; nil while all is well. ``snapshot`` is the last good one.
  public private(set) var error: (any Error)?
  /// What is fetched; ``configure(_:)`` changes it.
  @ObservationIgnored public private(set) var request: SectionedFetchRequest<SectionIdentifier, R>

  /// The request as SQL.
  @ObservationIgnored private var plan: FetchPlan
  @ObservationIgnored private var state = State.idle
  /// How many fetches there were, as the log numbers them.
  @ObservationIgnored private var fetchCount = 0
  @ObservationIgnored private var shown: Shown = (.empty, nil)
  @ObservationIgnored private let snapshotChange = ChangeSignal()
  /// The generation of the window at which ``totalCount`` was counted.
  @ObservationIgnored private var countedGeneration: Int?
  /// Those who wait for a complete snapshot, or an error.
  @ObservationIgnored private var waiting: [CheckedContinuation<Void, Never>] = []
  @ObservationIgnored private lazy var window = RecordWindow<R> { [weak self] in self?.error = $0 }
  @ObservationIgnored private var observing: Task<Void, Never>?
  /// How many commits of the region were answered by a fetch.
  @ObservationIgnored private var answeredCommits: Int

  @ObservationIgnored private let store: Store
  /// The tables that the results follow from.
  @ObservationIgnored private let region: Set<String>
  @ObservationIgnored private let screenful: Int
  @ObservationIgnored private let timeZone: TimeZone
  @ObservationIgnored private let debounce: Duration
  @ObservationIgnored private let clock: any Clock<Duration>

  /// The results as they are now; ``Snapshot/isComplete`` tells whether that is all of them.
  public var snapshot: Snapshot<SectionIdentifier, R> {
    snapshotChange.observe()
    return shown.snapshot
  }

  /// Whether ``snapshot`` shows results of the current request, rather than of one before.
  public var isCurrent: Bool { shown.plan == plan }

  /// A controller, which fetches at once.
  ///
  ///     let books = try FetchedResultsController(request, in: store, debounce: .milliseconds(50))
  ///
  /// - Parameters:
  ///   - request: What to fetch.
  ///   - store: The store, which opens if it isn't open yet.
  ///   - screenful: How many rows make a first screenful, at least 1. Of a changed request so many records are shown first, and those
  ///     are at hand by then that so many rows show, one of which each section takes for its header.
  ///   - timeZone: Whose days sections by day are.
  ///   - debounce: How long a changed request waits for another change before it is fetched, 0 for not at all. A newer
  ///     request cancels an older one anyway; waiting spares the store what would be cancelled.
  ///   - clock: What measures that time; a test may bring its own.
  /// - Throws: ``FetchError`` if the request can't be carried out. What goes wrong later is in ``error``.
  public init(
    _ request: SectionedFetchRequest<SectionIdentifier, R>, in store: Store, screenful: Int = 100,
    timeZone: TimeZone = .current, debounce: Duration = .zero, clock: any Clock<Duration> = ContinuousClock()
  ) throws(FetchError) {
    self.request = request
    self.store = store
    self.screenful = max(1, screenful)
    self.timeZone = timeZone
    self.debounce = debounce
    self.clock = clock
    plan = try R.schema.plan(request)
    region = store.schema.region(of: R.schema.table)
    answeredCommits = store.commitCount(of: region)
    fetch(because: .first)
    observe()
  }

  isolated deinit {
    state.fetch?.task.cancel()
    observing?.cancel()
    resumeWaiting()
  }

  // MARK: The request

  /// Changes the request, any number of its fields at once, and fetches.
  ///
  ///     try books.configure { $0.predicate = #Predicate { $0.searchText.localizedStandardContains(term) } }
  ///
  /// It returns at once; the results come to ``snapshot``.
  ///
  /// - Parameter change: Receives the request as it is.
  /// - Throws: ``FetchError`` if the changed request can't be carried out; then the old one stays.
  /// - Complexity: O(1): the request is made into SQL, and nothing is waited for.
  public func configure(_ change: (inout SectionedFetchRequest<SectionIdentifier, R>) -> Void) throws(FetchError) {
    var changed = request
    change(&changed)
    plan = try R.schema.plan(changed)
    request = changed
    fetch(because: .request)
  }

  /// Fetches again. Changes of the store need no such call; it is for trying again after an ``error``.
  ///
  /// A fetch of the same request that is under way is not thrown away, or commits that come faster than it takes would
  /// keep the list from ever changing: it is shown, and then followed by another.
  public func refresh() {
    window.invalidate()
    if case .reading = state { return }
    fetch(because: .store)
  }

  /// Fetches again, and waits until ``snapshot`` shows all that the store holds now, or ``error`` says why it can't.
  ///
  ///     await books.reload()
  ///     print(books.snapshot.count)
  ///
  /// - Complexity: As a fetch: O(*n*) in the number of records looked at.
  public func reload() async {
    refresh()
    await withCheckedContinuation { waiting.append($0) }
  }

  /// Waits until every commit of the store so far is answered and nothing is being fetched: for tests, and programs that
  /// print a list once.
  ///
  ///     try books.configure { $0.predicate = nil }
  ///     await books.settle()
  ///     print(books.snapshot.count)
  ///
  /// - Complexity: As a fetch: O(*n*) in the number of records looked at; O(1) if there is nothing to wait for.
  public func settle() async {
    answerCommits()
    while let task = state.fetch?.task {
      await task.value
      answerCommits()
    }
  }

  private func observe() {
    observing = Task { [commits = store.commits(in: region), weak self] in
      for await _ in commits { self?.answerCommits() }
    }
  }

  private func answerCommits() {
    let count = store.commitCount(of: region)
    guard count != answeredCommits else { return }
    answeredCommits = count
    refresh()
  }

  // MARK: Fetching

  private func fetch(because reason: FetchLog.Reason) {
    state.fetch?.task.cancel()
    fetchCount += 1
    let (plan, generation) = (plan, window.generation)
    let log = FetchLog(store.log, table: R.schema.table, number: fetchCount, reason: reason)
    let scan = OrderScan(plan: plan, days: DaySections(timeZone: timeZone))
    let screenful = isCurrent ? nil : screenful
    let blank = request.blankSection
    let pause = reason == .request ? debounce : .zero
    let task = Task { [store, clock, weak self] in
      var isShown = false
      defer { if Task.isCancelled, !isShown { log?.wasCancelled() } }
      do {
        // Of several requests in a row only the last one reaches the store.
        try Task.checkCancellation()
        if pause > .zero { try await clock.sleep(for: pause) }
        let parts: AsyncThrowingStream<FetchedPart<SectionIdentifier, R>, any Error> = store.parts(
          scan, screenful: screenful, blank: blank)
        for try await part in parts {
          guard !Task.isCancelled else { return }
          self?.show(part, of: plan, readAt: generation)
          log?.showed(part.snapshot)
          isShown = part.snapshot.isComplete
        }
        // A cancelled scan ends as if there were no more.
        guard !Task.isCancelled, self?.finish() == true else { return }
        if self?.needsCounting(plan) == true {
          let count = try await store.read { try $0.count(FetchRequest<R>()) }
          guard !Task.isCancelled else { return }
          self?.setTotalCount(count)
        }
        try await store.prepareSearch(of: R.self)
        guard !Task.isCancelled else { return }
        self?.state = .idle
      } catch {
        guard !Task.isCancelled else { return }
        log?.failed(error)
        self?.fail(error)
      }
    }
    state = .reading(Fetch(generation: generation, task: task))
  }

  /// Shows what was read of a plan.
  private func show(_ part: FetchedPart<SectionIdentifier, R>, of plan: FetchPlan, readAt generation: Int) {
    // Records in the window know their section by the old request's rule.
    if plan.section != shown.plan?.section { window.removeAll() }
    if !part.records.isEmpty { window.fill(part.records, readAt: generation) }
    var snapshot = part.snapshot
    snapshot.revision = shown.snapshot.revision + 1
    snapshotChange.send { shown = (snapshot, plan) }
    if error != nil { error = nil }
    if snapshot.isComplete, generation == window.generation { resumeWaiting() }
  }

  /// Goes on once all rows are shown: with what else there is to do, or with another fetch if the store has changed meanwhile.
  ///
  /// - Returns: Whether this fetch goes on.
  private func finish() -> Bool {
    guard case .reading(let fetch) = state else { return false }
    guard fetch.generation == window.generation else {
      self.fetch(because: .store)
      return false
    }
    state = .finishing(fetch)
    return true
  }

  private func fail(_ error: any Error) {
    state = .idle
    self.error = error
    resumeWaiting()
  }

  /// Whether the total has to be counted: without a condition it is what the snapshot has.
  private func needsCounting(_ plan: FetchPlan) -> Bool {
    guard plan.condition == nil else { return countedGeneration != window.generation }
    setTotalCount(shown.snapshot.count)
    return false
  }

  private func setTotalCount(_ count: Int) {
    totalCount = count
    countedGeneration = window.generation
  }

  private func resumeWaiting() {
    let resumed = waiting
    waiting = []
    for continuation in resumed { continuation.resume() }
  }

  // MARK: Records

  /// A record of the snapshot, as it was read last; nil if it has not been read yet, or stands in another section by now.
  ///
  ///     let section = books.snapshot.sections[0]
  ///     let visible = Array(books.snapshot[section.range].prefix(40))
  ///     books.load(visible)
  ///     for id in visible { print(books.record(id, in: section)?.title ?? "") }  // blank until they are read
  ///
  /// - Parameters:
  ///   - id: The record.
  ///   - section: The section of ``snapshot`` under which it is to be shown.
  /// - Returns: The record.
  public func record(_ id: RecordID<R>, in section: Snapshot<SectionIdentifier, R>.Section) -> R? {
    window.record(id, in: section.key)
  }

  /// Reads records that are about to be shown, unless they have been read since the store changed; then whoever observes them
  /// is told.
  ///
  /// They are read through a connection of their own, which never waits for a fetch. About two thousand records are kept.
  ///
  /// - Parameter ids: The visible rows, and some around them.
  /// - Returns: Whether anything has to be read.
  /// - Complexity: O(*k*) in the number of ids now, O(*k* log *n*) behind the scenes.
  @discardableResult
  public func load(_ ids: [RecordID<R>]) -> Bool {
    let days = DaySections(timeZone: timeZone)
    return window.load(ids) { [store, plan = shown.plan ?? plan] ids in
      try await store.records(ids, plan: plan, days: days)
    }
  }
}
