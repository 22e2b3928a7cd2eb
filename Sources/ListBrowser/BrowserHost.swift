public import Foundation
public import TerminalUI

/// What a browser asks of the terminal it runs in.
@MainActor
public protocol BrowserHost: AnyObject {
  /// The look.
  var theme: Theme { get }
  /// Ends the app, with a status for the shell.
  func quit(_ status: Int32)
  /// Gives the terminal back and stops until the shell continues the app.
  func suspend()
  /// Draws everything again.
  func repaint()
  /// Draws again after the current event.
  func setNeedsRender()
}

extension Application: BrowserHost {}

/// How a browser behaves, whatever it shows.
public struct BrowserOptions: Sendable {
  /// Whether the swipe slides, rather than being there at once.
  public var animates: Bool
  /// Whose digits, and whose days.
  public var locale: Locale
  /// Where the sort and the folds are kept; nil for not at all.
  public var stateFile: BrowserStateFile?

  /// Options.
  public init(animates: Bool = true, locale: Locale, stateFile: BrowserStateFile? = nil) {
    self.animates = animates
    self.locale = locale
    self.stateFile = stateFile
  }
}
