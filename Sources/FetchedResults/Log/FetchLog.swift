/// Tells of one fetch of a controller: why it began, and when its results were there.
struct FetchLog: Sendable {
  /// Why a fetch begins.
  enum Reason: String, Sendable {
    case first = "the list is new"
    case request = "the request has changed"
    case store = "the store has changed"
  }

  private let log: StoreLog
  private let name: String
  private let start: Duration

  /// Tells that a fetch begins; nil if nobody wants to know.
  init?(_ log: StoreLog?, table: String, number: Int, reason: Reason) {
    guard let log, log.tells(.debug, .fetch) else { return nil }
    self.log = log
    name = "\(table) \(number)"
    start = log.clock.elapsed()
    log(.debug, .fetch, "\(name): \(reason.rawValue)")
  }

  private var time: String { "after " + (log.clock.elapsed() - start).inMilliseconds }

  func showed<S, R>(_ snapshot: Snapshot<S, R>) {
    let what =
      snapshot.isComplete
      ? "all \(snapshot.count) in \(snapshot.sections.count) sections" : "the first \(snapshot.count)"
    log(.debug, .fetch, "\(name): \(what) \(time)")
  }

  func wasCancelled() { log(.debug, .fetch, "\(name): cancelled \(time)") }

  func failed(_ error: any Error) { log(.error, .fetch, "\(name): failed \(time): \(log.hiding(error))") }
}
