import Foundation
import Glibc

/// Instants as ISO 8601 text in UTC, to the millisecond.
///
/// Rows hold many of them, and Foundation's format styles take microseconds for each.
enum StoredInstant {
  /// Years that have four digits.
  private static let range = -62_135_596_800_000...253_402_300_799_999

  static func text(_ date: Date) -> String {
    let exact = (date.timeIntervalSince1970 * 1000).rounded()
    let milliseconds = exact.isFinite ? Int(max(-1e15, min(exact, 1e15))) : 0
    let clamped = min(max(milliseconds, range.lowerBound), range.upperBound)
    let (fraction, seconds) = (((clamped % 1000) + 1000) % 1000, Int((Double(clamped) / 1000).rounded(.down)))
    var time = time_t(seconds)
    var parts = tm()
    gmtime_r(&time, &parts)
    var bytes = Array("0000-00-00T00:00:00.000Z".utf8)
    func write(_ number: Int, endingAt end: Int, digits: Int) {
      var rest = number
      for offset in 0..<digits {
        bytes[end - offset] += UInt8(rest % 10)
        rest /= 10
      }
    }
    write(Int(parts.tm_year) + 1900, endingAt: 3, digits: 4)
    write(Int(parts.tm_mon) + 1, endingAt: 6, digits: 2)
    write(Int(parts.tm_mday), endingAt: 9, digits: 2)
    write(Int(parts.tm_hour), endingAt: 12, digits: 2)
    write(Int(parts.tm_min), endingAt: 15, digits: 2)
    write(Int(parts.tm_sec), endingAt: 18, digits: 2)
    write(fraction, endingAt: 22, digits: 3)
    return String(decoding: bytes, as: UTF8.self)
  }

  static func date(_ text: String) -> Date? {
    let bytes = Array(text.utf8)
    func number(_ range: Range<Int>) -> Int? {
      guard range.upperBound <= bytes.count else { return nil }
      var value = 0
      for byte in bytes[range] {
        guard (0x30...0x39).contains(byte) else { return nil }
        value = value * 10 + Int(byte - 0x30)
      }
      return value
    }
    let separators = [(4, "-"), (7, "-"), (13, ":"), (16, ":")]
    guard let year = number(0..<4), let month = number(5..<7), let day = number(8..<10), let hour = number(11..<13),
      let minute = number(14..<16), let second = number(17..<19), year >= 1, (1...12).contains(month),
      (1...31).contains(day), hour < 24, minute < 60, second < 60,
      separators.allSatisfy({ bytes[$0.0] == $0.1.utf8.first }), [0x54, 0x20].contains(bytes[10])
    else { return nil }
    var parts = tm()
    parts.tm_year = Int32(year - 1900)
    parts.tm_mon = Int32(month - 1)
    parts.tm_mday = Int32(day)
    parts.tm_hour = Int32(hour)
    parts.tm_min = Int32(minute)
    parts.tm_sec = Int32(second)
    let seconds = timegm(&parts)
    // A 31st of June has become the 1st of July.
    guard parts.tm_mday == Int32(day) else { return nil }
    var rest = bytes[19...]
    if rest.last == UInt8(ascii: "Z") { rest.removeLast() }
    guard !rest.isEmpty else { return Date(timeIntervalSince1970: Double(seconds)) }
    guard rest.first == UInt8(ascii: "."), rest.count > 1, let fraction = number(20..<rest.endIndex) else { return nil }
    let scale = pow(10, Double(rest.count - 1))
    return Date(timeIntervalSince1970: Double(seconds) + Double(fraction) / scale)
  }
}
