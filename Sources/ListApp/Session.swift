import Commands
public import FetchedResults
import Files
public import Foundation
import TerminalUI

/// What a command works with.
public struct Session: Sendable {
  /// The store, which opens when it is first needed.
  public let store: Store
  /// How dates and numbers are written.
  public let locale: Locale
  /// What a command's output may not take the place of.
  public let filesInUse: FilesInUse
  private let environment: [String: String]
  private let color: ColorMode

  private init<App: ListApp>(
    of app: App.Type, _ options: GlobalOptions, environment: [String: String]
  ) async throws {
    (store, filesInUse) = try Self.makeStore(of: app, options, environment: environment)
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

  /// The store that the options and the environment name, not yet opened, and the files that are in use with it.
  static func makeStore<App: ListApp>(
    of app: App.Type, _ options: GlobalOptions, environment: [String: String]
  ) throws -> (store: Store, filesInUse: FilesInUse) {
    let place =
      options.isDemo ? nil : try StorePath(app: App.name, option: options.store, environment: environment)
    let filesInUse = FilesInUse(store: place?.path, log: options.log?.path)
    try filesInUse.checkStandardStreams()
    if let log = options.log { try FilesInUse(store: place?.path, log: nil).check(output: log.path) }
    let access: StoreAccess = options.isReadOnly ? .readOnly : place?.isDefault == true ? .makingFolder : .readWrite
    let store = Store(
      at: place.map { .file($0.path.url) } ?? .temporary, schema: App.schema, access: access,
      collationLocale: UserLocale.collationIdentifier(in: environment),
      log: try options.log?.open(subsystem: App.name))
    return (store, filesInUse)
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
      try StandardOutput.writeLine(id)
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
