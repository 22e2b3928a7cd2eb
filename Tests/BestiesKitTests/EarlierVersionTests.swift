import BestiesKit
import FetchedResults
import Foundation
import SQLite
import Testing

/// `Tests/Data/besties-1.sql` meets the schema of this version.
struct EarlierVersionTests {
  @Test func aStoreOfVersion1IsSoundOnceItIsUpgraded() async throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "earlier-\(UUID().uuidString).sqlite")
    defer {
      for suffix in ["", "-wal", "-shm", ".version-1"] {
        try? FileManager.default.removeItem(atPath: url.path + suffix)
      }
    }
    let data = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Data/besties-1.sql")
    try Connection(path: url.path, access: .create).execute(try String(contentsOf: data, encoding: .utf8))
    let store = Store(at: .file(url), schema: .besties)
    #expect(try await store.verify() == [])
    try await store.redo()
    #expect(try await store.verify() == [])
    for label in ["Import i.csv", "Edit Zoë Castillo"] {
      #expect(try await store.undo()?.step.label == label)
      #expect(try await store.verify() == [])
    }
    let friends = try await store.read { try $0.fetch(FetchRequest<Friend>(sortDescriptors: [SortDescriptor(\.name)])) }
    #expect(friends.map(\.name) == ["Ove", "Zoë Castillo", "Åsa Berg"])
    #expect(friends.map(\.birthdayDay) == [229, 1201, nil])
    #expect(
      friends[1].detailText == "2021-06-09\n--12-01\nhome\n+34 600 123 456\n34600123456\nzoe@example.org\nBelays well")
    await store.close()
  }
}
