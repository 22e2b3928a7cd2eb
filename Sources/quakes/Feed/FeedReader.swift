import ListApp
import TextFormats

/// Reads a feed of the USGS, CSV or GeoJSON, event by event.
///
/// Sources: <https://earthquake.usgs.gov/earthquakes/feed/v1.0/csv.php>,
/// <https://earthquake.usgs.gov/earthquakes/feed/v1.0/geojson.php>
enum FeedReader: RecordReader {
  case csv(CSVFeedReader)
  case geoJSON(GeoJSONFeedReader)

  init(_ nextBytes: @escaping () throws -> [UInt8]) throws {
    // The first sign tells the form; blanks and a byte order mark may stand before it.
    let blanks: [UInt8] = [0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF]
    var beginning: [UInt8] = []
    var first: UInt8?
    while first == nil {
      let bytes = try nextBytes()
      guard !bytes.isEmpty else { throw UnusableFile(line: 1, reason: "this file is empty, and no feed") }
      beginning += bytes
      first = bytes.first { !blanks.contains($0) }
    }
    let all: () throws -> [UInt8] = {
      defer { beginning = [] }
      return beginning.isEmpty ? try nextBytes() : beginning
    }
    self = first == UInt8(ascii: "{") ? .geoJSON(try GeoJSONFeedReader(all)) : .csv(try CSVFeedReader(all))
  }

  mutating func next() throws -> ImportedEntry<Quake>? {
    switch self {
    case .csv(var reader):
      defer { self = .csv(reader) }
      return try reader.next()
    case .geoJSON(var reader):
      defer { self = .geoJSON(reader) }
      return try reader.next()
    }
  }

  /// All quakes of a feed that is known to be good.
  static func quakes(in bytes: [UInt8]) throws -> [Quake] {
    var rest = [bytes]
    var reader = try FeedReader { rest.popLast() ?? [] }
    var quakes: [Quake] = []
    while let entry = try reader.next() { quakes.append(try entry.result.get()) }
    return quakes
  }
}
