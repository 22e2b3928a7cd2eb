import FetchedResults
import Foundation
import SeededRandom

/// Texts that are hard to sort, to section or to find.
enum Samples {
  static let texts = [
    "Ann", "ann", "Anna", "Émile", "E\u{301}mile", "emile", "Łukasz", "Lukas", "Øster", "Straße", "Strasse", "İpek",
    "ıpek", "Ipek",
    "Zoë", "Zoe\u{308}", "佐藤 花子", "かな", "カナ", "ｶﾅ", "김민준", "\u{1100}\u{1175}\u{11b7}", "محمد", "שרה", "Юрий", "юлия",
    "Ωmega",
    "👩‍👩‍👧 Family", "👍🏽", "100%", "100_", "1000", "O'Neil", "\"Quote\"", "it's; DROP TABLE person; --", "a\u{0}b", "ab",
    "tab\there",
    "\u{212b}ngström", "Ångström", "A\u{30a}ngstro\u{308}m", "Airport 2", "Airport 10", "Airport 02", "airport 2", "",
    " ", "\u{a0}",
    "\u{200d}", "ﬁsh", "Ｆｕｌｌ", "Æsir", "Aesir", "𝔘nicode", "a\nb", "\\", "*", "?", "[x]", "\u{202e}RTL", "Ångel",
    "Ñandú", "Nandu",
  ]

  static let days = [
    "2009", "2009-01", "2009-01-01", "2009-12-31", "2010", "2021-06-09", "2021-06-10", "0116-05-01", "9999-12-31",
  ]

  static let terms = [
    "a", "an", "ann", "e", "emile", "strasse", "100%", "_", "'", "\"", "airport 1", "か", "カ", "김", "שר", "👩", "ａ", "fi",
    "", " ",
  ]

  static let heights = [1.5, 1.65, 1.7, 2, -0.5, 0]
}

extension Person {
  static func random(using generator: inout SeededGenerator) -> Person {
    var person = Person(name: generator.pick(Samples.texts) ?? "")
    if generator.number(below: 4) > 0 { person.place = generator.pick(Samples.texts) }
    if generator.number(below: 4) > 0 { person.day = generator.pick(Samples.days) }
    if generator.number(below: 2) > 0 { person.height = generator.pick(Samples.heights) }
    person.tags = Self.randomTags(using: &generator)
    person.note = generator.pick(Samples.texts) ?? ""
    // Around the nights when the clocks of Newfoundland were put back from 00:01 to 23:01 and put forward again.
    let nights = [1_289_097_000.0, 1_300_000_000, 0]
    person.addedAt = Date(
      timeIntervalSince1970: (generator.pick(nights) ?? 0) + Double(generator.number(below: 400)) * 600.123)
    return person
  }

  static func randomTags(using generator: inout SeededGenerator) -> [String] {
    var tags: [String] = []
    for _ in 0..<generator.number(below: 4) {
      if let tag = generator.pick(["work", "climbing", "Café", "a\u{0}b", "👍🏽", "o'clock"]), !tags.contains(tag) {
        tags.append(tag)
      }
    }
    return tags
  }
}
