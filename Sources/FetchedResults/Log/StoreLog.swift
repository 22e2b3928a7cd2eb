import Foundation

/// What a store does, told line by line: for whoever wants to know why it is slow, or what it asked of SQLite.
///
///     let log = StoreLog(subsystem: "besties", level: .debug, categories: [.fetch, .sql]) { print($0) }
///     let store = Store(at: .file(url), schema: .besties, log: log)
///
///     2026-11-30T09:15:02.417Z debug besties fetch friend 7: the request has changed
///     2026-11-30T09:15:02.431Z debug besties sql order: 12.8 ms, 60 rows: SELECT d.pk FROM … [<private>]
///
/// What people have entered is not in it, unless its level is ``Level/trace``. A store without a log spends nothing on it.
///
/// It mirrors `Logger` and its privacy options: <https://developer.apple.com/documentation/os/logger>
public struct StoreLog: Sendable {
  /// How much is told; each level has all that those before it have.
  ///
  ///     StoreLog.Level(rawValue: "debug")  // .debug
  public enum Level: String, CaseIterable, Comparable, Sendable {
    /// What failed.
    case error
    /// What happened to the store: opened, closed, changed.
    case info
    /// Each fetch and each statement, with its time.
    case debug
    /// What people have entered, too: values and labels.
    case trace

    /// Orders by how much is told.
    public static func < (left: Self, right: Self) -> Bool { left.rank < right.rank }

    private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
  }

  /// What a line is about.
  ///
  ///     Set("fetch,sql".split(separator: ",").compactMap { StoreLog.Category(rawValue: String($0)) })
  public enum Category: String, CaseIterable, Sendable {
    /// The store as a whole: opening, closing, other processes.
    case store
    /// Changes, and what was undone.
    case step
    /// What lists ask for, why, and when they have it.
    case fetch
    /// Each statement.
    case sql
  }

  /// Whose lines they are, such as an app's name.
  public let subsystem: String
  /// How much is told.
  public let level: Level
  /// What is told of.
  public let categories: Set<Category>

  let clock: LogClock
  private let write: @Sendable (String) -> Void

  /// A log.
  ///
  /// - Parameters:
  ///   - subsystem: Whose lines they are, such as an app's name.
  ///   - level: How much is told.
  ///   - categories: What is told of.
  ///   - write: Receives each line, without its end, from any thread.
  public init(
    subsystem: String, level: Level, categories: Set<Category> = Set(Category.allCases),
    write: @escaping @Sendable (String) -> Void
  ) {
    self.init(subsystem: subsystem, level: level, categories: categories, clock: .system(), write: write)
  }

  init(
    subsystem: String, level: Level, categories: Set<Category> = Set(Category.allCases), clock: LogClock,
    write: @escaping @Sendable (String) -> Void
  ) {
    self.subsystem = subsystem
    self.level = level
    self.categories = categories
    self.clock = clock
    self.write = write
  }

  /// Whether lines of a level and a category are written.
  func tells(_ level: Level, _ category: Category) -> Bool { level <= self.level && categories.contains(category) }

  /// Writes a line, if there are to be such lines; the message is not made otherwise.
  func callAsFunction(_ level: Level, _ category: Category, _ message: @autoclosure () -> String) {
    guard tells(level, category) else { return }
    let milliseconds = (clock.date.timeIntervalSince1970 * 1000).rounded(.down)
    let time = String(storedValue: Date(timeIntervalSince1970: milliseconds / 1000).storedValue) ?? ""
    write("\(time) \(level) \(subsystem) \(category) \(Self.inOneLine(message()))")
  }

  /// What people have entered, if the log is to show it.
  func hiding(_ text: @autoclosure () -> String) -> String { level == .trace ? text() : "<private>" }

  /// An error's words, which may quote what people have entered.
  func hiding(_ error: any Error) -> String { level == .trace ? "\(error)" : "\(type(of: error)) <private>" }

  /// Control characters as their pictures, so that a line stays one, and can do nothing to a terminal.
  private static func inOneLine(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else { return text }
    let scalars = text.unicodeScalars.map { scalar -> Unicode.Scalar in
      guard scalar.properties.generalCategory == .control else { return scalar }
      return (scalar.value < 0x20 ? Unicode.Scalar(0x2400 + scalar.value) : nil) ?? "\u{FFFD}"
    }
    return String(String.UnicodeScalarView(scalars))
  }
}

/// What tells a log the time: when it began, and how long ago that is by a clock that never goes back.
struct LogClock: Sendable {
  let start: Date
  let elapsed: @Sendable () -> Duration

  /// The system's clock, started now.
  static func system() -> LogClock {
    let origin = ContinuousClock.now
    return LogClock(start: .now) { origin.duration(to: .now) }
  }

  var date: Date { start.addingTimeInterval(elapsed() / .seconds(1)) }
}

extension Duration {
  /// The duration as log lines spell it: `12.8 ms`.
  var inMilliseconds: String {
    let tenths = Int((self / .microseconds(100)).rounded())
    return "\(tenths / 10).\(tenths % 10) ms"
  }
}
