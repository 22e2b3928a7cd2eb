import Foundation
import Testing

/// The browser as a person uses it, key by key.
@Suite(.serialized) struct BrowserTests {
  @Test func opensOnTheFirstFriendOfTheSamplesAndSaysWhatTheyAre() async throws {
    try await BrowserTerminal.use { terminal in
      try await terminal.open("--store friends.sqlite")
      let lines = try await terminal.wait(for: "These are samples")
      #expect(lines[0] == " Besties                                           24 friends · Meeting Place ↑")
      #expect(lines[22...].joined().contains("X removes them, or “besties samples"))
      try await terminal.waitForSelection(of: "Anaïs Clark")
      try await terminal.press("X")
      try await terminal.wait(for: "Removed 24 samples.")
      try await terminal.wait(for: "No friends yet.")
      try await terminal.press("u")
      try await terminal.wait(for: "Undid: Remove the sample friends")
      try await terminal.press("q")
      #expect(try await terminal.status() == 0)
      #expect(try terminal.screen().filter { !$0.isEmpty }.count <= 4)
    }
  }

  @Test(arguments: ["--demo", "--demo --no-animation"])
  func theSwipe(arguments: String) async throws {
    try await BrowserTerminal.use { terminal in
      try await terminal.open(arguments)
      try await terminal.waitForSelection(of: "Anaïs Clark")
      try await terminal.press("d")
      try await terminal.wait(for: "✕ Delete")
      try await terminal.press("Escape")
      try await terminal.waitForSelection(of: "Anaïs Clark")
      try await terminal.press("d", "j")
      try await terminal.waitForSelection(of: "Joan Walker")
      try await terminal.press("d", "d")
      try await terminal.wait(for: "Deleted Joan Walker. u undoes it.")
      try await terminal.wait(for: "23 friends")
      try await terminal.press("d", "Enter")
      try await terminal.wait(for: "22 friends")
      try await terminal.press("D")
      try await terminal.wait(for: "21 friends")
      try await terminal.press("u", "u", "u")
      try await terminal.wait(for: "Undid: Delete Joan Walker")
      try await terminal.waitForSelection(of: "Joan Walker")
      for key in ["d", "D", "e"] {
        try await terminal.press("h", key)
        try await terminal.wait(for: "select a friend")
      }
    }
  }

  @Test func theSearch() async throws {
    try await BrowserTerminal.use { terminal in
      try await terminal.open("--demo")
      try await terminal.press("j")
      try await terminal.waitForSelection(of: "Joan Walker")
      let before = try terminal.screen()
      try terminal.type("/lukasz")
      try await terminal.wait(for: "1 of 24")
      try await terminal.waitForSelection(of: "Łukasz Nowak")
      try await terminal.press("Escape")
      try await terminal.wait { $0 == before }
      try terminal.type("/ma")
      try await terminal.press("Enter")
      try await terminal.wait(for: "Esc clear")
      try await terminal.press("G")
      try await terminal.waitForSelection(of: "Zoë Martínez")
      try await terminal.press("Escape")
      try await terminal.wait(for: "24 friends")
      try await terminal.waitForSelection(of: "Zoë Martínez")
      try terminal.paste("zofie\nDDDq\n")
      try await terminal.wait(for: "1 of 24")
      try await terminal.waitForSelection(of: "Žofie Dvořáková")
      try terminal.type(String(repeating: "x", count: 200))
      try await terminal.wait(for: "No friend matches")
      try await terminal.press("C-u")
      try terminal.paste(String(repeating: "0123456789", count: 20))
      try await terminal.press("C-a")
      try await terminal.wait(for: "/ 01234567890123456789")
    }
  }

  @Test func sortsAndFoldsAreRememberedPerStore() async throws {
    try await BrowserTerminal.use { terminal in
      for (arguments, isKept) in [("--store a.sqlite", true), ("--demo", false)] {
        try await terminal.open(arguments)
        try await terminal.press("s")
        try await terminal.wait(for: "✓ Meeting Place | Ascending")
        try await terminal.press("Escape", "s", "j", "j", "Enter")
        try await terminal.wait(for: "Meeting Date ↑")
        try await terminal.press("S")
        try await terminal.wait(for: "Meeting Date ↓")
        try await terminal.waitForSelection(of: "Anaïs Clark")
        try await terminal.press("C")
        try await terminal.wait { $0[1...20].allSatisfy { $0.hasPrefix(" ▸") } }
        try await terminal.press("s", "g", "Enter")
        try await terminal.wait { $0[1].hasPrefix(" ▾ Airport") }
        try await terminal.press("g", "h", "h")
        try await terminal.wait { $0[1].hasPrefix(" ▸ Airport") }
        try await terminal.press("q")
        #expect(try await terminal.status() == 0)
        try await terminal.open(arguments)
        try await terminal.wait { $0[1].hasPrefix(isKept ? " ▸ Airport" : " ▾ Airport") }
        try await terminal.press("s", "j", "j", "j", "Enter")
        try await terminal.wait { $0[1].hasPrefix(isKept ? " ▸" : " ▾") }
        try await terminal.press("q")
        #expect(try await terminal.status() == 0)
      }
      let state = terminal.home.appending(path: ".local/state/besties")
      #expect(try FileManager.default.contentsOfDirectory(atPath: state.path).count == 1)
    }
  }

  @Test func addsAndEdits() async throws {
    try await BrowserTerminal.use(columns: 40, rows: 14) { terminal in
      try await terminal.open("--demo")
      try await terminal.press("a", "C-s")
      try await terminal.wait(for: "↑ A friend needs a name.")
      try terminal.type("Kim 👩‍👩‍👧")
      try await terminal.press("Tab")
      try terminal.type("Airport")
      try await terminal.press("Tab")
      try terminal.type("2021-13")
      try await terminal.press("C-s")
      try await terminal.wait(for: "↑ ")
      try await terminal.press("C-u")
      try terminal.type("2021-06")
      try await terminal.press("C-s")
      try await terminal.wait(for: "Added Kim")
      try await terminal.wait { $0.contains { $0.contains("❯ Kim") && $0.hasSuffix("Jun 2021") } }
      try await terminal.press("e", "C-u")
      try terminal.type("Lou")
      try await terminal.press("C-s")
      try await terminal.waitForSelection(of: "Lou")
      try await terminal.press("u")
      try await terminal.wait(for: "Undid: Edit")
      try await terminal.press("?")
      try await terminal.wait(for: "a page down")
      try await terminal.press("Escape")
      try await terminal.waitForSelection(of: "Kim")
    }
  }

  @Test func aBurstOfKeysLosesNone() async throws {
    try await BrowserTerminal.use { terminal in
      try await terminal.open("--demo")
      let path = String(repeating: "j", count: 100) + String(repeating: "k", count: 100)
      try terminal.type(path + "G")
      try await terminal.wait { $0.contains { $0.contains("❯") } && !$0[1].contains("Airport") }
      try terminal.type(String(repeating: "k", count: 195))
      try await terminal.wait { $0[1].hasPrefix(" ▾ Airport") && !$0.contains { $0.contains("❯") } }
      try terminal.type("/anais")
      try await terminal.press("Enter")
      try terminal.type("dd")
      try await terminal.wait(for: "Deleted Anaïs Clark")
    }
  }
}
