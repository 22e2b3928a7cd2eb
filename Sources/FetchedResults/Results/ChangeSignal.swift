import Observation

/// Tells whoever observes it that something else is about to change.
///
/// A property of a generic class is observed by a key path that is made anew each time: too slow for what a frame reads
/// more than once, or even for each row. This class isn't generic.
final class ChangeSignal: Observable {
  private let registrar = ObservationRegistrar()
  /// What the key path of all observations leads to.
  private var change: Void { () }

  /// Registers the current observer.
  func observe() { registrar.access(self, keyPath: \.change) }

  /// Makes a change. Observers are told before it, as Swift's observation promises: what they read then is the old state.
  func send(_ change: () -> Void) { registrar.withMutation(of: self, keyPath: \.change, change) }
}
