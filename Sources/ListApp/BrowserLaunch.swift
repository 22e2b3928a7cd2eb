import Commands
import FetchedResults
import Files
import Foundation
import ListBrowser
import TerminalUI

/// The full screen, from its options to its end.
@MainActor
struct BrowserLaunch<App: ListApp> {
  private let options: GlobalOptions
  private let environment: [String: String]

  init(_ options: GlobalOptions, environment: [String: String]) {
    self.options = options
    self.environment = environment
  }

  /// Shows the browser until the user quits, and ends the process.
  func run() throws -> Never {
    let store = try Session.makeStore(of: App.self, options, environment: environment).store
    let application = try Application(color: options.color, usesMouse: true, environment: environment)
    let locale = UserLocale.formattingLocale(in: environment)
    let browser = ListBrowser(
      App(locale: locale), in: store,
      options: BrowserOptions(
        animates: options.animates, locale: locale, stateFile: stateFile(of: store)),
      host: application)
    let reason = application.run(browser)
    close(store)
    if let failure = browser.failure { throw failure }
    reason.exitProcess()
  }

  /// Closes the store; one that somebody has locked is left to itself after a moment.
  private func close(_ store: Store) {
    let isClosed = DispatchSemaphore(value: 0)
    _ = Task.detached {
      await store.close()
      isClosed.signal()
    }
    _ = isClosed.wait(timeout: .now() + 1)
  }

  /// Where the sort and the folds of a store are kept, by the path it really has.
  private func stateFile(of store: Store) -> BrowserStateFile? {
    guard case .file(let url) = store.location,
      let folder = try? UserDirectories(app: App.name, environment: environment).state()
    else { return nil }
    let name = FilePath("\(Self.fingerprint(of: FilePath(url).resolved)).json")
    return BrowserStateFile(folder.appending(name), isWritable: !options.isReadOnly)
  }

  /// A short name for a path, always the same: FNV-1a of 64 bits.
  ///
  /// Source: <https://www.rfc-editor.org/rfc/rfc9923>
  private static func fingerprint(of path: FilePath) -> String {
    let hash = path.bytes.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { hash, byte in
      (hash ^ UInt64(byte)) &* 0x100_0000_01b3
    }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
