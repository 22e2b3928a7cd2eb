import Foundation

/// Invented friends, the same in each run: places of which few have many friends, days of sixty years, names of many
/// languages, a tag here and there.
struct GeneratedFriends {
  private var state: UInt64
  private var places: [String] = []

  /// The friends that follow from a seed.
  init(seed: UInt64 = 1) {
    state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
    places = (0..<4800).map { "\(word(2...3)) \($0 % 60 + 1)" }
  }

  private mutating func random(_ bound: Int) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Int(state >> 33) % bound
  }

  private static let syllables = [
    "an", "ma", "lu", "ze", "ko", "ri", "sa", "to", "bé", "lö", "ni", "ka", "jo", "ha", "vi", "ste", "ph", "wal", "ker",
    "son", "mar", "tin", "ez", "ova", "ski", "ård", "ø", "ñu", "gra", "ell", "łu", "čí", "ğü", "ße", "dø", "tre",
  ]
  private static let tags = ["work", "gym", "family", "school", "chess", "choir", "neighbour", "climbing"]

  private mutating func word(_ parts: ClosedRange<Int>) -> String {
    var text = ""
    for _ in 0..<parts.lowerBound + random(parts.count) { text += Self.syllables[random(Self.syllables.count)] }
    return text.prefix(1).uppercased() + text.dropFirst()
  }

  private mutating func date() -> String {
    let day = random(20_000)
    let (year, dayOfYear) = day.quotientAndRemainder(dividingBy: 336)
    let (month, dayOfMonth) = dayOfYear.quotientAndRemainder(dividingBy: 28)
    let texts = [1960 + year, month + 1, dayOfMonth + 1].map { $0 < 10 ? "0\($0)" : "\($0)" }
    return switch random(20) {
    case 0: ""
    case 1: texts[0]
    case 2: texts[0...1].joined(separator: "-")
    default: texts.joined(separator: "-")
    }
  }

  /// The header of the rows.
  static let header = "name,meetingPlace,meetingDate,tags\n"

  /// The next friend, as a row of CSV that needs no quotes.
  mutating func nextRow() -> String {
    let name = "\(word(1...3)) \(word(2...4))"
    // Squared, so that a few places have many friends.
    let place = random(50) == 0 ? "" : places[random(1000) * random(1000) * places.count / 1_000_000]
    let tags = random(3) == 0 ? Self.tags[random(Self.tags.count)] : ""
    return "\(name),\(place),\(date()),\(tags)\n"
  }

  /// Writes a file of friends.
  static func write(_ count: Int, to url: URL) throws {
    guard FileManager.default.createFile(atPath: url.path, contents: nil) else { throw CocoaError(.fileWriteUnknown) }
    let file = try FileHandle(forWritingTo: url)
    var friends = GeneratedFriends()
    var text = header
    for number in 1...count {
      text += friends.nextRow()
      guard number.isMultiple(of: 10_000) || number == count else { continue }
      try file.write(contentsOf: Data(text.utf8))
      text = ""
    }
    try file.close()
  }
}
