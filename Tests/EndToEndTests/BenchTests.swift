import Foundation
import Testing

/// `make bench` in its short form: what ours and the peers find, not how fast.
@Suite(.serialized) struct BenchTests {
  private static let script = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../scripts/bench.py").standardizedFileURL.path
  private static let built = URL(filePath: Sandbox.binary).deletingLastPathComponent()

  @Test func oursAndThePeersFindTheSame() async throws {
    let sandbox = try Sandbox()
    let figures = sandbox.folder.appending(path: "figures.json")
    let output = try await sandbox.start(
      "python3", [Self.script, "--short", "--binaries", Self.built.path, "--json", figures.path]
    ).end()
    #expect(output.status == 0, "\(output.err)")
    for name in [
      "import", "a rare term “kerlus”: exact", "it refined, “kerlusa”: exact", "undone: settled",
      "2000 imported by id, updated", "2000 imported beside as many: redo",
      "sort by -added: all",
      "two words “marilu an”: all", "difference of 2000, 100 rows",
    ] {
      #expect(output.out.contains("| \(name) |"), "\(name)")
    }
    let json = try JSONSerialization.jsonObject(with: Data(contentsOf: figures)) as? [String: Any]
    #expect((json?["figures"] as? [Any])?.count ?? 0 > 50)
  }

  @Test func aDifferenceFromThePeerIsAFailure() async throws {
    let sandbox = try Sandbox()
    let folder = sandbox.folder.appending(path: "tampered")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      at: folder.appending(path: "besties"), withDestinationURL: Self.built.appending(path: "besties"))
    let benchmarks = folder.appending(path: "benchmarks")
    let script = """
      #!/bin/sh
      "\(Self.built.appending(path: "benchmarks").path)" "$@" || exit
      [ "$1" != import ] || sqlite3 "$3" "UPDATE friend_text SET search_text = 'a' WHERE pk = 7"
      """
    try Data(script.utf8).write(to: benchmarks)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: benchmarks.path)
    let output = try await sandbox.start("python3", [Self.script, "--short", "--binaries", folder.path]).end()
    #expect(output.status == 1)
    #expect(output.err == "bench: the two imports have not written the same\n")
  }
}
