import Commands
public import FetchedResults
public import Foundation
import TerminalUI

/// What a command works with.
public struct Session: Sendable {
  /// The store, which opens when it is first needed.
  public let store: Store
  /// How dates and numbers are written.
  public let locale: Locale
  private let environment: [String: String]
  private let color: ColorMode

  private init<App: ListApp>(
    of app: App.Type, _ options: GlobalOptions, environment: [String: String]
  ) async throws {
    store = try Self.makeStore(of: app, options, environment: environment).store
    locale = UserLocale.formattingLocale(in: environment)
    self.environment = environment
    color = options.color
    if options.isDemo { _ = try await App(locale: locale).addSamples(to: store) }
  }

  /// Runs a command, and closes the store behind it.
  static func run(
    _ command: any Command, of app: (some ListApp).Type, _ options: GlobalOptions, environment: [String: String]
  ) async throws -> ExitStatus {
    let session = try await Session(of: app, options, environment: environment)
    do {
      let status = try await command.run(in: session)
      await session.store.close()
      return status
    } catch {
      await session.store.close()
      throw error
    }
  }

  /// The store that the options and the environment name, not yet opened, with its path unless it has none.
  static func makeStore<App: ListApp>(
    of app: App.Type, _ options: GlobalOptions, environment: [String: String]
  ) throws -> (store: Store, path: String?) {
    let locale = UserLocale.collationIdentifier(in: environment)
    let log = try options.log?.open(subsystem: App.name)
    if options.isDemo { return (Store(at: .temporary, schema: App.schema, collationLocale: locale, log: log), nil) }
    let place = try StorePath(app: App.name, option: options.store, environment: environment)
    let url = URL(filePath: place.path)
    if place.isDefault {
      // A folder that can't be made is what opening the store will name.
      try? FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700])
    }
    return (Store(at: .file(url), schema: App.schema, collationLocale: locale, log: log), url.path)
  }

  /// Tells the user something that is not data; what can't be told is not worth failing for.
  ///
  /// - Parameter message: A line.
  public func say(_ message: String) {
    StandardError.write(PrintableText.of(message) + "\n")
  }

  /// Prints the id of a record that was just added, alone on its line.
  ///
  /// - Parameters:
  ///   - id: The id.
  ///   - name: The record's name, for the sentence that says that it is there though its id can't be printed: who adds it
  ///     again has it twice.
  /// - Throws: ``Failure``, or ``ClosedPipeError``.
  public func printID(_ id: String, ofAdded name: String) throws {
    do {
      try ByteOutput.writeLine(id)
    } catch let error as SystemError {
      throw Failure("\(name) was added, but the id \(id) can't be written to standard output: \(error.reason).")
    }
  }

  /// Whether text on standard output may be bold.
  var hasStyle: Bool {
    let term = environment["TERM", default: ""]
    return isatty(STDOUT_FILENO) == 1 && !["", "dumb"].contains(term) && color.usesColor(environment: environment)
  }
}
