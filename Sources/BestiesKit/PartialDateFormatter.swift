import Foundation
import Synchronization

/// Writes dates as the readers of one locale do, each with just the parts that are known.
///
/// What it needs of the locale is loaded when the first date is written, or by ``load()``. Dates that were written lately are
/// remembered: a screen shows the same ones in frame after frame.
public final class PartialDateFormatter: Sendable {
  /// How much room a date may take.
  public enum Style: Sendable {
    /// `9 Jun 2021`, as rows show it.
    case abbreviated
    /// `9 June 2021`, as section titles show it.
    case full
  }

  /// Which parts of a date are known.
  private enum Parts: CaseIterable {
    case wholeDate, yearAndMonth, year, monthAndDay

    init(of date: PartialDate) {
      self =
        switch (date.year, date.month, date.day) {
        case (nil, _, _): .monthAndDay
        case (_, nil, _): .year
        case (_, _, nil): .yearAndMonth
        default: .wholeDate
        }
    }

    func template(month: String) -> String {
      switch self {
      case .wholeDate: "y\(month)d"
      case .yearAndMonth: "y\(month)"
      case .year: "y"
      case .monthAndDay: "\(month)d"
      }
    }
  }

  private struct Memory {
    var formatters: [Parts: DateFormatter] = [:]
    var texts: [PartialDate: String] = [:]
  }

  private let month: String
  private let locale: Locale
  private let memory = Mutex(Memory())

  /// Beyond this many dates they are let go: far more than a screen shows.
  private static let capacity = 1000

  /// Creates a formatter.
  ///
  /// - Parameters:
  ///   - style: Whether names of months are abbreviated.
  ///   - locale: Whose language and order of parts to use. The calendar is always the Gregorian.
  public init(style: Style, locale: Locale) {
    month = style == .abbreviated ? "MMM" : "MMMM"
    self.locale = locale
  }

  /// Loads what the locale says of dates now, which takes some milliseconds: on another thread, the first date that is
  /// written need not wait for it.
  public func load() {
    for parts in Parts.allCases {
      memory.withLock { _ = formatter(for: parts, &$0).string(from: .distantPast) }
    }
  }

  /// The date in words.
  ///
  /// - Parameter date: Any date.
  /// - Returns: Such as `9 Jun 2021`, `Jun 2021`, `2021`, or `9 Jun` for a birthday without a year.
  public func string(from date: PartialDate) -> String {
    if let text = date.unreadableText { return text }
    return memory.withLock { memory in
      if let text = memory.texts[date] { return text }
      let text = formatter(for: Parts(of: date), &memory).string(from: Self.midnight(of: date))
      if memory.texts.count >= Self.capacity { memory.texts.removeAll() }
      memory.texts[date] = text
      return text
    }
  }

  private func formatter(for parts: Parts, _ memory: inout Memory) -> DateFormatter {
    if let formatter = memory.formatters[parts] { return formatter }
    let formatter = DateFormatter()
    formatter.locale = locale
    formatter.calendar = Calendar(identifier: .gregorian)
    formatter.timeZone = .gmt
    // No switch from the Julian calendar: days before 1582 are counted as all others are.
    formatter.gregorianStartDate = .distantPast
    formatter.setLocalizedDateFormatFromTemplate(parts.template(month: month))
    memory.formatters[parts] = formatter
    return formatter
  }

  /// The moment, in Greenwich, that stands for a date; unknown parts are those of 1 January 2000.
  private static func midnight(of date: PartialDate) -> Date {
    let days = daysSinceMarch0000(year: date.year ?? 2000, month: date.month ?? 1)
    let epoch = daysSinceMarch0000(year: 1970, month: 1)
    return Date(timeIntervalSince1970: Double(days + (date.day ?? 1) - 1 - epoch) * 86_400)
  }

  /// Days from 1 March of the year 0 to the first of a month, in the Gregorian calendar.
  ///
  /// Years that begin in March end with the leap day, which makes both sums regular.
  private static func daysSinceMarch0000(year: Int, month: Int) -> Int {
    let monthsSinceMarch = (month + 9) % 12
    let marchYear = month < 3 ? year - 1 : year
    return 365 * marchYear + marchYear / 4 - marchYear / 100 + marchYear / 400
      + (153 * monthsSinceMarch + 2) / 5
  }
}
