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
    let json = try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
    guard let feature = json as? [String: Any], let properties = feature["properties"] as? [String: Any] else {
      throw Refusal("this is no feature with properties")
    }
    guard let id = (feature["id"] as? String)?.trimmed, !id.isEmpty else { throw Refusal("the event has no id") }
    guard let time = try number("time", in: properties) else { throw Refusal("the event has no time") }
    // Longitude, latitude, depth.
    let coordinates = (feature["geometry"] as? [String: Any])?["coordinates"] as? [Any] ?? []
    return Quake(
      id: id, magnitude: try number("mag", in: properties), place: FeedText.tidy(properties["place"] as? String ?? ""),
      time: Self.date(time), updated: try number("updated", in: properties).map(Self.date),
      depth: coordinates.count > 2 ? (coordinates[2] as? NSNumber)?.doubleValue : nil,
      type: FeedText.type(properties["type"] as? String ?? ""))
  }

  /// A number, whole or not; nil for null and for what is not there.
  private func number(_ name: String, in properties: [String: Any]) throws(Refusal) -> Double? {
    switch properties[name] {
    case nil, is NSNull: return nil
    case let number as NSNumber: return number.doubleValue
    case let text as String where text.isEmpty: return nil
    default: throw Refusal("“\(name)” should be a number")
    }
  }

  private static func date(_ milliseconds: Double) -> Date { Date(timeIntervalSince1970: milliseconds / 1000) }
}
