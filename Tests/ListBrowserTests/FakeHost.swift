import Observation

@testable import ListBrowser
@testable import TerminalUI

/// A terminal in memory. Like `Application`, it draws after an event, when it is asked to, and when what the last frame was
/// made of has changed; at no other time.
@MainActor
final class FakeHost: BrowserHost {
  var theme = Theme.standard
  private(set) var size = Size(columns: 80, rows: 24)
  private(set) var status: Int32?
  private(set) var suspensions = 0
  private(set) var repaints = 0
  /// What is on the screen.
  private(set) var frame: Frame?
  private weak var screen: (any Screen)?
  private var needsRender = false
  private var isHeldBack = false

  /// What is on the screen; nil while another frame is due.
  var shownFrame: Frame? { needsRender || isHeldBack ? nil : frame }

  func run(_ screen: any Screen, size: Size) {
    self.screen = screen
    self.size = size
    setNeedsRender()
  }

  func handle(_ event: Event) {
    screen?.handle(event)
    setNeedsRender()
  }

  func resize(to size: Size) {
    self.size = size
    handle(.resize(size))
  }

  func quit(_ status: Int32) { self.status = status }
  func suspend() { suspensions += 1 }
  func repaint() {
    repaints += 1
    setNeedsRender()
  }

  func setNeedsRender() {
    guard !needsRender else { return }
    needsRender = true
    _ = Task { self.render() }
  }

  private func render() {
    guard needsRender, let screen else { return }
    needsRender = false
    let drawn = withObservationTracking {
      screen.render(size: size)
    } onChange: { [weak self] in
      MainActor.assumeIsolated { self?.setNeedsRender() }
    }
    isHeldBack = drawn == nil
    if let drawn { frame = drawn }
  }
}
