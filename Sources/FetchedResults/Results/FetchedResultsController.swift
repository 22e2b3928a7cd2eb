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
  /// The results as they are now; ``Snapshot/isComplete`` tells whether that is all of them.
  public private(set) var snapshot: Snapshot<SectionIdentifier, R> {
    get {
      snapshotChange.observe()
      return shownSnapshot
    }
    set { snapshotChange.send { shownSnapshot = newValue } }
  }
  /// How many records there are without the predicate; nil until that has been counted. It costs nothing to read.
  public private(set) var totalCount: Int?
  /// Counts the requests whose results ``snapshot`` has shown: while it stays the same, a new snapshot is a change of the
  /// store.
  @ObservationIgnored public private(set) var shownRequests = 0
  /// Why the last fetch failed, a ``StoreError`` as a rule; nil while all is well. ``snapshot`` is the last good one.
  public private(set) var error: (any Error)?

  /// What is fetched; ``configure(_:)`` changes it.
  @ObservationIgnored public private(set) var request: SectionedFetchRequest<SectionIdentifier, R>

  /// Whether ``totalCount`` was counted since the store changed.
  @ObservationIgnored private var isCounted = false

  @ObservationIgnored private let store: Store
  @ObservationIgnored private let screenful: Int
  @ObservationIgnored private let timeZone: TimeZone
  @ObservationIgnored private let debounce: Duration
  @ObservationIgnored private let clock: any Clock<Duration>
  @ObservationIgnored private var plan: FetchPlan
  @ObservationIgnored private var shownSnapshot = Snapshot<SectionIdentifier, R>.empty
  @ObservationIgnored private let snapshotChange = ChangeSignal()
  /// The plan whose results ``snapshot`` shows.
  @ObservationIgnored private var shownPlan: FetchPlan
  @ObservationIgnored private var fetching: Task<Void, Never>?
  @ObservationIgnored private var following: Task<Void, Never>?
  /// How many of the store's commits were followed by a fetch.
  @ObservationIgnored private var followedCommits: Int
  /// Those who wait for a complete snapshot, or an error.
  @ObservationIgnored private var waiting: [CheckedContinuation<Void, Never>] = []
  /// Whether results are being read.
  @ObservationIgnored private var isReading = false
  /// Whether the store has changed since they began to be read.
  @ObservationIgnored private var isOutdated = false
  /// How many fetches there were, as the log names them.
  @ObservationIgnored private var fetchCount = 0
  /// Whether ``snapshot`` shows results of another request than the current one.
  @ObservationIgnored private var showsOtherRequest = true
  /// Whether ``snapshot`` shows results of the current request, rather than of one before.
  public var isCurrent: Bool { !showsOtherRequest }

  @ObservationIgnored private var window = RecordWindow<R>()
  @ObservationIgnored private let windowChange = ChangeSignal()
  @ObservationIgnored private var loading: Task<Void, Never>?
  /// What ``loading`` reads.
  @ObservationIgnored private var loadingRequest: RecordWindow<R>.Request?

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
    shownPlan = plan
    followedCommits = store.commitCount
    fetch(because: .first)
    follow()
  }

  isolated deinit {
    fetching?.cancel()
    following?.cancel()
    loading?.cancel()
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
    showsOtherRequest = true
    fetch(because: .request)
  }

  /// Fetches again. Changes of the store need no such call; it is for trying again after an ``error``.
  ///
  /// A fetch of the same request that is under way is not thrown away, or commits that come faster than it takes would
  /// keep the list from ever changing: it is shown, and then followed by another.
  public func refresh() {
    changeWindow { $0.invalidate() }
    isCounted = false
    if isReading { isOutdated = true } else { fetch(because: .store) }
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

  private func resumeWaiting() {
    let resumed = waiting
    waiting = []
    for continuation in resumed { continuation.resume() }
  }

  /// Waits until every commit of the store so far is followed and nothing is being fetched: for tests, and programs that
  /// print a list once.
  ///
  ///     try books.configure { $0.predicate = nil }
  ///     await books.settle()
  ///     print(books.snapshot.count)
  ///
  /// - Complexity: As a fetch: O(*n*) in the number of records looked at; O(1) if there is nothing to wait for.
  public func settle() async {
    followCommits()
    while let task = fetching {
      await task.value
      followCommits()
      if task == fetching { return }
    }
  }

  private func fetch(because reason: FetchLog.Reason) {
    fetching?.cancel()
    fetchCount += 1
    let log = FetchLog(store.log, table: R.schema.table, number: fetchCount, reason: reason)
    isReading = true
    isOutdated = false
    let plan = plan
    let scan = OrderScan(plan: plan, days: DaySections(timeZone: timeZone))
    let screenful = showsOtherRequest ? screenful : nil
    let blank = request.blankSection
    let pause = reason == .request ? debounce : .zero
    let generation = window.generation
    fetching = Task { [store, clock, weak self] in
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
          self?.show(part, of: plan, readSince: generation)
          log?.showed(part.snapshot)
          isShown = part.snapshot.isComplete
        }
        // A cancelled scan ends as if there were no more.
        guard !Task.isCancelled, self?.startsAgain() == false else { return }
        if plan.condition == nil {
          self?.noteTotal(nil)
        } else if self?.isCounted == false {
          self?.noteTotal(try await store.read { try $0.count(FetchRequest<R>()) })
        }
        try await store.prepareSearch(of: R.self)
      } catch {
        guard !Task.isCancelled else { return }
        log?.failed(error)
        self?.isReading = false
        self?.error = error
        self?.resumeWaiting()
      }
    }
  }

  /// Notes how many records there are without the predicate; nil for all that the snapshot has.
  private func noteTotal(_ count: Int?) {
    guard !Task.isCancelled else { return }
    totalCount = count ?? snapshot.count
    isCounted = true
  }

  /// Ends a fetch; whether the store has changed meanwhile, so that another one begins.
  private func startsAgain() -> Bool {
    isReading = false
    if isOutdated { fetch(because: .store) }
    return isReading
  }

  /// Shows what was read of a plan since a generation of the window.
  private func show(_ part: FetchedPart<SectionIdentifier, R>, of plan: FetchPlan, readSince generation: Int) {
    let isLatest = window.generation == generation
    // Records at hand know their section by the old request's rule.
    if plan.section != shownPlan.section { changeWindow { $0.removeAll() } }
    if !part.records.isEmpty, isLatest {
      changeWindow { $0.fill(part.records, for: .init(ids: part.records.map(\.id), generation: generation)) }
    }
    if showsOtherRequest { shownRequests += 1 }
    var snapshot = part.snapshot
    snapshot.revision = self.snapshot.revision + 1
    self.snapshot = snapshot
    shownPlan = plan
    showsOtherRequest = false
    if error != nil { error = nil }
    if snapshot.isComplete, !isOutdated { resumeWaiting() }
  }

  private func follow() {
    following = Task { [commits = store.commits(), weak self] in
      for await _ in commits { self?.followCommits() }
    }
  }

  private func followCommits() {
    let commitCount = store.commitCount
    guard commitCount != followedCommits else { return }
    followedCommits = commitCount
    refresh()
  }

  // MARK: Records

  private func changeWindow(_ change: (inout RecordWindow<R>) -> Void) { windowChange.send { change(&window) } }

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
    windowChange.observe()
    return window.record(id, in: section.key)
  }

  /// Reads records that are about to be shown, unless they are at hand; then whoever observes them is told.
  ///
  /// They are read through a connection of their own, which never waits for a fetch. About two thousand records are kept.
  ///
  /// - Parameter ids: The visible rows, and some around them.
  /// - Returns: Whether anything has to be read.
  /// - Complexity: O(*k*) in the number of ids now, O(*k* log *n*) behind the scenes.
  @discardableResult
  public func load(_ ids: [RecordID<R>]) -> Bool {
    guard let wanted = window.request(ids) else { return loading != nil }
    // Asked again at each frame, it must not begin again each time.
    if loading != nil, loadingRequest?.covers(wanted) == true { return true }
    loading?.cancel()
    loadingRequest = wanted
    let plan = shownPlan
    let days = DaySections(timeZone: timeZone)
    loading = Task { [store, weak self] in
      do {
        let records: [WindowedRecord<R>] = try await store.records(wanted.ids, plan: plan, days: days)
        guard !Task.isCancelled, let self else { return }
        if plan.section == shownPlan.section { changeWindow { $0.fill(records, for: wanted) } }
        loading = nil
      } catch {
        guard !Task.isCancelled, let self else { return }
        self.error = error
        loading = nil
      }
    }
    return true
  }
}
