import Foundation
import ListBrowser
import SQLite

/// The lines of a quake's form.
enum QuakeField {
  /// Why a line can't hold a text.
  struct Mistake: Error, CustomStringConvertible {
    let description: String
  }

  static let all: [BrowserField<Quake>] = [
    BrowserField("Place", text: { $0.place }, set: { $0.place = FeedText.tidy($1) }),
    BrowserField(
      "Magnitude", placeholder: "4.5", text: { $0.magnitude.map { "\($0)" } ?? "" },
      set: { $0.magnitude = try number($1) }),
    BrowserField(
      "Time", placeholder: "2026-11-30 09:15:00, in UTC", text: { FeedText.string(from: $0.time) },
      set: { quake, text in
        guard let time = FeedText.date(text) else { throw Mistake(description: "Write it as 2026-11-30 09:15:00.") }
        quake.time = time
      }),
    BrowserField(
      "Depth", placeholder: "kilometres", text: { $0.depth.map { "\($0)" } ?? "" }, set: { $0.depth = try number($1) }),
    BrowserField("Type", text: { $0.type }, set: { $0.type = FeedText.type($1) }),
  ]

  private static func number(_ text: String) throws -> Double? {
    do {
      return try FeedText.number(text)
    } catch {
      throw Mistake(description: "“\(text.excerpt)” is not a number.")
    }
  }
}
