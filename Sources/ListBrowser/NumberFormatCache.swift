import Foundation

/// Numbers formatted for a locale, each once: a screen shows the same ones in frame after frame.
struct NumberFormatCache: Sendable {
  private let style: IntegerFormatStyle<Int>
  private var cached: [Int: String] = [:]
  /// At this size, which is far more than a screen shows, the cache is emptied.
  private static let capacity = 1000

  init(locale: Locale) { style = .number.locale(locale) }

  /// Loads the locale's number format.
  func load() { _ = style.format(1000) }

  mutating func formatted(_ number: Int) -> String {
    if let text = cached[number] { return text }
    if cached.count >= Self.capacity { cached.removeAll() }
    let text = style.format(number)
    cached[number] = text
    return text
  }
}
