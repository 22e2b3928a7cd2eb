import BestiesKit
import CPeers
import FetchedResults
import Foundation

/// The figures that are taken inside a process, for `scripts/bench.py`, which makes the table.
///
/// What it prints is its output: that script reads it.
@main
enum Main {
  private static let usage = """
    usage: benchmarks csv ROWS FILE           writes invented friends
           benchmarks import CSV STORE        imports them by a loop in C
           benchmarks list STORE RUNS         lists and searches, against the C API
           benchmarks changes STORE ROWS RUNS changes friends; the store is changed
    """

  @MainActor static func main() async {
    do {
      try await run(Array(CommandLine.arguments.dropFirst()))
    } catch {
      FileHandle.standardError.write(Data("benchmarks: \(error)\n".utf8))
      exit(1)
    }
  }

  @MainActor private static func run(_ arguments: [String]) async throws {
    var figures = Figures()
    switch (arguments.first, arguments.count) {
    case ("csv", 3):
      try GeneratedFriends.write(Int(arguments[1]) ?? 0, to: URL(filePath: arguments[2]))
      return
    case ("import", 3):
      print(try await importInC(arguments[1], into: arguments[2]))
      return
    case ("list", 3):
      try await ListFigures(path: arguments[1], runs: Int(arguments[2]) ?? 1).run(into: &figures)
    case ("changes", 4):
      let changes = ChangeFigures(path: arguments[1], rows: Int(arguments[2]) ?? 0, runs: Int(arguments[3]) ?? 1)
      try await changes.steps(into: &figures)
      try await changes.difference(into: &figures)
      try changes.recording(into: &figures)
    default:
      FileHandle.standardError.write(Data((usage + "\n").utf8))
      exit(2)
    }
    print(String(decoding: try JSONEncoder().encode(figures.all), as: UTF8.self))
  }

  /// Makes the tables as a new store has them, without triggers, and lets C fill them.
  ///
  /// - Returns: How many friends there are.
  private static func importInC(_ csv: String, into path: String) async throws -> Int64 {
    let model = path + ".model"
    defer { for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: model + suffix) } }
    let store = Store(at: .file(model), schema: .besties)
    try await store.open()
    await store.close()
    let (tables, indexes) = try RawSQLite.definitions(of: model)
    guard FileManager.default.createFile(atPath: path, contents: nil) else { throw CocoaError(.fileWriteUnknown) }
    try RawSQLite(path: path).execute(tables)

    let folded = (UInt32(0)..<0x250).map { value in
      Unicode.Scalar(value).map { $0 == " " ? " " : String($0).foldedForSearch() } ?? ""
    }
    let texts = folded.map { strdup($0) }
    defer { for text in texts { free(text) } }
    var message = [CChar](repeating: 0, count: 256)
    let count = texts.map { UnsafePointer($0) }.withUnsafeBufferPointer { folded in
      besties_peer_import(csv, path, indexes, folded.baseAddress, &message, Int32(message.count))
    }
    guard count >= 0 else {
      throw RawSQLite.Failure(description: String(decoding: message.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self))
    }
    return count
  }
}

extension StoreLocation {
  static func file(_ path: String) -> StoreLocation { .file(URL(filePath: path)) }
}
