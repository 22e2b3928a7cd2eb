import CNcurses
import Foundation
import Observation

/// A full-screen app: it owns the terminal, and runs one screen in it.
///
/// ```swift
/// @main enum Main {
///   @MainActor static func main() throws {
///     let application = try Application()
///     application.run(BrowserScreen(application)).exitProcess()
///   }
/// }
/// ```
///
/// `main` must not be `async`: the main actor has to stay on the main thread, whose run loop this
/// runs.
///
/// The terminal is taken by `run(_:)` and given back as it was found on every way out: when the
/// user quits, on HUP, TERM and INT, on Ctrl-Z, when the terminal goes away, and in a crash.
@MainActor
public final class Application {
  /// The theme for this terminal: without colors where there are none or none are wanted.
  public let theme: Theme

  private let terminal: Terminal
  private let signals: SignalSource
  private let renderer: Renderer
  private let escapeDelay: Duration
  private var screen: (any Screen)?
  private var parser = InputParser()
  private var escapeTimer: DelayedAction?
  private var size: Size
  private var needsRender = false
  private var exitReason: ExitReason?

  /// Finds out what the terminal can do; it stays as it is until `run(_:)`.
  ///
  /// - Parameters:
  ///   - color: When to use colors.
  ///   - usesMouse: Whether clicks and the wheel are events. The terminal's own selection of text
  ///     then needs Shift.
  ///   - environment: Where to look for `TERM`, `COLORTERM`, `NO_COLOR` and `ESCDELAY`.
  /// - Throws: A `TerminalError` whose description is a sentence for the user.
  public init(
    color: ColorMode = .auto, usesMouse: Bool = false,
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws(TerminalError) {
    terminal = try Terminal(usesMouse: usesMouse)
    let type = try TerminalType.resolve(environment["TERM"], colorTerm: environment["COLORTERM"])
    // A lone Esc is told from a key by a short silence; ncurses' variable of old, in milliseconds.
    let milliseconds = environment["ESCDELAY"].flatMap { Int($0) } ?? 25
    escapeDelay = .milliseconds(max(1, min(milliseconds, 5000)))
    size = terminal.size
    // Before ncurses: it leaves alone whatever has a handler already.
    signals = try SignalSource()
    let renderer = Renderer(
      type: type, size: size, usesColor: color.usesColor(environment: environment))
    guard let renderer else { throw .typeUnusable(type) }
    self.renderer = renderer
    theme = renderer.depth == .none ? .monochrome : .standard
  }

  /// Shows a screen until `quit(_:)` or a signal ends it.
  ///
  /// - Returns: Why it has ended. The terminal is given back by then.
  public func run(_ screen: some Screen) -> ExitReason {
    self.screen = screen
    exitReason = nil
    signals.handler = { [weak self] in self?.handleSignal($0) }
    if terminal.isInBackground { suspend() } else { terminal.enter() }
    let input = DispatchSource.makeReadSource(fileDescriptor: STDIN_FILENO, queue: .main)
    input.setEventHandler { [weak self] in MainActor.assumeIsolated { self?.readInput() } }
    input.activate()
    setNeedsRender()
    while exitReason == nil {
      _ = RunLoop.main.run(mode: .default, before: .distantFuture)
    }
    input.cancel()
    escapeTimer = nil
    giveBack()
    cn_default_signals()
    self.screen = nil
    return exitReason ?? .quit(0)
  }

  /// Ends `run(_:)`, with a status for the shell.
  public func quit(_ status: Int32 = 0) { finish(.quit(status)) }

  /// Gives the terminal back and stops, as Ctrl-Z does; draws all again when the shell continues
  /// the app.
  public func suspend() {
    giveBack()
    var wasStopped: Bool
    repeat {
      cn_stop_group()
      let pending = signals.takePending()
      wasStopped = pending.contains(SIGCONT)
      // A job that is killed while it is stopped is continued in the background, to end there.
      for signal in pending where [SIGTERM, SIGHUP, SIGINT].contains(signal) {
        finish(.signal(signal))
      }
    } while wasStopped && exitReason == nil && terminal.isInBackground
    if exitReason == nil { resume() }
  }

  private func giveBack() {
    guard terminal.isTaken else { return }
    terminal.leave(ending: renderer.end())
  }

  /// Draws the whole screen again, as Ctrl-L does.
  public func repaint() {
    renderer.invalidate()
    setNeedsRender()
  }

  /// Draws the screen again after the current event, for state that is not `@Observable`.
  public func setNeedsRender() {
    guard !needsRender else { return }
    needsRender = true
    _ = Task { self.render() }
  }

  private func finish(_ reason: ExitReason) {
    if exitReason == nil { exitReason = reason }
  }
}

// MARK: - Events

extension Application {
  private func readInput() {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = read(STDIN_FILENO, &bytes, bytes.count)
    guard count > 0 else {
      // The end of the file, or an error such as EIO: the terminal has gone.
      if count == 0 || (errno != EAGAIN && errno != EINTR) { finish(.signal(SIGHUP)) }
      return
    }
    escapeTimer = nil
    handle(parser.parse(bytes.prefix(count)))
    guard parser.awaitsMore else { return }
    escapeTimer = DelayedAction(after: escapeDelay) { [weak self] in
      guard let self else { return }
      self.handle(self.parser.flush())
    }
  }

  private func handle(_ events: [Event]) {
    for event in events where exitReason == nil { screen?.handle(event) }
    if !events.isEmpty { setNeedsRender() }
  }

  private func handleSignal(_ signal: Int32) {
    switch signal {
    case SIGWINCH: resize()
    case SIGTSTP: suspend()
    case SIGCONT where terminal.isInBackground: suspend()
    case SIGCONT: resume()
    default: finish(.signal(signal))
    }
  }

  /// The shell may have changed the modes and the size, and has drawn where it liked.
  private func resume() {
    terminal.enter()
    resize()
    repaint()
  }

  private func resize() {
    let size = terminal.size
    guard size != self.size else { return }
    self.size = size
    renderer.resize(to: size)
    handle([.resize(size)])
  }
}

// MARK: - Drawing

extension Application {
  /// The only place that draws.
  private func render() {
    guard needsRender, exitReason == nil, let screen else { return }
    needsRender = false
    let frame = withObservationTracking {
      screen.render(size: size)
    } onChange: { [weak self] in
      _ = Task { @MainActor in self?.setNeedsRender() }
    }
    guard let frame else { return }
    let bytes = renderer.present(frame)
    guard !bytes.isEmpty else { return }
    if !terminal.write(Terminal.synchronized(bytes)) { finish(.signal(SIGHUP)) }
  }
}
