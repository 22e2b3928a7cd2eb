/// What an app shows, and what it does with events.
@MainActor
public protocol Screen: AnyObject {
  /// Changes state; draws nothing.
  func handle(_ event: Event)

  /// Makes a picture of the state.
  ///
  /// Whatever `@Observable` state this reads has the screen drawn again when it changes.
  ///
  /// - Parameter size: The terminal's.
  /// - Returns: The frame to show, or `nil` to keep what is on the screen, for instance while the
  ///   records of a window are still being read.
  func render(size: Size) -> Frame?
}
