import BestiesKit
import Commands
import FetchedResults
import Foundation
import TerminalUI

/// One command: what the help says of it, how its arguments are read, and what it does.
protocol Command: Sendable {
  static var description: CommandDescription { get }
  /// Reads what was given; throws what is wrong with it, before anything is opened.
  init(_ arguments: CommandArguments) throws
  func run(in session: Session) async throws -> ExitStatus
}

/// What a command works with.
struct Session: Sendable {
  let store: Store
  let environment: [String: String]
  let color: ColorMode

  private init(_ options: GlobalOptions, environment: [String: String]) async throws {
    store = try Self.makeStore(options, environment: environment).store
    self.environment = environment
    color = options.color
    if options.isDemo { _ = try await SampleFriends.addIfNew(to: store) }
  }

  /// Runs a command, and closes the store behind it.
  static func run(
    _ command: any Command, _ options: GlobalOptions, environment: [String: String]
  ) async throws -> ExitStatus {
    let session = try await Session(options, environment: environment)
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
  static func makeStore(
    _ options: GlobalOptions, environment: [String: String]
  ) throws -> (store: Store, path: String?) {
    let locale = UserLocale.collationIdentifier(in: environment)
    if options.isDemo { return (Store(at: .temporary, schema: .besties, collationLocale: locale), nil) }
    let place = try StorePath(app: BestiesApp.name, option: options.store, environment: environment)
    let url = URL(filePath: place.path)
    if place.isDefault {
      // A folder that can't be made is what opening the store will name.
      try? FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700])
    }
    return (Store(at: .file(url), schema: .besties, collationLocale: locale), url.path)
  }

  /// Tells the user something that is not data; what can't be told is not worth failing for.
  func say(_ message: String) {
    FileHandle.standardError.write(Data((PrintableText.of(message) + "\n").utf8))
  }

  /// Whether text on standard output may be bold.
  var hasStyle: Bool {
    let term = environment["TERM", default: ""]
    return isatty(STDOUT_FILENO) == 1 && !["", "dumb"].contains(term) && color.usesColor(environment: environment)
  }
}
