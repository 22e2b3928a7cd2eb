import Files
import Foundation
import Testing

@testable import ListBrowser

struct FoldsTests {
  /// What is done, in order, and which of the sections A, B and the nameless one are folded then.
  @Test(arguments: [
    ("", ""), ("+A", "A"), ("+A-A", ""), ("+A+B-A", "B"), ("+-", ""), ("+_", "_"),
    ("*", "AB_"), ("*-B", "A_"), ("*-B+B", "AB_"), ("*-A-B-_", ""), ("+A0", ""), ("*-A0", ""),
  ])
  func remembersWhatIsFolded(script: String, folded: String) throws {
    var folds = Folds()
    var sign: Character = " "
    for character in script {
      switch character {
      case "*": folds = .all
      case "0": folds = Folds()
      case "+", "-": sign = character
      default: folds.set(character == "_" ? nil : String(character), folded: sign == "+")
      }
    }
    let sections: [(String?, String)] = [("A", "A"), ("B", "B"), (nil, "_")]
    #expect(sections.filter { folds.contains($0.0) }.map(\.1).joined() == folded)
    let copy = try JSONDecoder().decode(Folds.self, from: JSONEncoder().encode(folds))
    #expect(copy == folds)
  }

  @Test func aStateIsKeptInAFileAndAMissingOrBrokenOneIsNew() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let url = folder.appending(path: "besties/state.json")
    let file = BrowserStateFile(FilePath(url))
    #expect(file.load() == BrowserState())
    var folds = Folds.all
    folds.set(nil, folded: false)
    let state = BrowserState(sort: "-place", folds: ["place": folds])
    file.save(state)
    #expect(file.load() == state)
    try Data("{ not JSON".utf8).write(to: url)
    #expect(file.load() == BrowserState())
  }
}
