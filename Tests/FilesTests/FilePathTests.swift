import Files
import Foundation
import Testing

struct FilePathTests {
  @Test(arguments: [
    ("a", ".", "a"), ("a/b", "a", "b"), ("/a", "/", "a"), ("/a/b.c", "/a", "b.c"), ("../x", "..", "x"), ("/", "/", ""),
  ])
  func hasAFolderAndALastComponent(path: String, folder: String, last: String) {
    #expect(FilePath(path).folder == FilePath(folder))
    #expect(FilePath(path).lastComponent == FilePath(last))
  }

  @Test(arguments: [Array("friends.sqlite".utf8), [0x6D, 0xFC, 0x6C], Array("zoë %41?#.db".utf8), [0xFF, 0xFE]])
  func survivesAURL(bytes: [UInt8]) {
    let path = FilePath("/tmp").appending(FilePath(bytes: bytes))
    #expect(FilePath(path.url) == path)
    #expect(FilePath(path.url).lastComponent.bytes == bytes)
  }

  @Test func isTheFilesOwnURL() {
    #expect(FilePath(URL(filePath: "/tmp/zoë a%41?.db")) == "/tmp/zoë a%41?.db")
    #expect(FilePath("/tmp/a b").url == URL(filePath: "/tmp/a b"))
    #expect(FilePath("a").url == URL(filePath: "a").absoluteURL)
  }

  @Test func endsAtANUL() { #expect(FilePath(bytes: [0x61, 0, 0x62]) == "a") }

  @Test func linksAreFollowedAlsoToNothing() throws {
    let folder = FilePath(FileManager.default.temporaryDirectory.resolvingSymlinksInPath().path)
      .appending(FilePath("paths-\(UUID())"))
    #expect(folder.withCString { mkdir($0, 0o700) } == 0)
    defer { try? FileManager.default.removeItem(at: folder.url) }
    let (first, second) = (folder.appending("first"), folder.appending("second"))
    _ = first.withCString { symlink("second", $0) }
    _ = second.withCString { symlink("none", $0) }
    #expect(first.resolved == folder.appending("none"))
    #expect(first.status == nil && FileIdentity(path: first) == nil)
    _ = folder.appending("none").withCString { creat($0, 0o600) }
    #expect(first.resolved == folder.appending("none"))
    #expect(FileIdentity(path: first) == FileIdentity(path: folder.appending("none")))
    // A link that leads to itself leads somewhere, and ends.
    let circle = folder.appending("circle")
    _ = circle.withCString { symlink("circle", $0) }
    #expect(circle.resolved == circle)
  }
}
