import FetchedResults
import Foundation
import SQLite
import TextFormats

/// The texts of a feed, as a quake has them.
enum FeedText {
  /// A place without the blanks, and the comma, that feeds leave at its end, and with single blanks.
  static func tidy(_ place: String) -> String {
    let words = place.unicodeScalars.split { $0.isWhiteSpace }.map { String($0) }
    var text = words.joined(separator: " ")
    while text.hasSuffix(",") || text.hasSuffix(" ") { text.removeLast() }
    return text.streamSafe
  }

  /// The kind of an event; feeds that don't say mean earthquakes.
  static func type(_ text: String) -> String {
    let text = tidy(text)
    return text.isEmpty ? "earthquake" : text
  }

  /// A number; nil for an empty text.
  static func number(_ text: String) throws(NotANumber) -> Double? {
    let text = text.trimmed
    guard !text.isEmpty else { return nil }
    guard let number = DecimalText.number(text) else { throw NotANumber(text: text) }
    return number
  }

  struct NotANumber: Error {
    let text: String
  }

  /// An instant in UTC, as feeds write it; nil for what is none.
  static func date(_ text: String) -> Date? {
    var text = text.trimmed
    if text.hasSuffix("+00:00") { text.removeLast(6) }
    return Date(storedValue: .text(text))
  }

  /// An instant in UTC.
  static func string(from date: Date) -> String {
    guard case .text(let text) = date.storedValue else { return "" }
    return text
  }
}
