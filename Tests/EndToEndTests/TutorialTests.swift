import Foundation
import Testing

/// The app of `docs/your-own-list.md`: what the tutorial prints is what was built, and it works.
struct TutorialTests {
  private static let package = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../..").standardizedFileURL

  @Test func theTutorialPrintsTheApp() throws {
    let text = try String(contentsOf: Self.package.appending(path: "docs/your-own-list.md"), encoding: .utf8)
    let source = try String(contentsOf: Self.package.appending(path: "Examples/books/Books.swift"), encoding: .utf8)
    let blocks = text.split(separator: "```swift\n").dropFirst().compactMap { $0.split(separator: "```").first }
    #expect(blocks.count == 2)
    #expect(blocks.last.map(String.init) == source)
    #expect(source.split(separator: "\n").count <= 65)
  }

  @Test func theAppWorksOnTheCommandLine() throws {
    let sandbox = try Sandbox()
    let books = URL(filePath: Sandbox.binary).deletingLastPathComponent().appending(path: "books").path
    let list = try sandbox.run(books, ["--demo", "list", "--sections", "--json"])
    #expect(list.status == 0 && list.err.isEmpty)
    #expect(try list.json().map { $0["section"] as? String } == ["B", "M"])
    let byAuthor = try sandbox.run(books, ["--demo", "list", "--sort", "author", "--sections", "--json"])
    #expect(try byAuthor.json().map { $0["section"] as? String } == ["Tove Jansson", "Anonymous"])
    #expect(try sandbox.run(books, ["--demo", "list", "--count", "tove"]).out == "1\n")

    #expect(try sandbox.run(books, ["list", "--count"]).out == "0\n")
    #expect(try sandbox.run(books, ["undo"]).status == 1)
    let store = ".local/share/books/books.sqlite"
    try sandbox.run("sqlite3", [store, "INSERT INTO book(title) VALUES ('Kalevala')"])
    #expect(
      try sandbox.run(books, ["list", "--tsv"]).lines.map { $0.split(separator: "\t")[1] } == ["title", "Kalevala"])
    #expect(try sandbox.run(books, ["undo"]).err == "There is nothing to undo.\n")
  }

  @Test func theAppWorksInATerminal() async throws {
    try await BrowserTerminal.use { terminal in
      try await terminal.run("clear; books --demo --no-animation")
      try await terminal.wait { $0.first?.hasSuffix("2 books · Title ↑") == true }
      try terminal.type("/tove")
      try await terminal.waitForSelection(of: "Mumintroll")
      try await terminal.press("Enter", "d", "d")
      try await terminal.wait(for: "Deleted Mumintroll.")
      try await terminal.press("q")
      #expect(try await terminal.status() == 0)
    }
  }
}
