import BestiesKit
import FetchedResults
import Foundation

@main
enum Main {
  static func main() async throws {
    let count = CommandLine.arguments.dropFirst().first.flatMap(Int.init) ?? 100_000
    let path = "/tmp/besties-bench-\(count).sqlite"
    let store = Store(at: .file(URL(filePath: path)), schema: .besties)
    let clock = ContinuousClock()
    if try await store.read({ try $0.count(FetchRequest<Friend>()) }) != count {
      let duration = try await clock.measure {
        try await store.write("Generate") { context in
          var friends = GeneratedFriends()
          for _ in 0..<count { try context.insertInBulk(friends.next()) }
        }
      }
      print("insert", duration, Double(count) / (duration / .seconds(1)), "rows/s")
    }
    for sort in FriendSort.all {
      for term in ["", "a", "an", "mari", "zzzz"] {
        let request = sort.request(SearchQuery(term))
        var rows = 0
        let duration = try await clock.measure {
          rows = try await store.read { try $0.snapshot(request).count }
        }
        print(sort.id, term, rows, duration)
      }
    }
  }
}
