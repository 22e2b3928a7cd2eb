import Commands

/// What the arguments of an app ask for.
enum Invocation<App: ListApp> {
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
    let app = App.description
    let parsed = try app.parse(arguments)
    if parsed.contains("help") {
      self = .text(app.help)
    } else if parsed.contains("version") {
      self = .text(Self.version)
    } else {
      var operands = parsed.operands
      if operands.isEmpty {
        guard !isTerminal else {
          self = .browser(try GlobalOptions(parsed))
          return
        }
        operands = [ListCommand<App>.description.name]
      }
      self = try Self.command(operands[0], Array(operands.dropFirst()), before: parsed)
    }
  }

  /// A command with the options that stand before and behind its name.
  private static func command(
    _ name: String, _ arguments: [String], before: CommandArguments
  ) throws -> Invocation {
    if name == App.helpCommand.name { return try help(arguments) }
    let description = try App.description.command(named: name)
    let parsed = try description.parse(arguments, inherited: App.description.options)
    if parsed.contains("help") { return .text(description.help(app: App.name)) }
    if parsed.contains("version") { return .text(version) }
    guard let type = App.commands.first(where: { $0.description.name == name }) else {
      throw UsageError.unknownCommand(name, suggestion: nil)
    }
    let options = try GlobalOptions(before.adding(parsed))
    do {
      return .command(try type.init(parsed), options)
    } catch let error as UsageError {
      throw error
    } catch {
      throw UsageError.invalid("\(error)")
    }
  }

  private static var version: String { "\(App.name) \(App.version)\n" }

  private static func help(_ arguments: [String]) throws -> Invocation {
    let app = App.description
    let names = try App.helpCommand.parse(arguments).operands
    guard let name = names.first else { return .text(app.help) }
    return .text(try app.command(named: name).help(app: app.name))
  }
}
