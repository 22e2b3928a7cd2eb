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
      self = .text("\(App.name) \(App.version)\n")
    } else {
      let options = try GlobalOptions(parsed)
      var operands = parsed.operands
      if operands.isEmpty {
        guard !isTerminal else {
          self = .browser(options)
          return
        }
        operands = [ListCommand<App>.description.name]
      }
      self = try Self.command(operands[0], Array(operands.dropFirst()), options)
    }
  }

  private static func command(
    _ name: String, _ arguments: [String], _ options: GlobalOptions
  ) throws -> Invocation {
    if name == App.helpCommand.name { return try help(arguments) }
    let description = try App.description.command(named: name)
    do throws(UsageError) {
      let parsed = try description.parse(arguments)
      if parsed.contains("help") { return .text(description.help(app: App.name)) }
      guard let type = App.commands.first(where: { $0.description.name == name }) else {
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
    let app = App.description
    let names = try App.helpCommand.parse(arguments).operands
    guard let name = names.first else { return .text(app.help) }
    return .text(try app.command(named: name).help(app: app.name))
  }

  /// Says where an option stands that is only known before the command.
  private static func explained(_ error: UsageError, command: String) -> UsageError {
    guard case .unknownOption(let option, _) = error,
      let known = App.description.options.first(where: { "--\($0.name)" == option })
    else { return error }
    let argument = known.argument.map { " \($0)" } ?? ""
    return .invalid("“\(option)” stands before the command: \(App.name) \(option)\(argument) \(command) ….")
  }
}
