import Foundation

/// Writes dates as the readers of one locale do, each with just the parts that are known.
///
/// A formatter is made once and kept; one date costs about a microsecond.
public struct PartialDateFormatter: Sendable {
  /// How much room a date may take.
  public enum Style: Sendable {
    /// `9 Jun 2021`, as rows show it.
    case abbreviated
    /// `9 June 2021`, as section titles show it.
    case full
  }

  private let wholeDate: DateFormatter
  private let yearAndMonth: DateFormatter
  private let year: DateFormatter
  private let monthAndDay: DateFormatter

  /// Creates a formatter.
  ///
  /// - Parameters:
  ///   - style: Whether names of months are abbreviated.
  ///   - locale: Whose language and order of parts to use. The calendar is always the Gregorian.
  public init(style: Style, locale: Locale) {
    let month = style == .abbreviated ? "MMM" : "MMMM"
    wholeDate = Self.formatter(template: "y\(month)d", locale: locale)
    yearAndMonth = Self.formatter(template: "y\(month)", locale: locale)
    year = Self.formatter(template: "y", locale: locale)
    monthAndDay = Self.formatter(template: "\(month)d", locale: locale)
  }

  /// The date in words.
  ///
  /// - Parameter date: Any date.
  /// - Returns: Such as `9 Jun 2021`, `Jun 2021`, `2021`, or `9 Jun` for a birthday without a year.
  public func string(from date: PartialDate) -> String {
    let formatter =
      switch (date.year, date.month, date.day) {
      case (nil, _, _): monthAndDay
      case (_, nil, _): year
      case (_, _, nil): yearAndMonth
      default: wholeDate
      }
    return formatter.string(from: Self.midnight(of: date))
  }

  private static func formatter(template: String, locale: Locale) -> DateFormatter {
    let formatter = DateFormatter()
    formatter.locale = locale
    formatter.calendar = Calendar(identifier: .gregorian)
    formatter.timeZone = .gmt
    // No switch from the Julian calendar: days before 1582 are counted as all others are.
    formatter.gregorianStartDate = .distantPast
    formatter.setLocalizedDateFormatFromTemplate(template)
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
