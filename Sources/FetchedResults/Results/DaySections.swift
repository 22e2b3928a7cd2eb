import Foundation
import Glibc
import SQLite

/// Finds the local day of instants that come in order, asking the calendar once a day and not once a row.
struct DaySections: Hashable, Sendable {
  private let calendar: Calendar
  /// The stored instants between which the current day lies.
  private var lower: [UInt8] = []
  private var upper: [UInt8] = []

  /// Days of the time zone given.
  init(timeZone: TimeZone) {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = timeZone
    self.calendar = calendar
  }

  /// Whether a stored instant, as its text's bytes, lies in the day that was asked for last.
  func currentDayContains(_ instant: UnsafeRawBufferPointer) -> Bool {
    !instant.precedes(lower) && instant.precedes(upper)
  }

  /// The day of a stored instant, as `2026-11-30`; NULL for what is none.
  mutating func day(of value: Value) -> Value {
    guard var date = Date(storedValue: value), var day = calendar.dateInterval(of: .day, for: date) else {
      return .null
    }
    if date >= day.end, let next = calendar.dateInterval(of: .day, for: day.end) {
      // Clocks that are put back over midnight show the evening again after the next day has begun; a day is not
      // interrupted by that.
      (date, day) = (day.end, next)
    }
    lower = Self.bytes(day.start)
    upper = Self.bytes(day.end)
    // The calendar's own years and months are Julian before 1582, where stored instants are not.
    let clock = date.addingTimeInterval(TimeInterval(calendar.timeZone.secondsFromGMT(for: date)))
    guard case .text(let text) = clock.storedValue else { return .null }
    return .text(String(text.prefix(10)))
  }

  private static func bytes(_ date: Date) -> [UInt8] {
    guard case .text(let text) = date.comparedValue else { return [] }
    return Array(text.utf8)
  }
}

extension UnsafeRawBufferPointer {
  /// Whether these bytes come before others in the order of unsigned bytes, the shorter first where one begins the other.
  fileprivate func precedes(_ other: [UInt8]) -> Bool {
    guard let baseAddress, !other.isEmpty else { return count < other.count }
    let order = memcmp(baseAddress, other, Swift.min(count, other.count))
    return order < 0 || order == 0 && count < other.count
  }
}
