import Observation

/// Tells whoever observes it of changes of something else.
///
/// A property of a generic class is observed by a key path that is made anew each time: too slow for what a frame reads
/// more than once, or even for each row. This class isn't generic.
@Observable
final class ChangeSignal {
  private var count = 0

  /// Has whatever tracks observations be told of the next change.
  func observe() { _ = count }

  /// Tells of a change.
  func send() { count += 1 }
}
