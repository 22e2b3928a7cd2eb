import Commands
import Foundation
import TerminalUI

/// What stands before the command.
struct GlobalOptions: Sendable {
  /// The argument of `--store`.
  var store: String?
  /// Whether to work on the samples, in memory.
  var isDemo = false
  /// When to use colours.
  var color = ColorMode.auto
  /// Whether the screen may move by itself.
  var animates = true

  init() {}

  init(_ arguments: CommandArguments) throws {
    store = arguments.value(of: "store")
    isDemo = arguments.contains("demo")
    animates = !arguments.contains("no-animation")
    guard store == nil || !isDemo else {
      throw UsageError.invalid("“--demo” has a store of its own: leave out “--store” or “--demo”.")
    }
    if let value = arguments.value(of: "color") {
      let name = try UsageError.check(value, for: "--color", among: ColorMode.allCases.map(\.rawValue))
      color = ColorMode(rawValue: name) ?? .auto
    }
  }
}

/// What the arguments of the app ask for.
enum Invocation {
  /// Just a text, such as the help.
  case text(String)
  /// The browser.
  case browser(GlobalOptions)
  /// A command.
  case command(any Command, GlobalOptions)

  /// Reads the arguments.
  ///
  /// - Parameters:
  ///   - arguments: Without the app's own name.
  ///   - isTerminal: Whether standard input and output are a terminal, so that the browser can run.
  /// - Throws: ``UsageError``.
  init(_ arguments: [String], isTerminal: Bool) throws {
    let app = BestiesApp.description
    let parsed = try app.parse(arguments)
    if parsed.contains("help") {
      self = .text(app.help)
    } else if parsed.contains("version") {
      self = .text("\(app.name) \(BestiesApp.version)\n")
    } else {
      let options = try GlobalOptions(parsed)
      var operands = parsed.operands
      if operands.isEmpty {
        guard !isTerminal else {
          self = .browser(options)
          return
        }
        operands = [ListCommand.description.name]
      }
      self = try Self.command(operands[0], Array(operands.dropFirst()), options)
    }
  }

  private static func command(
    _ name: String, _ arguments: [String], _ options: GlobalOptions
  ) throws -> Invocation {
    if name == BestiesApp.help.name { return try help(arguments) }
    let description = try BestiesApp.description.command(named: name)
    do throws(UsageError) {
      let parsed = try description.parse(arguments)
      if parsed.contains("help") { return .text(description.help(app: BestiesApp.name)) }
      guard let type = BestiesApp.commands.first(where: { $0.description.name == name }) else {
        throw .unknownCommand(name, suggestion: nil)
      }
      do {
        return .command(try type.init(parsed), options)
      } catch let error as UsageError {
        throw error
      } catch {
        throw .invalid("\(error)")
      }
    } catch {
      throw explained(error, command: name)
    }
  }

  private static func help(_ arguments: [String]) throws -> Invocation {
    let app = BestiesApp.description
    let names = try BestiesApp.help.parse(arguments).operands
    guard let name = names.first else { return .text(app.help) }
    return .text(try app.command(named: name).help(app: app.name))
  }

  /// Says where an option stands that is only known before the command.
  private static func explained(_ error: UsageError, command: String) -> UsageError {
    guard case .unknownOption(let option, _) = error,
      let known = BestiesApp.description.options.first(where: { "--\($0.name)" == option })
    else { return error }
    let argument = known.argument.map { " \($0)" } ?? ""
    return .invalid("“\(option)” stands before the command: besties \(option)\(argument) \(command) ….")
  }
}
