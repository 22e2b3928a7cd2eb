import Foundation
import ListApp
import TextFormats

/// Reads a feed of GeoJSON, feature by feature, in constant memory.
struct GeoJSONFeedReader {
  typealias Refusal = ImportedEntry<Quake>.Refusal

  private var reader: JSONElementReader

  /// Starts to read, up to the first feature.
  init(_ nextBytes: @escaping () throws -> [UInt8]) throws {
    do {
      reader = try JSONElementReader(member: "features", nextBytes)
    } catch JSONElementReader.ContentError.broken(let line) {
      throw UnusableFile(line: line, reason: "the feed is cut off, or is not JSON, near here")
    } catch is JSONElementReader.ContentError {
      throw UnusableFile(line: 1, reason: "this is no feed: it has no array of features")
    }
  }

  /// Reads on to the next event.
  mutating func next() throws -> ImportedEntry<Quake>? {
    guard let element = try reader.next() else { return nil }
    if let breakage = element.breakage {
      throw UnusableFile(line: element.line, reason: "the feed is cut off: \(breakage)")
    }
    return ImportedEntry(line: element.line, result: Result { () throws(Refusal) in try quake(of: element.bytes) })
  }

  private func quake(of bytes: [UInt8]) throws(Refusal) -> Quake {
    guard let feature = JSONText.value(of: bytes) as? [String: Any],
      let properties = feature["properties"] as? [String: Any]
    else {
      throw Refusal("this is no feature with properties")
    }
    guard let id = (feature["id"] as? String)?.trimmed, !id.isEmpty else { throw Refusal("the event has no id") }
    guard let time = try date("time", in: properties) else { throw Refusal("the event has no time") }
    // Longitude, latitude, depth.
    let coordinates = (feature["geometry"] as? [String: Any])?["coordinates"] as? [Any] ?? []
    return Quake(
      id: id, magnitude: try number(properties["mag"], "mag"),
      place: FeedText.tidy(try text(properties["place"], "place")), time: time,
      updated: try date("updated", in: properties),
      depth: try number(coordinates.count > 2 ? coordinates[2] : nil, "depth"),
      type: FeedText.type(try text(properties["type"], "type")))
  }

  /// A number, whole or not; nil for null and for what is not there.
  private func number(_ value: Any?, _ name: String) throws(Refusal) -> Double? {
    switch value {
    case nil, is NSNull: return nil
    case let number as Double: return number
    case let text as String where text.isEmpty: return nil
    default: throw Refusal("“\(name)” should be a number")
    }
  }

  /// A text; an empty one for null and for what is not there.
  private func text(_ value: Any?, _ name: String) throws(Refusal) -> String {
    switch value {
    case nil, is NSNull: return ""
    case let text as String: return text
    default: throw Refusal("“\(name)” should be a text")
    }
  }

  /// An instant, of milliseconds since 1970; nil for null and for what is not there.
  private func date(_ name: String, in properties: [String: Any]) throws(Refusal) -> Date? {
    guard let milliseconds = try number(properties[name], name) else { return nil }
    let date = Date(timeIntervalSince1970: milliseconds / 1000)
    // What a store can't hold becomes something else on its way.
    guard let stored = Date(storedValue: date.storedValue),
      (stored.timeIntervalSince1970 * 1000).rounded() == milliseconds.rounded()
    else {
      throw Refusal("“\(name)” is in no year from 0 to 9999")
    }
    return date
  }
}
