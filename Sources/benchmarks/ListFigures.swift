import BestiesKit
import FetchedResults

/// What a list of all friends takes: opening, sorting, searching, clearing.
@MainActor
struct ListFigures {
  private let controller: FetchedResultsController<String?, Friend>
  private let raw: RawSQLite
  private let runs: Int

  init(path: String, runs: Int) async throws {
    raw = try RawSQLite(path: path)
    self.runs = runs
    let store = Store(at: .file(path), schema: .besties)
    controller = try FetchedResultsController(FriendSort.default.request(), in: store)
    await controller.settle()
  }

  func run(into figures: inout Figures) async throws {
    for _ in 0..<runs {
      for sort in FriendSort.all.dropFirst() + [.default] {
        let ours = try await controller.time {
          try $0.configure {
            $0.sortDescriptors = sort.descriptors
            $0.sectionIdentifier = sort.section
          }
        }
        let first = try time { try raw.keys("\(Self.statement(sort)) LIMIT 100") }
        let all = try time { try raw.keys(Self.statement(sort)) }
        try Self.check(controller.snapshot.count, all.result.count)
        figures.note(
          "sort by \(sort.id): screenful", ours.first, peer: first.duration, of: "statement", reach: .milliseconds(16))
        figures.note(
          "sort by \(sort.id): all", ours.all, peer: all.duration, of: "statement", reach: .milliseconds(400))
      }
      for search in Self.searches {
        let ours = try await controller.time {
          try $0.configure { $0.predicate = SearchQuery(search.text).predicate }
        }
        let peer = try time {
          try raw.keys("SELECT pk FROM friend_text WHERE \(Self.condition(SearchQuery(search.text)))")
        }
        try Self.check(controller.snapshot.count, peer.result.count)
        let name = "\(search.name) “\(search.text)”"
        figures.note("\(name): first rows", ours.first, reach: .milliseconds(16))
        figures.note("\(name): all", ours.all, peer: peer.duration, of: "instr scan", reach: .none)
      }
      let cleared = try await controller.time { try $0.configure { $0.predicate = nil } }
      figures.note("clear the search: screenful", cleared.first, reach: .milliseconds(16))
      figures.note("clear the search: all", cleared.all, reach: .none)
    }
  }

  private static let searches: [(name: String, text: String)] = [
    ("one letter", "a"), ("two letters", "an"), ("four letters", "mari"), ("rare", "marilu"),
    ("rare, refined", "marilus"), ("two words", "marilu an"), ("nothing found", "qqqq"),
  ]

  private static func statement(_ sort: FriendSort) -> String {
    let direction = sort.isReversed ? " DESC" : ""
    let (columns, order) =
      switch sort.field {
      case .place:
        (", meeting_place_sort", "meeting_place_sort\(sort.isReversed ? " DESC" : " ASC NULLS LAST"), name_sort")
      case .date:
        (", meeting_date_sort", "meeting_date_sort\(sort.isReversed ? " DESC" : " ASC NULLS LAST"), name_sort")
      case .name: (", name_initial", "name_sort\(direction), name_initial")
      case .added: (", added_at_sort", "added_at_sort\(direction)")
      }
    return "SELECT pk\(columns) FROM friend_derived ORDER BY \(order), pk"
  }

  private static func condition(_ query: SearchQuery) -> String {
    query.words.map { "instr(search_text, '\($0)') > 0" }.joined(separator: " AND ")
  }

  private static func check(_ ours: Int, _ peer: Int) throws {
    guard ours == peer else { throw WrongResult(ours: ours, peer: peer) }
  }
}

/// A figure is worth nothing if the two have not done the same.
struct WrongResult: Error, CustomStringConvertible {
  let ours: Int
  let peer: Int
  var description: String { "ours found \(ours), the peer \(peer)" }
}
