/// A date of which one may know only a part: `2009`, `2009-06`, `2009-06-09`, or, for a birthday
/// without its year, `--06-09`.
///
/// It is a date on the calendar and never a moment: no time zone can move it. Dates order as
/// their text does, so `--06-09` comes before `2009`, and `2009` before `2009-06`.
public struct PartialDate: Hashable, Comparable, Sendable {
  /// The forms that a place in the app accepts.
  public enum Form: Hashable, Sendable {
    /// `YYYY-MM-DD`, `YYYY-MM` or `YYYY`.
    case date
    /// The same, or `--MM-DD`.
    case birthday
  }

  /// The years that can be written with the four digits every form asks for.
  public static let years = 1000...9999

  /// Year, month and day as the decimal digits of one number, a part that is unknown being 0.
  ///
  /// Numbers made so order as the dates' texts do.
  private let digits: Int32

  /// What another tool has written in the place of a date; nil for a date.
  public let unreadableText: String?

  /// The year, unless this is a birthday without one.
  public var year: Int? { digits >= 10_000 ? Int(digits / 10_000) : nil }

  /// The month, if known.
  public var month: Int? { digits / 100 % 100 > 0 ? Int(digits / 100 % 100) : nil }

  /// The day of the month, if known.
  public var day: Int? { digits % 100 > 0 ? Int(digits % 100) : nil }

  /// Creates a date from its parts, or `nil` if they make none of the forms or no calendar has
  /// such a day.
  ///
  /// - Parameters:
  ///   - year: The year, or `nil` for a birthday of which only month and day are known.
  ///   - month: The month, or `nil` if only the year is known.
  ///   - day: The day, or `nil` if only the year, or year and month, are known.
  public init?(year: Int?, month: Int? = nil, day: Int? = nil) {
    guard Self.defect(year: year, month: month, day: day) == nil else { return nil }
    self.init(checkedYear: year, month: month, day: day)
  }

  private init(checkedYear year: Int?, month: Int?, day: Int?) {
    digits = Int32((year ?? 0) * 10_000 + (month ?? 0) * 100 + (day ?? 0))
    unreadableText = nil
  }

  /// What stands in the place of a date and is none: it is shown as it is, and no part of it is known.
  ///
  /// - Parameter text: What another tool has written.
  public init(unreadable text: String) {
    digits = 0
    unreadableText = text
  }

  /// The canonical text, which is also how dates are stored and exchanged.
  public var text: String {
    if let unreadableText { return unreadableText }
    return String(unsafeUninitializedCapacity: 10) { bytes in
      var count = 0
      func put(_ byte: UInt8) {
        bytes[count] = byte
        count += 1
      }
      func putTwoDigits(_ number: Int) {
        put(UInt8(ascii: "0") + UInt8(number / 10))
        put(UInt8(ascii: "0") + UInt8(number % 10))
      }
      if let year {
        putTwoDigits(year / 100)
        putTwoDigits(year % 100)
      } else {
        put(UInt8(ascii: "-"))
      }
      func putPart(_ number: Int?) {
        guard let number else { return }
        put(UInt8(ascii: "-"))
        putTwoDigits(number)
      }
      putPart(month)
      putPart(day)
      return count
    }
  }

  /// The text as files have it; nil for what is no date, which no file could be read with.
  var fileText: String? { unreadableText == nil ? text : nil }

  /// Whether the first date's text comes before the second's.
  public static func < (lhs: PartialDate, rhs: PartialDate) -> Bool {
    lhs.unreadableText == nil && rhs.unreadableText == nil ? lhs.digits < rhs.digits : lhs.text < rhs.text
  }
}

extension PartialDate: LosslessStringConvertible {
  /// The canonical text.
  public var description: String { text }

  /// Creates a date from its canonical text, in any of the forms.
  ///
  /// - Parameter description: The text, as ``text`` gives it.
  public init?(_ description: String) {
    var description = description
    guard let parts = description.withUTF8({ Self.parts(of: $0) }) else { return nil }
    self.init(year: parts.year, month: parts.month, day: parts.day)
  }
}

// MARK: - The calendar

extension PartialDate {
  /// The number of days of a month of the Gregorian calendar, applied to all years.
  ///
  /// - Parameters:
  ///   - month: The month, from 1 to 12.
  ///   - year: The year; `nil` counts as a leap year, so that 29 February can be a birthday.
  /// - Returns: 28, 29, 30 or 31.
  static func dayCount(ofMonth month: Int, year: Int?) -> Int {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  private static func isLeap(_ year: Int?) -> Bool {
    guard let year else { return true }
    return year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
  }

  /// What is wrong with the parts of a date, `nil` if nothing is.
  static func defect(year: Int?, month: Int?, day: Int?) -> ParseError.Reason? {
    if let year, !years.contains(year) { return .yearOutOfRange }
    guard let month else { return year == nil || day != nil ? .malformed : nil }
    guard (1...12).contains(month) else { return .noSuchMonth }
    guard let day else { return year == nil ? .malformed : nil }
    let dayCount = dayCount(ofMonth: month, year: year)
    return (1...dayCount).contains(day) ? nil : .noSuchDay(dayCount: dayCount)
  }
}
