import Testing

@testable import TerminalUI

@MainActor
struct TimingTests {
  @Test
  func actsLater() async {
    var action: DelayedAction?
    await withCheckedContinuation { continuation in
      action = DelayedAction(after: .milliseconds(1)) { continuation.resume() }
    }
    action?.cancel()
  }

  @Test
  func animatesToTheEnd() async {
    var steps: [Double] = []
    var animation: Animation?
    await withCheckedContinuation { continuation in
      animation = Animation(duration: .milliseconds(40)) { progress in
        steps.append(progress)
        if progress == 1 { continuation.resume() }
      }
    }
    #expect(animation?.isFinished == true)
    #expect(steps == steps.sorted())
    #expect(steps.last == 1)
  }

  @Test
  func finishesAtOnceWhenAsked() {
    var steps: [Double] = []
    let animation = Animation(duration: .seconds(60)) { steps.append($0) }
    animation.finish()
    animation.finish()
    #expect(steps == [1])
  }
}
