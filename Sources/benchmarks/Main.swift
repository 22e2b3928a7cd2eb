import BestiesKit
import FetchedResults
import Foundation

@main
enum Main {
  @MainActor static func main() async throws {
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
    let start = clock.now
    let controller = try FetchedResultsController(FriendSort.default.request(), in: store)
    func measure(_ label: String, _ change: () throws -> Void) async throws {
      let begin = clock.now
      let revision = controller.snapshot.revision
      try change()
      var first: Duration?
      while true {
        await Task.yield()
        if first == nil, controller.snapshot.revision != revision { first = clock.now - begin }
        if controller.snapshot.revision != revision, controller.snapshot.isComplete { break }
      }
      print(
        label, "first", first ?? .zero, "all", clock.now - begin, controller.snapshot.count,
        controller.snapshot.sections.count)
      await controller.settle()
    }
    try await measure("open") {}
    print("open", clock.now - start)
    for sort in FriendSort.all {
      try await measure("sort \(sort.id)") {
        try controller.configure {
          $0.sortDescriptors = sort.descriptors
          $0.sectionIdentifier = sort.section
        }
      }
    }
    for term in ["a", "an", "ann", "mari", "marilu", "zzzz", "place 17", "ma", ""] {
      try await measure("search \(term)") { try controller.configure { $0.predicate = SearchQuery(term).predicate } }
    }
    var status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    print(status.split(separator: "\n").filter { $0.hasPrefix("VmHWM") || $0.hasPrefix("VmRSS") })
    status = ""
  }
}
