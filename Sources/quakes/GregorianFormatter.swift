import Foundation
import Synchronization

/// Writes instants in the words of a locale, by the Gregorian calendar for all times: Foundation's format styles go over to the
/// Julian one before 1582, which stored days don't.
final class GregorianFormatter: Sendable {
  /// What is written of an instant.
  enum Parts: String {
    case time = "jm"
    case day = "yMMMd"
    case longDay = "yMMMMd"
    case dayAndTime = "yMMMdjm"
  }

  private struct Key: Hashable {
    let parts: Parts
    let timeZone: TimeZone
  }

  private let locale: Locale
  private let formatters = Mutex<[Key: DateFormatter]>([:])

  init(locale: Locale) { self.locale = locale }

  func string(from date: Date, _ parts: Parts, timeZone: TimeZone = .current) -> String {
    formatters.withLock { formatters in
      let key = Key(parts: parts, timeZone: timeZone)
      let formatter = formatters[key] ?? makeFormatter(key)
      formatters[key] = formatter
      return formatter.string(from: date)
    }
  }

  private func makeFormatter(_ key: Key) -> DateFormatter {
    let formatter = DateFormatter()
    formatter.locale = locale
    formatter.calendar = Calendar(identifier: .gregorian)
    formatter.timeZone = key.timeZone
    formatter.gregorianStartDate = .distantPast
    formatter.setLocalizedDateFormatFromTemplate(key.parts.rawValue)
    return formatter
  }
}
