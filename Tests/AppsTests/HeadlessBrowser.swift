import FetchedResults
import Foundation
import ListBrowser
import TerminalUI
import Testing

@testable import ListApp

/// The browser of an app, on a store of its own and without a terminal.
@MainActor
final class HeadlessBrowser<App: ListApp>: BrowserHost {
  let theme = Theme.standard
  let store: Store
  private(set) var browser: ListBrowser<App>?
  private let size: Size

  init(_ records: [App.R], size: Size = Size(columns: 80, rows: 14), locale: String = "en_US") async throws {
    store = Store(at: .temporary, schema: App.schema)
    self.size = size
    try await store.write("Fill") { context in for record in records { try context.insert(record) } }
    browser = ListBrowser(
      App(locale: Locale(identifier: locale)), in: store,
      options: BrowserOptions(animates: false, locale: Locale(identifier: locale)), host: self)
  }

  func quit(_ status: Int32) {}
  func suspend() {}
  func repaint() {}
  func setNeedsRender() {}

  func press(_ keys: Key...) { for key in keys { browser?.handle(.key(key)) } }

  func type(_ text: String) { for character in text { press(.character(character)) } }

  /// Waits until the lines of the frame, the empty ones aside, are these.
  func expect(_ lines: [String], sourceLocation: SourceLocation = #_sourceLocation) async throws {
    try await wait(sourceLocation: sourceLocation) { $0 == lines }
  }

  /// What was waited for never came; the last frame.
  struct Timeout: Error {
    let lines: [String]
  }

  /// Waits until the frame is as it should be; returns it without its empty lines.
  ///
  /// - Throws: ``Timeout``, after 20 seconds.
  @discardableResult
  func wait(
    sourceLocation: SourceLocation = #_sourceLocation, until condition: ([String]) -> Bool
  ) async throws -> [String] {
    let deadline = ContinuousClock.now + .seconds(20)
    var lines: [String] = []
    while ContinuousClock.now < deadline {
      if let frame = browser?.render(size: size) {
        lines = frame.lines.filter { !$0.isEmpty }
        if condition(lines) { return lines }
      }
      try await Task.sleep(for: .milliseconds(2))
    }
    Issue.record("What was waited for never came:\n\(lines.joined(separator: "\n"))", sourceLocation: sourceLocation)
    throw Timeout(lines: lines)
  }

  var frame: Frame? { browser?.render(size: size) }
}
