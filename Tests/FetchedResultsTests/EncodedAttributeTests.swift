import FetchedResults
import Foundation
import SQLite
import Testing

/// A record whose properties are stored in forms of their own.
private struct Album: Record {
  struct Cover: Codable, Hashable, Sendable {
    var name = ""
    var sizes: [Double] = []
  }
  enum Failure: Error { case refused }
  /// A collection with more in it than its elements.
  struct Box: Codable, Hashable, Sendable, Collection {
    var label = ""
    var items: [Int] = []
    var startIndex: Int { 0 }
    var endIndex: Int { items.count }
    func index(after index: Int) -> Int { index + 1 }
    subscript(index: Int) -> Int { items[index] }
  }

  var id = ""
  var ratings: [Double] = []
  var sizes: [Double] = [1]
  var names: [String: Int] = ["a": 1]
  var cover: Cover?
  var given: Int? = 7
  var box = Box()
  var web = URL(filePath: "/")
  var code = "x"
  var strict = ""
  var height: Double?
  var day = Day()
  var ratingCount: Int { ratings.count }

  /// Stored as text, and no text.
  struct Day: ColumnValue, Hashable, Codable, Collection {
    var digits = "2021"
    static var columnType: String { "TEXT" }
    var storedValue: Value { .text(digits + "-") }
    init() {}
    init?(storedValue: Value) {
      guard case .text(let text) = storedValue else { return nil }
      digits = String(text.dropLast())
    }
    var startIndex: Int { 0 }
    var endIndex: Int { digits.count }
    func index(after index: Int) -> Int { index + 1 }
    subscript(index: Int) -> Character { "x" }
  }

  static let schema = RecordSchema<Album>(
    table: "album",
    attributes: [
      .identifier(\.id),
      .json(\.ratings, "ratings", default: "[]"),
      .json(\.sizes, "sizes", default: "[1]"),
      .json(\.names, "names", default: "{\"b\":2}"),
      .json(\.cover, "cover", default: "null"),
      .json(\.given, "given", default: "null"),
      .json(\.box, "box", default: "{\"label\":\"\",\"items\":[]}"),
      .text(\.web, "web", default: "", encode: { $0.absoluteString }, decode: { URL(string: $0) }),
      .text(\.code, "code", default: "y", encode: { $0 }, decode: { $0 }),
      .text(
        \.strict, "strict", default: "",
        encode: { text throws in if text == "no" { throw Failure.refused } else { text } }, decode: { $0 }),
      .column(\.height, "height", order: .value),
      .column(\.day, "day", default: "'2021-'"),
      .computed(\.ratingCount, "rating_count"),
    ],
    indexes: [])
}

extension Schema {
  fileprivate static let albums = Schema(applicationID: 0x414C_424D, version: 1, records: [Album.self])
}

/// What is stored in a form of its own: it comes back as it was, or isn't stored at all, and no predicate lies about it.
@Suite struct EncodedAttributeTests {
  private static let odd: [(String, @Sendable (inout Album) -> Void)] = [
    ("ratings", { $0.ratings = [1, .infinity] }),
    ("ratings", { $0.ratings = [-.infinity] }),
    ("ratings", { $0.ratings = [.nan] }),
    ("sizes", { $0.sizes = [.infinity] }),
    ("cover", { $0.cover = Album.Cover(name: "c", sizes: [.nan]) }),
    ("strict", { $0.strict = "no" }),
    ("height", { $0.height = .nan }),
  ]

  @Test(arguments: odd.indices) func whatCannotBeEncodedIsNotStored(index: Int) async throws {
    let (attribute, spoil) = Self.odd[index]
    let store = Store(at: .temporary, schema: .albums)
    let id = try await store.write("Add") { try $0.insert(Album(id: "a", ratings: [3])) }
    let asRead = try await store.read { try #require(try $0.record(id)) }
    var spoilt = asRead
    spoil(&spoilt)
    let (edited, fresh) = (
      spoilt,
      {
        var new = spoilt
        new.id = "b"
        return new
      }()
    )
    let writes: [@Sendable (WriteContext) throws -> Void] = [
      { _ = try $0.insert(fresh) }, { _ = try $0.insertInBulk(fresh) },
      { try $0.insertInBulk(prepared: $0.preparation(of: Album.self).prepare(fresh)) },
      { _ = try $0.update(id, spoil) }, { _ = try $0.save(edited, basedOn: asRead, as: id) },
      { _ = try $0.save(edited, basedOn: asRead, as: id, policy: .error) },
      {
        try $0.delete(id)
        _ = try $0.save(edited, basedOn: asRead, as: id, policy: .overwrite)
      },
    ]
    for write in writes {
      let error = await #expect(throws: AttributeEncodingError.self) { try await store.write("Spoil", write) }
      #expect(error?.attribute == "\\Album.\(attribute)")
      #expect(error.map { "\($0)" }?.hasPrefix("The value of \\Album.\(attribute) can't be stored (") == true)
      // Inside it can be caught, and the step goes on.
      try await store.write("Go on") { context in
        let isThere = try context.record(id) != nil
        #expect(throws: AttributeEncodingError.self) { try write(context) }
        if try isThere && context.record(id) == nil { try context.insert(asRead) }
      }
    }
    let all = try await store.read { try $0.fetch(FetchRequest<Album>()) }
    #expect(all == [asRead])
  }

  private static let values: [(String, @Sendable (inout Album) -> Void)] = [
    ("empty beside a default", { ($0.sizes, $0.names) = ([], [:]) }),
    ("as the default says", { ($0.sizes, $0.names, $0.code, $0.given) = ([1], ["b": 2], "y", nil) }),
    ("as a blank record has it", { _ in }),
    ("an empty box with a label", { $0.box = Album.Box(label: "full") }),
    ("full", { $0.cover = Album.Cover(name: "\"\u{0}é", sizes: [0.1, -0.0, 1e-300]) }),
    ("text", { ($0.web, $0.code) = (URL(filePath: "/a b"), "") }),
    (
      "numbers",
      { ($0.height, $0.ratings) = (.infinity, [0.1 + 0.2, .leastNonzeroMagnitude, .greatestFiniteMagnitude]) }
    ),
  ]

  @Test(arguments: values.indices) func whatGoesInComesOut(index: Int) async throws {
    let (name, change) = Self.values[index]
    let store = Store(at: .temporary, schema: .albums)
    var album = Album(id: "a")
    change(&album)
    let (inserted, bulk) = (
      album,
      {
        var bulk = album
        bulk.id = "b"
        return bulk
      }()
    )
    let other = try await store.write("Add") { context in
      try context.insert(inserted)
      try context.insertInBulk(bulk)
      return try context.insert(Album(id: "c", ratings: [9]))
    }
    try await store.write("Edit") { context in
      try context.update(other) { album in
        album.ratings = []
        change(&album)
      }
    }
    let found = try await store.read { try $0.fetch(FetchRequest<Album>()) }
    for album in found {
      #expect(
        {
          var same = inserted
          same.id = album.id
          return same
        }() == album, "\(name)")
    }
    #expect(found.count == 3)
  }

  @Test func whatAnotherToolLeavesOutIsTheDefault() async throws {
    let scratch = ScratchStore()
    let store = Store(at: .file(scratch.url), schema: .albums)
    try await store.open()
    try scratch.connect().execute("INSERT INTO album (id, ratings) VALUES ('a', 'nonsense')")
    let album = try await store.read { try #require(try $0.fetch(FetchRequest<Album>()).first) }
    #expect(album.names == ["b": 2] && album.given == nil && album.code == "y" && album.ratings == [])
  }

  private static let refused: [(String, Predicate<Album>)] = {
    var rows: [(String, Predicate<Album>)] = []
    func add(_ name: String, _ predicate: Predicate<Album>) { rows.append((name, predicate)) }
    let three = 3.0
    let text = "x"
    add("ratings", #Predicate { $0.ratings.isEmpty })
    add("ratings", #Predicate { $0.ratings.count == 2 })
    add("ratings", #Predicate { $0.ratings.contains(three) })
    add("ratings", #Predicate { $0.ratings.contains { $0 > three } })
    add("ratings", #Predicate { $0.ratings.allSatisfy { $0 > three } })
    add("ratings", #Predicate { $0.ratings[0] == three })
    add("ratings", #Predicate { $0.ratings.first == three })
    add("names", #Predicate { $0.names["a"] == 1 })
    add("names", #Predicate { $0.names["a", default: 2] == 1 })
    add("names", #Predicate { $0.names.isEmpty })
    add("cover", #Predicate { $0.cover == nil })
    add("cover", #Predicate { $0.cover != nil })
    add("cover", #Predicate { $0.cover?.name == text })
    add("cover", #Predicate { $0.cover?.sizes.isEmpty == true })
    add("given", #Predicate { $0.given == nil })
    add("given", #Predicate { ($0.given ?? 3) > 2 })
    add("code", #Predicate { $0.code == text })
    add("code", #Predicate { $0.code.isEmpty })
    add("code", #Predicate { $0.code < text })
    add("code", #Predicate { $0.code.contains(text) })
    add("code", #Predicate { $0.code.localizedStandardContains(text) })
    return rows
  }()

  @Test(arguments: refused.indices) func noPredicateLooksIntoIt(index: Int) async throws {
    let (attribute, predicate) = Self.refused[index]
    let store = Store(at: .temporary, schema: .albums)
    let error = await #expect(throws: FetchError.self) {
      try await store.read { try $0.count(FetchRequest(predicate: predicate)) }
    }
    #expect(error == .encodedAttribute(attribute: "\\Album.\(attribute)"))
  }

  @Test func whatIsStoredAsTextHasNoCharacters() async throws {
    let store = Store(at: .temporary, schema: .albums)
    try await store.write("Add") { _ = try $0.insert(Album()) }
    for predicate in [#Predicate<Album> { $0.day.isEmpty }, #Predicate<Album> { $0.day.count == 4 }] {
      let error = await #expect(throws: FetchError.self) {
        try await store.read { try $0.count(FetchRequest(predicate: predicate)) }
      }
      #expect(error.map { "\($0)" }?.contains("\\Album.day") == true)
    }
    let day = Album.Day()
    #expect(try await store.read { try $0.count(FetchRequest<Album>(predicate: #Predicate { $0.day == day })) } == 1)
    let count = #Predicate<Album> { $0.ratingCount == 0 }
    #expect(try await store.read { try $0.count(FetchRequest(predicate: count)) } == 1)
  }
}
