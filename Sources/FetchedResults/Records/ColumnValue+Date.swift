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
  /// The instant in UTC, to the millisecond, as ISO 8601 text: `2026-11-30T09:15:00.000Z`. Text of this form orders as
  /// the instants do. Instants before the year 0 and behind 9999, which have no such text, become the nearest that has.
  public var storedValue: Value { .text(InstantText.text(of: self)) }
}

/// The text of instants, written and read without a formatter: a list has one in every row.
private enum InstantText {
  private static let millisecondsOfDay = 86_400_000
  /// The first millisecond of the year 0 and the last of 9999.
  private static let range = -62_167_219_200_000...253_402_300_799_999

  // MARK: Writing

  static func text(of date: Date) -> String {
    let seconds = min(max(date.timeIntervalSince1970, -1e11), 1e12)
    let instant = min(max(Int((seconds * 1000).rounded()), range.lowerBound), range.upperBound)
    let timeOfDay = ((instant % millisecondsOfDay) + millisecondsOfDay) % millisecondsOfDay
    let day = civilDay((instant - timeOfDay) / millisecondsOfDay)
    return String(unsafeUninitializedCapacity: 24) { bytes in
      func put(_ number: Int, at start: Int, digits: Int) {
        var rest = number
        for index in stride(from: start + digits - 1, through: start, by: -1) {
          bytes[index] = UInt8(ascii: "0") + UInt8(rest % 10)
          rest /= 10
        }
      }
      for (index, sign) in zip(0..., "0000-00-00T00:00:00.000Z".utf8) { bytes[index] = sign }
      put(day.year, at: 0, digits: 4)
      put(day.month, at: 5, digits: 2)
      put(day.day, at: 8, digits: 2)
      put(timeOfDay / 3_600_000, at: 11, digits: 2)
      put(timeOfDay / 60_000 % 60, at: 14, digits: 2)
      put(timeOfDay / 1000 % 60, at: 17, digits: 2)
      put(timeOfDay % 1000, at: 20, digits: 3)
      return 24
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
      return Date(timeIntervalSince1970: Double(days * 86_400 + hour * 3600 + minute * 60 + second) + fraction)
    }
  }

  /// What stands behind the second: digits behind a point, and a Z, both if they are there.
  private static func fraction(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Double? {
    var digits = bytes.last == UInt8(ascii: "Z") ? bytes.dropLast() : bytes
    guard let point = digits.popFirst() else { return 0 }
    guard point == UInt8(ascii: "."), (1...15).contains(digits.count) else { return nil }
    var (number, scale) = (0, 1)
    for byte in digits {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
      number = number * 10 + Int(byte - UInt8(ascii: "0"))
      scale *= 10
    }
    return Double(number) / Double(scale)
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
