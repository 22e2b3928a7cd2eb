import Dispatch

/// Something that is done once, later, on the main actor; it is cancelled when nobody holds it any
/// more.
///
/// It keeps its time even while all threads of Swift's pool are busy.
@MainActor
public final class DelayedAction {
  private let timer: any DispatchSourceTimer

  /// Starts to wait.
  public init(after delay: Duration, action: @escaping @MainActor () -> Void) {
    timer = DispatchSource.makeTimerSource(flags: .strict, queue: .main)
    timer.schedule(deadline: .now() + delay.dispatchInterval, leeway: .nanoseconds(0))
    timer.setEventHandler { MainActor.assumeIsolated(action) }
    timer.activate()
  }

  /// Never does it.
  public func cancel() { timer.cancel() }

  isolated deinit { timer.cancel() }
}

/// A change that is shown in about sixty steps a second; it stops when nobody holds it any more.
///
/// ```swift
/// animation = Animation(duration: .milliseconds(150)) { progress in
///   self.offset = Int(progress * 12)
/// }
/// ```
///
/// The progress comes from the clock, so that a late step is never a slow one. When a key comes in
/// between, call `finish()` before it is handled.
@MainActor
public final class Animation {
  private let timer: any DispatchSourceTimer
  private let step: @MainActor (Double) -> Void
  /// Whether the last step has been shown.
  public private(set) var isFinished = false

  /// Shows the first step at once.
  ///
  /// - Parameters:
  ///   - duration: How long it takes.
  ///   - step: Shows a step; its progress goes from 0 to 1, and the last is 1.
  public init(duration: Duration, step: @escaping @MainActor (Double) -> Void) {
    self.step = step
    timer = DispatchSource.makeTimerSource(flags: .strict, queue: .main)
    timer.schedule(
      deadline: .now(), repeating: .microseconds(16_667), leeway: .nanoseconds(0))
    let start = ContinuousClock.now
    timer.setEventHandler { [weak self] in
      MainActor.assumeIsolated {
        self?.advance(to: min(1, (ContinuousClock.now - start) / duration))
      }
    }
    timer.activate()
  }

  /// Shows the last step now.
  public func finish() { advance(to: 1) }

  private func advance(to progress: Double) {
    guard !isFinished else { return }
    if progress >= 1 {
      isFinished = true
      timer.cancel()
    }
    step(progress)
  }

  isolated deinit { timer.cancel() }
}

extension Duration {
  fileprivate var dispatchInterval: DispatchTimeInterval {
    .nanoseconds(Int(clamping: max(0, Int64((self / .nanoseconds(1)).rounded()))))
  }
}
