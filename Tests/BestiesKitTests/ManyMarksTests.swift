import BestiesKit
import FetchedResults
import Foundation
import Testing

/// Letters with very many marks, in each field and each format. Each of these took many seconds.
@Suite struct ManyMarksTests {
  private static let text = "a" + String(repeating: "\u{301}\u{323}\u{345}", count: 10_000)

  private static func outcome(_ format: FriendFileFormat, _ file: String, in store: Store) async throws -> [String] {
    try await store.write("Import") { context in
      var rest = [Array(file.utf8)]
      var reader = try FriendFileReader(format) { rest.popLast() ?? [] }
      var importer = try FriendImporter(in: context)
      var outcomes: [String] = []
      while let entry = try reader.next() {
        let draft = try entry.result.get()
        outcomes.append("\(try importer.take(draft, prepared: importer.preparation.prepare(draft)))")
      }
      return outcomes
    }
  }

  @Test(arguments: ["name", "meetingPlace", "tags", "note", "phones", "emails"])
  func anImportTakesThemAndKnowsThemAgain(column: String) async throws {
    let rows =
      column == "name" ? "name\n\(Self.text)\n\(Self.text)\n" : "name,\(column)\nAnn,\(Self.text)\nAnn,\(Self.text)\n"
    let store = Store(at: .temporary, schema: .besties)
    #expect(try await Self.outcome(.csv, rows, in: store) == ["created", "created"])
    #expect(try await Self.outcome(.csv, rows, in: store) == ["unchanged", "unchanged"])
    let friend = try #require(try await store.read { try $0.fetch(FetchRequest<Friend>()).first })
    let stored =
      [friend.name, friend.meetingPlace ?? "", friend.note] + friend.tags
      + (friend.phones + friend.emails).map(\.value)
    // Every mark is there.
    #expect(stored.contains { $0.unicodeScalars.count { $0 != "\u{34f}" && $0.value >= 0x300 } >= 20_000 })
    try await store.undo()
    #expect(try await store.read { try $0.count(FetchRequest<Friend>()) } == 0)
  }

  @Test func jsonTakesThemToo() async throws {
    let file = #"[{"name":"\#(Self.text)","tags":["\#(Self.text)"],"note":"\#(Self.text)"}]"#
    let store = Store(at: .temporary, schema: .besties)
    #expect(try await Self.outcome(.json, file, in: store) == ["created"])
    #expect(try await Self.outcome(.json, file, in: store) == ["unchanged"])
  }
}
