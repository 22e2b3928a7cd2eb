import BestiesKit
import Foundation

/// Invented friends, the same in each run: skewed places, days of half a century, names of many languages.
struct GeneratedFriends {
  private var state: UInt64

  /// The friends that follow from a seed.
  init(seed: UInt64 = 1) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

  private mutating func random(_ bound: Int) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Int(state >> 33) % bound
  }

  private static let syllables = [
    "an", "ma", "lu", "ze", "ko", "ri", "sa", "to", "bé", "lö", "ni", "ka", "jo", "ha", "vi", "ste", "ph", "wal", "ker",
    "son",
    "mar", "tin", "ez", "ovа", "ski", "ård", "ø", "ñu", "gra", "ell",
  ]

  private mutating func word(_ parts: ClosedRange<Int>) -> String {
    var text = ""
    for _ in 0..<parts.lowerBound + random(parts.count) { text += Self.syllables[random(Self.syllables.count)] }
    return text.prefix(1).uppercased() + text.dropFirst()
  }

  /// The next friend.
  mutating func next() -> Friend {
    // Squared, so that a few places have many friends.
    let place = random(1000) * random(1000) * 4800 / 1_000_000
    let day = random(20_000)
    let year = 1970 + day / 365
    let date: PartialDate? =
      switch random(20) {
      case 0: nil
      case 1: PartialDate(year: year)
      case 2: PartialDate(year: year, month: 1 + day % 12)
      default: PartialDate(year: year, month: 1 + day % 12, day: 1 + day % 28)
      }
    return Friend(
      id: "", name: word(1...3) + " " + word(2...4), meetingPlace: random(50) == 0 ? nil : "Place \(place)",
      meetingDate: date, addedAt: Date(timeIntervalSince1970: 1_700_000_000))
  }
}
