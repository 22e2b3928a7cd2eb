import Commands
import TerminalUI

/// The options that all commands have.
struct GlobalOptions: Sendable {
  /// The argument of `--store`.
  let store: String?
  /// Whether to work on the samples, which are kept nowhere.
  let isDemo: Bool
  /// Whether nothing may be changed, whatever the store's file would allow.
  let isReadOnly: Bool
  /// When to use colors.
  let color: ColorMode
  /// Whether the screen may move by itself.
  let animates: Bool
  /// Where to write what the store does; nil for nowhere.
  let log: LogFile?

  init(_ arguments: CommandArguments) throws(UsageError) {
    store = arguments.value(of: "store")
    isDemo = arguments.contains("demo")
    isReadOnly = arguments.contains("read-only")
    animates = !arguments.contains("no-animation")
    guard store == nil || !isDemo else {
      throw UsageError.invalid("“--demo” has a store of its own: leave out “--store” or “--demo”.")
    }
    guard !isReadOnly || !isDemo else {
      throw UsageError.invalid("“--demo” makes a store of its own: leave out “--read-only” or “--demo”.")
    }
    log = try arguments.value(of: "log").map { argument throws(UsageError) in try LogFile(argument) }
    let color = try UsageError.check(
      arguments.value(of: "color") ?? ColorMode.auto.rawValue, for: "--color", among: ColorMode.allCases.map(\.rawValue)
    )
    self.color = ColorMode(rawValue: color) ?? .auto
  }
}
