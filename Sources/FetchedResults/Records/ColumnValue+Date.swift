public import Foundation
public import SQLite

extension Date: ColumnValue {
  /// TEXT.
  public static var columnType: String { "TEXT" }
  /// Reads an instant as ``storedValue`` writes it, also with a blank for the T, with more or fewer digits behind the
  /// second, or without the Z.
  ///
  /// - Parameter storedValue: The value; nil comes of anything else.
  public init?(storedValue: Value) {
    guard case .text(let text) = storedValue, let date = InstantText.date(text) else { return nil }
    self = date
  }
  /// The instant in UTC as ISO 8601 text, with the fewest digits of a second, three at least, from which the same instant is
  /// read: `2026-11-30T09:15:00.000Z`, or `2026-11-30T09:15:00.1234567Z`. Without its Z such text orders as the instants do.
  /// Instants before the year 0 and behind 9999, which have no such text, become the nearest that has.
  public var storedValue: Value { .text(InstantText.text(of: self)) }
}

extension ColumnValue {
  /// Whether values are instants.
  static var isInstant: Bool { Self.self == Date.self || Self.self == Date?.self }

  /// The value as statements compare it with others: an instant without its Z, which would order behind further digits.
  var comparedValue: Value { Self.isInstant ? storedValue.withoutZone : storedValue }
}

extension Value {
  /// An instant's text without the Z at its end.
  var withoutZone: Value {
    guard case .text(let text) = self, text.utf8.last == UInt8(ascii: "Z") else { return self }
    return .text(String(text.dropLast()))
  }
}

/// The text of instants, written and read without a formatter: a list has one in every row.
private enum InstantText {
  private static let secondsOfDay = 86_400
  /// The first second of the year 0 and the last of 9999.
  private static let range = -62_167_219_200...253_402_300_799
  /// The instant that `Date` counts from.
  private static let referenceDate = 978_307_200
  /// Up to so many digits of a second were made of a count from 1970, as a rule, which is coarser than the one that `Date` keeps.
  private static let coarseDigits = 6
  private static let digitLimit = 15
  private static let powersOfTen = (0...digitLimit).map { pow(10, Double($0)) }

  /// The instant that lies a fraction behind a second.
  private static func date(_ seconds: Int, fraction: Double, digits: Int) -> Date {
    digits <= coarseDigits
      ? Date(timeIntervalSince1970: Double(seconds) + fraction)
      : Date(timeIntervalSinceReferenceDate: Double(seconds - referenceDate) + fraction)
  }

  // MARK: Writing

  /// The second that an instant lies in, and the digits behind it: as few as tell it from every other.
  private static func parts(of date: Date) -> (seconds: Int, number: Int, digits: Int) {
    let interval = date.timeIntervalSinceReferenceDate
    guard interval >= Double(range.lowerBound - referenceDate) else { return (range.lowerBound, 0, 3) }
    guard interval < Double(range.upperBound + 1 - referenceDate) else { return (range.upperBound, 999, 3) }
    let whole = interval.rounded(.down)
    let (seconds, fraction) = (Int(whole) + referenceDate, interval - whole)
    var number = 0.0
    for digits in 3...digitLimit {
      let scale = powersOfTen[digits]
      number = (fraction * scale).rounded()
      guard number < scale else {
        // It is read as the next second, to which it rounds.
        if Self.date(seconds + 1, fraction: 0, digits: digits) == date, seconds < range.upperBound {
          return (seconds + 1, 0, 3)
        }
        continue
      }
      if Self.date(seconds, fraction: number / scale, digits: digits) == date { return (seconds, Int(number), digits) }
    }
    return (seconds, Int(min(number, powersOfTen[digitLimit] - 1)), digitLimit)
  }

  static func text(of date: Date) -> String {
    let (instant, fraction, digitCount) = parts(of: date)
    let timeOfDay = ((instant % secondsOfDay) + secondsOfDay) % secondsOfDay
    let day = civilDay((instant - timeOfDay) / secondsOfDay)
    return String(unsafeUninitializedCapacity: 21 + digitCount) { bytes in
      func put(_ number: Int, at start: Int, digits: Int) {
        var rest = number
        for index in stride(from: start + digits - 1, through: start, by: -1) {
          bytes[index] = UInt8(ascii: "0") + UInt8(rest % 10)
          rest /= 10
        }
      }
      for (index, sign) in zip(0..., "0000-00-00T00:00:00.".utf8) { bytes[index] = sign }
      put(day.year, at: 0, digits: 4)
      put(day.month, at: 5, digits: 2)
      put(day.day, at: 8, digits: 2)
      put(timeOfDay / 3600, at: 11, digits: 2)
      put(timeOfDay / 60 % 60, at: 14, digits: 2)
      put(timeOfDay % 60, at: 17, digits: 2)
      put(fraction, at: 20, digits: digitCount)
      bytes[20 + digitCount] = UInt8(ascii: "Z")
      return 21 + digitCount
    }
  }

  // MARK: Reading

  static func date(_ text: String) -> Date? {
    var text = text
    return text.withUTF8 { bytes in
      func number(_ range: Range<Int>) -> Int? {
        guard range.upperBound <= bytes.count else { return nil }
        var number = 0
        for byte in bytes[range] {
          guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
          number = number * 10 + Int(byte - UInt8(ascii: "0"))
        }
        return number
      }
      guard let year = number(0..<4), let month = number(5..<7), let day = number(8..<10),
        let hour = number(11..<13), let minute = number(14..<16), let second = number(17..<19),
        [4, 7].allSatisfy({ bytes[$0] == UInt8(ascii: "-") }), [13, 16].allSatisfy({ bytes[$0] == UInt8(ascii: ":") }),
        bytes[10] == UInt8(ascii: "T") || bytes[10] == UInt8(ascii: " "),
        (1...12).contains(month), hour < 24, minute < 60, second < 60
      else { return nil }
      let days = dayNumber(year: year, month: month) + day - 1
      guard civilDay(days) == (year, month, day), let fraction = fraction(bytes[19...]) else { return nil }
      return Self.date(
        days * secondsOfDay + hour * 3600 + minute * 60 + second, fraction: fraction.value, digits: fraction.digits)
    }
  }

  /// What stands behind the second: digits behind a point, and a Z, both if they are there.
  private static func fraction(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> (value: Double, digits: Int)? {
    var digits = bytes.last == UInt8(ascii: "Z") ? bytes.dropLast() : bytes
    guard let point = digits.popFirst() else { return (0, 0) }
    guard point == UInt8(ascii: "."), (1...digitLimit).contains(digits.count) else { return nil }
    var number = 0
    for byte in digits {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
      number = number * 10 + Int(byte - UInt8(ascii: "0"))
    }
    return (Double(number) / powersOfTen[digits.count], digits.count)
  }

  // MARK: The Gregorian calendar

  /// 1 January 1970, counted from 1 March of the year 0. Years that begin in March end with their leap day.
  private static let epoch = 719_468
  private static let daysOfFourCenturies = 146_097

  /// The day number, from 1970, of the first of a month.
  private static func dayNumber(year: Int, month: Int) -> Int {
    let marchYear = month < 3 ? year - 1 : year
    // Whole cycles of the calendar keep the divisions above zero.
    let positiveYear = marchYear + 400
    let leapDays = positiveYear / 4 - positiveYear / 100 + positiveYear / 400
    return positiveYear * 365 + leapDays + (153 * ((month + 9) % 12) + 2) / 5 - daysOfFourCenturies - epoch
  }

  /// Year, month and day of a day number from 1970.
  private static func civilDay(_ number: Int) -> (year: Int, month: Int, day: Int) {
    let days = number + epoch + daysOfFourCenturies
    let cycle = days / daysOfFourCenturies
    var rest = days % daysOfFourCenturies
    // The last century of a cycle, and the last year of four, are a day longer than the others.
    let century = min(rest / 36_524, 3)
    rest -= century * 36_524
    let leapCycle = rest / 1461
    rest %= 1461
    let yearOfCycle = min(rest / 365, 3)
    rest -= yearOfCycle * 365
    let month = (5 * rest + 2) / 153
    let marchYear = (cycle - 1) * 400 + century * 100 + leapCycle * 4 + yearOfCycle
    return (
      month < 10 ? marchYear : marchYear + 1, month < 10 ? month + 3 : month - 9, rest - (153 * month + 2) / 5 + 1
    )
  }
}
