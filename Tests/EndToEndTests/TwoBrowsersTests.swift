import Foundation
import Testing

/// Two people with one friend in two terminals.
struct TwoBrowsersTests {
  @Test func neitherLosesAField() async throws {
    try await BrowserTerminal.use { first in
      try await BrowserTerminal.use { second in
        let store = first.home.appending(path: "friends.sqlite").path
        try await first.run("besties --store \(store) add Zoe --place Gym")
        for terminal in [first, second] {
          try await terminal.open("--store \(store)")
          try await terminal.waitForSelection(of: "Zoe")
          try await terminal.press("e")
          try await terminal.wait(for: "Edit Zoe")
        }
        // Each changes another field.
        try await first.press("y", "C-s")
        try await first.waitForSelection(of: "Zoey")
        try await second.press("Down", "1", "C-s")
        for terminal in [first, second] { try await terminal.wait(for: "▾ Gym1") }
        try await second.waitForSelection(of: "Zoey")
        // Both change the same.
        for terminal in [first, second] {
          try await terminal.press("e")
          try await terminal.wait(for: "Edit Zoey")
        }
        try await first.press("2", "C-s")
        try await first.waitForSelection(of: "Zoey2")
        try await second.press("3", "C-s")
        try await second.wait(for: "meanwhile somebody saved “Zoey2”")
        try await second.press("C-t")
        try await second.wait(for: "yours was “Zoey3”")
        try await second.press("C-t", "C-s")
        for terminal in [first, second] {
          try await terminal.waitForSelection(of: "Zoey3")
          try await terminal.press("q")
        }
        #expect(try await first.status() == 0)
      }
    }
  }
}
