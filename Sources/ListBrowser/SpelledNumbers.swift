import Foundation

/// Numbers as a locale writes them, each formatted once: a screen shows the same ones in frame after frame.
struct SpelledNumbers: Sendable {
  private let style: IntegerFormatStyle<Int>
  private var known: [Int: String] = [:]

  /// Beyond this many they are let go: far more than a screen shows.
  private static let capacity = 1000

  init(locale: Locale) { style = .number.locale(locale) }

  /// Loads what the locale says of numbers.
  func load() { _ = style.format(1000) }

  mutating func text(of number: Int) -> String {
    if let text = known[number] { return text }
    if known.count >= Self.capacity { known.removeAll() }
    let text = style.format(number)
    known[number] = text
    return text
  }
}
