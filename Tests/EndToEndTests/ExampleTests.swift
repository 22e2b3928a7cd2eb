import Foundation
import Testing

/// The example is a package of its own that depends on this one, as anybody's would.
@Suite(.serialized) struct ExampleTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
    .standardizedFileURL

  @Test func aPackageOfItsOwnBuildsOnTheLibraryAndRuns() async throws {
    let sandbox = try Sandbox()
    // Swift's own caches lie in the user's home.
    sandbox.environment["HOME"] = ProcessInfo.processInfo.environment["HOME"]
    let output = try await sandbox.start(
      "swift",
      [
        "run", "--quiet", "--package-path", Self.root.appending(path: "Examples/shelf").path, "--scratch-path",
        Self.root.appending(path: ".build/examples").path,
      ]
    ).end()
    #expect(output.status == 0, "\(output.err)")
    #expect(output.out == "Michael Ende\n  Die unendliche Geschichte\n  Momo\n")
  }

  @Test func theDocumentationShowsTheExampleAsItIs() throws {
    let source = try String(
      contentsOf: Self.root.appending(path: "Examples/shelf/Sources/shelf/Main.swift"), encoding: .utf8)
    let article = try String(
      contentsOf: Self.root.appending(path: "Sources/FetchedResults/FetchedResults.docc/GettingStarted.md"),
      encoding: .utf8)
    #expect(article.contains("```swift\n\(source)```"))
  }
}
